import { readFileSync } from 'node:fs'
import { validate } from '@readme/openapi-parser'
import { Validator } from '@seriousme/openapi-schema-validator'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../openapi/document.ts'
import { REQUESTS } from '../../openapi/examples/requests.ts'
import { listRoutes } from '../../openapi/routes.ts'
import { buildServedDocument } from '../../openapi/served.ts'
import { buildCommittedDocument } from '../../openapi/write.ts'
import { appRouter } from '../../routers/index.ts'
import { BOARD_EVENTS, CLOSED_REASONS } from '../../src/vocabulary.ts'
import { listOperations, listSchemas, asTyped, type Operation, type Schema } from '../support/openapi.ts'
import { sampleRouter } from '../support/sample-router.ts'

const document = openApiDocument('/', 'service')
const operations = listOperations(document)

async function validateDocument(candidate: typeof document): Promise<unknown[]> {
  const byReference = await validate(structuredClone(candidate) as never)
  const bySchema = await new Validator().validate(structuredClone(candidate))
  return [...(byReference.valid ? [] : byReference.errors), ...(bySchema.valid ? [] : [bySchema.errors])]
}

/** Every member of a schema, at any depth, by name. */
function listMembers(schema: Schema): [string, Schema][] {
  const properties = Object.entries(schema.properties ?? {})
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []), schema.items]
  const others = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
  const within = [...properties.map(([, member]) => member), ...inner, ...others]
  return [...properties, ...within.flatMap((each) => (each ? listMembers(each) : []))]
}

const toKey = (operation: Operation) => `${operation.method} ${operation.path}`

describe('the OpenAPI document', () => {
  it('is valid for two independent validators', async () => {
    expect(document['openapi']).toMatch(/^3\.1/)
    expect(await validateDocument(document)).toEqual([])
  })

  it('equals the committed one; npm run openapi writes it', () => {
    const file = new URL('../../openapi/openapi.json', import.meta.url)
    expect(readFileSync(file, 'utf8') === buildCommittedDocument(), 'run npm run openapi').toBe(true)
  })

  it('is served with the address and the name of the service', () => {
    const served: unknown = JSON.parse(buildServedDocument('https://rules.example.org', 'kestrel'))
    expect(served).toEqual(openApiDocument('https://rules.example.org', 'kestrel'))
    expect(served).not.toEqual(document)
  })

  it('contains the version of the package', () => {
    const file = new URL('../../package.json', import.meta.url)
    const { version }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
    expect(document['info']).toMatchObject({ version })
  })

  it('is the same each time it is generated', () => {
    expect(openApiDocument('/', 'service')).toEqual(document)
  })

  it('describes every route of the service and no extra route', () => {
    const routes = listRoutes(appRouter).map(({ method, path }) => `${method} ${path}`)
    expect(operations.map(toKey).toSorted()).toEqual(routes.toSorted())
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('E-7: answers 201 and 204 at these operations, and 200 at all others', () => {
    const odd = operations.flatMap((operation) =>
      Object.keys(operation.operation.responses)
        .filter((status) => ['201', '204'].includes(status))
        .map((status) => `${status} ${toKey(operation)}`),
    )
    expect(odd.toSorted()).toEqual([
      '201 POST /components/{componentId}/saved_filters',
      '201 POST /personal_access_tokens',
      '201 POST /projects/{projectId}/saved_filters',
      '201 POST /projects/{projectId}/triage_response_templates',
      '201 POST /users',
      '204 DELETE /components/{componentId}/saved_filters/{id}',
      '204 DELETE /projects/{projectId}/saved_filters/{id}',
      '204 DELETE /projects/{projectId}/triage_response_templates/{id}',
      '204 DELETE /users/sessions',
      '204 DELETE /users/sessions/{id}',
      '204 DELETE /users/{userId}/sessions',
    ])
    const both = operations.filter(
      ({ operation }) =>
        Object.keys(operation.responses).filter((status) => /^20[014]$/.test(status)).length !== 1,
    )
    expect(both.map(toKey)).toEqual([])
  })

  it.each(operations)('names and describes $method $path', ({ operation, path, method }) => {
    expect(operation.operationId).toMatch(/^[a-z]\w+$/i)
    expect(operation.tags?.length).toBeGreaterThan(0)
    expect(operation.summary?.length).toBeGreaterThan(3)
    expect(operation.description, 'who may call it').toMatch(/^.{10,}\.$/)
    const undescribed = (operation.parameters ?? []).filter((parameter) => !parameter.description)
    expect(undescribed.map((parameter) => parameter.name)).toEqual([])
    expect(operation.security).toBeInstanceOf(Array)
    expect(operation['x-access']?.needs).toBeTruthy()
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(method === 'GET' && operation.requestBody !== undefined).toBe(false)
  })

  it('documents the 404 of every operation on a record, even if the body names it', () => {
    const onRecords = operations.filter(({ operation }) => operation['x-access']?.record !== 'none')
    expect(onRecords.map(toKey)).toContain('PATCH /reviews/merge')
    expect(onRecords.filter(({ operation }) => !operation.responses['404']).map(toKey)).toEqual([])
  })

  it('states the maximum length of a new comment even if its schema allows the longer text of others', () => {
    const longer = operations.flatMap(({ operation }) =>
      listSchemas(document, operation).filter(({ at, schema }) => {
        const ownText = /^reviews_(createOnRule|edit)$/.test(operation.operationId) && at.endsWith('comment')
        return ownText && (schema.maxLength ?? 0) > 4000
      }),
    )
    expect(longer).toHaveLength(2)
    for (const { schema } of longer) expect(schema).toMatchObject({ description: /4000 characters/ })
  })

  it('describes every member of every published shape', () => {
    const undescribed = Object.entries(asTyped(document).components.schemas).flatMap(([name, schema]) =>
      listMembers(schema)
        .filter(([, member]) => !member.description)
        .map(([member]) => `${name}.${member}`),
    )
    expect(undescribed).toEqual([])
  })

  it('lists null as an alternative to an enumeration, not among its values', () => {
    const mixed: unknown[] = []
    JSON.stringify(document, (_, value) => {
      if (Array.isArray(value?.enum) && (value.enum.includes(null) || Array.isArray(value.type))) {
        mixed.push(value)
      }
      return value
    })
    expect(mixed).toEqual([])
    const phase = asTyped(document).components.schemas['ComponentSummary']?.properties?.['closed_reason']
    expect(phase?.anyOf).toEqual([{ type: 'string', enum: [...CLOSED_REASONS] }, { type: 'null' }])
  })

  it('lists no name of a path parameter in a body', () => {
    const names = operations.flatMap(({ operation }) =>
      listSchemas(document, operation).filter(({ at }) =>
        /^body\.(rule|component|project|review)Id$/.test(at),
      ),
    )
    expect(names.map(({ at }) => at)).toEqual([])
  })

  it('documents how a live stream is resumed, and its events', () => {
    const streams = operations.filter(({ path }) => path.endsWith('/events'))
    expect(streams).toHaveLength(2)
    for (const { operation } of streams) {
      for (const kind of BOARD_EVENTS) expect(operation.description).toContain(`\`${kind}\``)
      expect(operation.parameters).toContainEqual(
        expect.objectContaining({ in: 'header', name: 'Last-Event-ID', required: false }),
      )
    }
  })

  it.each(operations)('limits every value that $method $path accepts', ({ operation }) => {
    const unlimited = listSchemas(document, operation).filter(({ schema }) => {
      if (schema.enum || schema.const !== undefined || schema.format) return false
      const types = [schema.type].flat()
      if (types.includes('string')) return schema.maxLength === undefined && schema.pattern === undefined
      if (types.includes('integer')) return schema.maximum === undefined || schema.minimum === undefined
      return false
    })
    expect(unlimited.map(({ at }) => at)).toEqual([])
  })

  it.each(operations)('names the schemas of $method $path', ({ operation }) => {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const shared = operation.operationId === 'passwords_check' && status === '422' ? 'InvalidToken' : status
      if (Number(status) >= 300) expect(answer.$ref).toBe(`#/components/responses/${shared}`)
      else if (status !== '204') {
        for (const media of Object.values(answer.content ?? {})) expect(media.schema?.$ref).toBeTruthy()
      }
    }
    for (const media of Object.values(operation.requestBody?.content ?? {})) {
      expect(media.schema?.$ref).toBeTruthy()
    }
  })

  it('contains only valid examples of existing operations', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(document, 'openapi')
    const described = operations.filter(({ operation }) => REQUESTS[operation.operationId] !== undefined)
    expect(described.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      Object.keys(REQUESTS).toSorted(),
    )
    for (const { operation } of described) {
      const media = operation.requestBody?.content['application/json']
      expect(media?.example).toEqual(REQUESTS[operation.operationId])
      const conforms = ajv.compile({ $ref: `openapi${media?.schema?.$ref}` })
      expect([operation.operationId, conforms(media?.example), conforms.errors]).toEqual([
        operation.operationId,
        true,
        null,
      ])
    }
  })

  it('describes every tag', () => {
    expect(asTyped(document).tags.filter(({ description }) => !description)).toEqual([])
  })

  it('can describe everything that the transport supports', async () => {
    const samples = openApiDocument('/', 'service', sampleRouter)
    expect(await validateDocument(samples)).toEqual([])
    const findOperation = (method: string, path: string) =>
      listOperations(samples).find((sample) => sample.method === method && sample.path === path)?.operation
    expect(findOperation('DELETE', '/samples/{id}')?.requestBody?.content['application/json']).toBeTruthy()
    expect(findOperation('DELETE', '/samples/{id}')?.parameters?.map(({ name }) => name)).toEqual(['id'])
    expect(Object.keys(findOperation('DELETE', '/samples/{id}/file')?.responses ?? {})).toContain('204')
    expect(Object.keys(findOperation('POST', '/samples')?.responses ?? {})).toContain('201')
    expect(findOperation('PUT', '/samples/{id}')?.operationId).toBe('change_put')
    const ids = findOperation('GET', '/samples')?.parameters?.find(({ name }) => name === 'ids')
    expect(ids).toMatchObject({ in: 'query', required: false, schema: { type: 'array' } })
    expect(Object.keys(findOperation('POST', '/uploads')?.requestBody?.content ?? {})).toEqual([
      'multipart/form-data',
    ])
    expect(samples['components']).toMatchObject({
      schemas: {
        UploadForm: { properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
        AttachForm: { properties: { 'sample[file]': { format: 'binary' } }, required: ['sample[name]'] },
        AttachRequest: { properties: { sample: { required: ['name'] } } },
      },
    })
    expect(JSON.stringify(samples)).not.toContain('9007199254740991')
  })
})
