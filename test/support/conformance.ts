import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { type Document, type Header, type Operation, asTyped } from './openapi.ts'
import type { Recipe } from './recipes.ts'
import { toAddress } from './recipes/request-address.ts'
import type { Answer, Rest } from './rest.ts'

export { toRecipeKey } from './recipes/request-address.ts'

/** Asserts that an answer matches the document. */
export type Checker = (operation: Operation, answer: Answer) => void

/** Headers that an answer may carry only if the document declares them. */
const HEADERS = [
  'ETag',
  'Location',
  'Preference-Applied',
  'Idempotency-Replayed',
  'Set-Cookie',
  'Retry-After',
  'WWW-Authenticate',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]

/** Compiling the validators takes 1.5 seconds, so all test files of a worker share them. */
const checkers = new WeakMap<Document, Checker>()

/** Returns the checker for answers of a document. */
export function createChecker(document: Document): Checker {
  const check = checkers.get(document) ?? compileChecker(document)
  checkers.set(document, check)
  return check
}

function compileChecker(document: Document): Checker {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addFormat('binary', true)
  ajv.addSchema(document, 'openapi')
  const conforms = (reference: string, value: unknown): string[] => {
    const validate = ajv.getSchema(`openapi${reference}`) ?? ajv.compile({ $ref: `openapi${reference}` })
    const valid = validate(value)
    return valid
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  return ({ operation, method, path }, answer) => {
    const context = `${method} ${path} -> ${answer.status} ${answer.text.slice(0, 300)}`
    const described = operation.responses[String(answer.status)]
    expect(described, `undocumented status: ${context}`).toBeDefined()
    const shared = described?.$ref?.split('/').at(-1)
    const promised = shared === undefined ? described : asTyped(document).components.responses[shared]
    for (const name of HEADERS) {
      if (!answer.headers.has(name)) continue
      expect(Object.keys(promised?.headers ?? {}), `undocumented header: ${context}`).toContain(name)
    }
    for (const [name, header] of Object.entries(promised?.headers ?? {})) {
      const reference = header.$ref === undefined ? header : asTyped(document).components.headers[name]
      const value = answer.headers.get(name)
      if (value === null) {
        expect(reference?.required ?? false, `required header ${name}: ${context}`).toBe(false)
      } else {
        expect(
          conforms(`#/components/headers/${name}/schema`, parseHeaderValue(reference, value)),
          context,
        ).toEqual([])
      }
    }
    if (!promised?.content) {
      expect(answer.text, context).toBe('')
      return
    }
    const type = answer.headers.get('content-type') ?? ''
    const media = promised.content[type] ?? promised.content[type.split(';')[0] ?? '']
    const reference = media?.schema?.$ref
    expect(reference, `undocumented media type ${type}: ${context}`).toBeDefined()
    expect(conforms(reference ?? '', answer.body), context).toEqual([])
    expect(listBlankLines(answer.body), context).toEqual([])
  }
}

/** Converts a header to its documented type. */
function parseHeaderValue(header: Header | undefined, value: string): unknown {
  return header?.schema?.type === 'integer' ? Number(value) : value
}

/** Empty lines of an answer's toast. */
function listBlankLines(body: { toast?: { message: string[] } } | null): string[] {
  return body?.toast?.message.filter((line) => line.trim() === '') ?? []
}

/** Sends one request of an operation. */
export function sendRecipe(
  rest: Rest,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  recipe: Recipe,
  raw?: string,
): Promise<Answer> {
  const address = toAddress(path, recipe)
  if (method === 'GET') return rest.get(address)
  return rest.send(method, address, raw ?? recipe.form ?? recipe.body ?? null)
}
