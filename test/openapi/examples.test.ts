import { writeFileSync } from 'node:fs'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it } from 'vitest'
import { EXAMPLES, type Example } from '../../openapi/examples/index.ts'
import { REQUESTS } from '../../openapi/examples/requests.ts'
import { toRecipeKey, sendRecipe } from '../support/conformance.ts'
import { serviceDocument, listEndingOperations, listOperations, type Operation } from '../support/openapi.ts'
import { RECIPES, createSceneProvider } from '../support/recipes.ts'
import { rest } from '../support/rest.ts'
import { createNameReplacer } from '../support/sample-names.ts'
import { createWorldUnder } from '../support/world.ts'

const document = serviceDocument
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('binary', true)
ajv.addSchema(document, 'openapi')

/** The errors of a value against a schema of the document. */
function listFaults(reference: string | undefined, value: unknown): string[] {
  const conforms = ajv.getSchema(`openapi${reference}`) ?? ajv.compile({ $ref: `openapi${reference}` })
  if (conforms(value)) return []
  return (conforms.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

interface ShownExample {
  /** The JSON pointer to the object that contains the schema and the example. */
  at: string
  example: unknown
}

/** Every example of an operation: of its parameters, of its body and of its answers. */
function listExamples({ method, path, operation }: Operation): ShownExample[] {
  const root = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`
  const parameters = (operation.parameters ?? []).flatMap(({ example, schema }, index) =>
    [example, schema.example].map((item) => ({ at: `${root}/parameters/${index}`, example: item })),
  )
  const bodies = listMediaExamples(`${root}/requestBody/content`, operation.requestBody?.content)
  const answers = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    listMediaExamples(`${root}/responses/${status}/content`, content),
  )
  return [...parameters, ...bodies, ...answers].filter(({ example }) => example !== undefined)
}

function listMediaExamples(
  root: string,
  content: Record<string, { example?: unknown }> = {},
): ShownExample[] {
  return Object.entries(content).map(([type, { example }]) => ({
    at: `${root}/${type.replaceAll('/', '~1')}`,
    example,
  }))
}

describe('every operation', () => {
  it.each(listOperations(document))('is described and has examples: $method $path', ({ operation }) => {
    // Every description ends with the required access; this is the text before it.
    expect(operation.description?.split(/\.\s/).length, 'openapi/descriptions').toBeGreaterThan(2)
    expect(operation.description?.length).toBeGreaterThan(80)
    const requests = Object.entries(operation.requestBody?.content ?? {})
    const json = requests.find(([type]) => type === 'application/json')?.[1]
    if (json) {
      expect(json.example, 'npm run openapi:examples').toBeDefined()
      expect(listFaults(json.schema?.$ref, json.example)).toEqual([])
    }
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
    for (const media of Object.values(success?.content ?? {}).slice(0, 1)) {
      expect(media.example, 'npm run openapi:examples').toBeDefined()
      expect(listFaults(media.schema?.$ref, media.example)).toEqual([])
    }
  })

  it.each(listOperations(document))('has only valid examples: $method $path', (operation) => {
    expect(listExamples(operation).flatMap(({ at, example }) => listFaults(`${at}/schema`, example))).toEqual(
      [],
    )
  })

  it('has an example if one is possible, and no example lacks its operation', () => {
    const ids = listOperations(document).map(({ operation }) => operation.operationId)
    expect(Object.keys(EXAMPLES).filter((id) => !ids.includes(id))).toEqual([])
    expect(Object.keys(REQUESTS).filter((id) => !ids.includes(id))).toEqual([])
  })
})

it('has no example with a name from the tests', () => {
  expect(JSON.stringify(EXAMPLES)).not.toMatch(/-[0-9a-f]{8}\b|Kestrel|Puffin/)
})

/** `npm run openapi:examples` calls every operation as the conformance test does, and stores request and answer. */
describe.runIf(process.env['RECORD_EXAMPLES'])('recording', () => {
  const world = createWorldUnder({
    MAIL_DIR: '/nowhere',
    LDAP_URL: 'ldap://127.0.0.1:1',
    LDAP_BASE_DN: 'dc=x',
  })
  const sceneFor = createSceneProvider(world)
  const recorded: Record<string, Example> = {}

  it.each(listEndingOperations(document))('$method $path', async (operation) => {
    const scene = await sceneFor(operation)
    const recipe = (await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)) ?? {}
    const user = recipe.as === undefined ? scene.admin : recipe.as
    const client = recipe.cookie
      ? rest(world.app, { cookie: recipe.cookie })
      : await world.rest(user ?? undefined)
    const answer = await sendRecipe(client, operation, recipe)
    expect(answer.status, answer.text).toBeLessThan(300)
    const rename = createNameReplacer()
    const { operationId } = operation.operation
    const parameters = { ...recipe.params, ...recipe.query }
    recorded[operationId] = {
      ...(Object.keys(parameters).length > 0 ? { parameters: rename(parameters) as never } : {}),
      ...(recipe.body ? { body: rename(REQUESTS[operationId] ?? recipe.body) as never } : {}),
      ...(answer.text === '' ? {} : { answer: rename(answer.body ?? answer.text) as never }),
    }
  })

  afterAll(() => {
    const sorted = Object.fromEntries(Object.entries(recorded).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const file = new URL('../../openapi/examples/recorded.json', import.meta.url)
    writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
  })
})
