import type { OpenApiMeta } from 'trpc-to-openapi'
import type { RateName } from '../http/rate-limits/rate-limits.ts'
import type { InputRoles } from '../lib/validation-error.ts'
import type { AccessForInput, AccessWithoutRecord } from './access/access-for-input.ts'
import { NARROWING } from './schemas/unknown-keys.ts'

/** Who may call an operation; set by the builders of src/procedures/access/builders.ts, read by the documents and the tests. */
export interface Access {
  record: string
  /** `public`, `signed in`, `session`, `system admin`, `privileged`, a role, `show`, `project <role>`, `owner`, `depends`. */
  needs: string
  /** What `depends` depends on: members of the body. */
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

/** What is declared beside an operation's shapes. One source for routes, document, limits and tests. */
export interface Meta {
  openapi?: OpenApi & { tags: string[]; summary: string }
  /** What a procedure without an address does, in a line. */
  summary?: string
  /** With `Prefer: respond-async` it runs as a job; its access must be known from its declaration (rule C-71). */
  mayRunLater?: true
  /** Further routes of the same operation, such as PUT beside PATCH. */
  also?: { method: OpenApi['method']; path: OpenApi['path'] }[]
  access?: Access
  /** Title of the toast that refuses values or a step with 422 (rule R-55). */
  refusal?: string
  /** Success status where it is not 200. */
  status?: 201 | 204
  /** The success has no body although it is no 204, as peers expect (rule E-7). */
  bodiless?: true
  /** Unknown members and parameters are refused; set by `rejectUnknownKeys` (rule E-6). */
  strict?: true
  /** Unknown members of the body reach the operation, which refuses some of them (rule A-41). */
  seesUnknown?: true
  /** Members whose absence is a 400 (rule E-3). */
  required?: string[]
  /** Members that the document calls required, because without them the operation cannot succeed. */
  needed?: string[]
  /** Rate limits of the signed-in account, counted before the work (rule A-67); they may follow from the input. */
  limits?: RateName[] | ((raw: unknown) => RateName[])
  /**
   * The operation takes multipart/form-data, `only` that or JSON too; the file in `field` (`file`, or a name such as
   * `component[file]`) may have this many bytes.
   */
  upload?: { limitBytes: number; only: boolean; field?: string }
  /** The body may be left out altogether (its wrapper is then absent). */
  emptyBody?: boolean
  /** Error statuses beyond those that follow from access and input. */
  errors?: number[]
  /** A refused value is answered as `{valid: false, error, reason}` (rule E-11). */
  tellsValidity?: boolean
  /** Media type of the success where it is not JSON, or the types that it may have. */
  produces?: string | string[]
  /** Whether the answer has an `ETag`, if that does not follow from its shape (rule E-13); `optional`: sometimes. */
  etag?: boolean | 'optional'
  /** `Idempotency-Key` counts although this is no POST (rule E-16). */
  idempotencyKey?: boolean
  /** No Idempotency-Key here: the answer holds a secret or a cookie (rule E-16). */
  secret?: boolean
}

/** The names in `{braces}` of a documented path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? [])
}

/** Whether a method carries its values in the body. */
export function hasBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}

/** Objects that say how an operation works; every other one is the wrapper of a record. */
const PARAMETER_OBJECTS: ReadonlySet<string> = new Set([NARROWING, 'mapping'])

/** Sorts the members of an operation's input into path, query and wrapper, from its declaration alone. */
export function inputRoles(meta: Meta | undefined, members: Record<string, 'object' | 'other'>): InputRoles {
  const inPath = pathParameters(meta?.openapi?.path ?? '')
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
