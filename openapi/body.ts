import type { Context } from 'hono'
import { DomainError } from '../src/errors.ts'
import type { ByteBudget } from '../src/http/byte-budget.ts'
import { isRecord } from '../src/refused-input.ts'
import type { Upload } from '../src/shapes.ts'
import { place } from './form.ts'

export const JSON_LIMIT = 1024 * 1024

/** How deep objects and lists of a body may nest: far more than any operation takes. */
const DEPTH_LIMIT = 64

interface UploadRule {
  limitBytes: number
  only: boolean
  field?: string
}

/**
 * Reads the body of a request as one object. Absent bodies are empty objects.
 * Refuses by 413 over the limit, 415 for another media type, 400 for what is no JSON object
 * (contract, decisions 1, 3 and 6). `upload` allows multipart/form-data, whose oversized file becomes
 * `{ content: null }` so that the operation refuses it by its own name.
 */
export async function readBody(c: Context, upload?: UploadRule): Promise<Record<string, unknown>> {
  const contentType = c.req.header('content-type') ?? ''
  const type = mediaTypeOf(c)
  const form = type === FORM && upload ? upload : null
  const limit = form ? formLimit(form) : JSON_LIMIT
  const bytes = await readBytes(c.req.raw, limit)
  if (bytes === 'over') {
    if (form) return tooLargeFile(form)
    throw tooLarge(limit)
  }
  if (bytes.byteLength === 0) return {}
  if (form) return readForm(bytes, contentType)
  if (type !== 'application/json' || upload?.only) {
    throw new DomainError('media_type', 'unsupported_media_type', `The body must be ${mediaTypes(upload)}.`)
  }
  return parseObject(bytes)
}

/**
 * Answers a request once there is memory for the upload that it brings, and holds that memory until then. What is no
 * upload, or is too large to be kept, needs none. Throws 503 when its turn does not come in time.
 */
export async function inRoom<T>(
  c: Context,
  room: ByteBudget,
  upload: UploadRule | undefined,
  answer: () => Promise<T>,
): Promise<T> {
  if (!upload || mediaTypeOf(c) !== FORM) return answer()
  const limit = formLimit(upload)
  const announced = Number(c.req.header('content-length') ?? limit)
  if (announced > limit) return answer()
  const giveBack = await room.take(announced)
  try {
    return await answer()
  } finally {
    giveBack()
  }
}

const FORM = 'multipart/form-data'
/** The other fields may have as much as a JSON body. */
const formLimit = (upload: UploadRule): number => upload.limitBytes + JSON_LIMIT

function mediaTypeOf(c: Context): string {
  return c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The refusal of a body that is no upload and over the limit. */
export function tooLarge(limit: number): DomainError {
  return new DomainError(
    'too_large',
    'payload_too_large',
    `The body is larger than the limit of ${limit} bytes.`,
  )
}

function mediaTypes(upload: UploadRule | undefined): string {
  if (!upload) return 'application/json'
  return upload.only ? 'multipart/form-data' : 'application/json or multipart/form-data'
}

function tooLargeFile({ field = 'file' }: UploadRule): Record<string, unknown> {
  const file: Upload = { filename: 'file', content: null }
  const body: Record<string, unknown> = {}
  place(body, field, file)
  return body
}

/** How much of a refused body is read and thrown away: a sender that is cut off could not read the refusal. */
const DRAINED_BYTES = 128 * 1024 * 1024

async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | 'over'> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit + DRAINED_BYTES) return 'over'
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  let over = announced > limit
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      over ||= size > limit
      if (size > limit + DRAINED_BYTES) break
      if (over) chunks.length = 0
      else chunks.push(chunk)
    }
  } catch {
    // Nobody is left to answer; it is no error of ours.
    throw malformed('The body ended early.')
  }
  return over ? 'over' : joined(chunks, size)
}

function joined(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

const malformed = (message: string) => new DomainError('malformed', 'malformed_request', message)
const decoder = new TextDecoder('utf-8', { fatal: true })

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch {
    throw malformed('The body is not valid JSON.')
  }
  if (!isRecord(value)) throw malformed('The body must be a JSON object.')
  assertShallow(value, DEPTH_LIMIT)
  return value
}

/** Refuses what later code would have to follow too deep, and drops members that could replace a prototype. */
function assertShallow(value: object, levels: number): void {
  if (levels === 0) throw malformed(`The body is nested deeper than ${DEPTH_LIMIT} levels.`)
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null) assertShallow(member, levels - 1)
  }
}

async function readForm(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<Record<string, unknown>> {
  let form: FormData
  try {
    form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw malformed('The multipart body cannot be read.')
  }
  const result: Record<string, unknown> = {}
  for (const [name, value] of form) {
    const content: unknown =
      typeof value === 'string'
        ? value
        : { filename: value.name, content: new Uint8Array(await value.arrayBuffer()) }
    place(result, name, content)
  }
  return result
}
