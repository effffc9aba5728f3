import type { OpenApiMeta } from 'trpc-to-openapi'
import type { RateName } from '../http/rate-limits/rate-limits.ts'
import type { InputRoles } from '../lib/validation-error.ts'
import type { AccessForInput, AccessWithoutRecord } from './access/access-for-input.ts'
import { NARROWING } from './schemas/unknown-keys.ts'

/**
 * The access that an operation declares, set by src/procedures/access/builders.ts, read by the documents and the tests.
 */
export interface Access {
  record: string
  /** `public`, `signed in`, `session`, `system admin`, `privileged`, a role, `show`, `project <role>`, `owner`, `depends`. */
  needs: string
  /** The access for `depends`, by members of the body. */
  depends?: AccessForInput | AccessWithoutRecord
}

/** Whether an operation rejects access tokens: it needs a session. */
export function needsSession(access: Access | undefined): boolean {
  return access?.needs === 'session' || access?.needs === 'privileged'
}

/** Whether an operation is for system administrators; `privileged` ones also prove who they are (rule A-92). */
export function needsSystemAdmin(access: Access | undefined): boolean {
  return access?.needs === 'system admin' || access?.needs === 'privileged'
}

type OpenApi = NonNullable<OpenApiMeta['openapi']>

/** Metadata of an operation: the single source for routes, document, limits and tests. */
export interface Meta {
  openapi?: OpenApi & { tags: string[]; summary: string }
  /** Summary of a procedure without a REST route. */
  summary?: string
  /** With `Prefer: respond-async` it runs as a job; its declaration must determine its access (rule C-71). */
  supportsAsync?: true
  /** Further routes of the operation, such as PUT in addition to PATCH. */
  also?: { method: OpenApi['method']; path: OpenApi['path'] }[]
  access?: Access
  /** Title of the error toast for 422 (rule R-55). */
  refusal?: string
  /** A 422 has `error` with the message too, as clients of Vulcan expect (rule E-11). */
  errorText?: true
  /** Success status, if it is not 200. */
  status?: 201 | 204
  /** The success has no body although its status is not 204, as clients expect (rule E-7). */
  bodiless?: true
  /** Unknown members and parameters are rejected; set by `rejectUnknownKeys` (rule E-6). */
  strict?: true
  /** Unknown members of the body are passed to the operation, which rejects some of them (rule A-41). */
  passesUnknownKeys?: true
  /** Members whose absence is a 400 (rule E-3). */
  required?: string[]
  /** Members that the document marks as required, because the operation cannot succeed without them. */
  needed?: string[]
  /** Rate limits by account, counted before the operation runs (rule A-67); they can depend on the input. */
  limits?: RateName[] | ((raw: unknown) => RateName[])
  /**
   * The operation takes multipart/form-data, `only` that or JSON too. `limitBytes` limits the file in `field` (default
   * `file`, or a name such as `component[file]`).
   */
  upload?: { limitBytes: number; only: boolean; field?: string }
  /** The body may be absent, and then its wrapper is absent too. */
  emptyBody?: boolean
  /** Error statuses beyond those that follow from access and input. */
  errors?: number[]
  /** An invalid value is answered with `{valid: false, error, reason}` (rule E-11). */
  reportsValidity?: boolean
  /** Media type or types of the success, if it is not JSON. */
  produces?: string | string[]
  /** Whether the answer has an `ETag`, if that does not follow from its shape (rule E-13); `optional`: sometimes. */
  etag?: boolean | 'optional'
  /** Supports `Idempotency-Key` although it is not a POST (rule E-16). */
  idempotencyKey?: boolean
  /** No `Idempotency-Key`: the response contains a secret or a cookie (rule E-16). */
  secret?: boolean
}

/** The names in `{braces}` of a documented path. */
export function listPathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? [])
}

/** Whether a method has a body. */
export function hasBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}

/** Objects with options of the operation; all others wrap a record. */
const PARAMETER_OBJECTS: ReadonlySet<string> = new Set([NARROWING, 'mapping'])

/** Sorts the members of an operation's input into path, query and wrapper, from its declaration alone. */
export function toInputRoles(
  meta: Meta | undefined,
  members: Record<string, 'object' | 'other'>,
): InputRoles {
  const inPath = listPathParameters(meta?.openapi?.path ?? '')
  const others = Object.keys(members).filter((name) => !inPath.includes(name))
  const query = meta?.openapi?.method === 'GET'
  const wrappers = others.filter((name) => members[name] === 'object' && !PARAMETER_OBJECTS.has(name))
  return {
    pathParameters: inPath,
    queryParameters: query ? others.filter((name) => members[name] !== 'object') : [],
    wrappers,
    required: meta?.required ?? [],
  }
}
