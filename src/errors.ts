/** What went wrong, as the domain sees it. `STATUS` gives each kind its HTTP status. */
export type ErrorKind = keyof typeof STATUS

/** The one table of statuses; REST bodies are decided in openapi/errors.ts, tRPC codes in src/procedures/trpc.ts. */
export const STATUS = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  method: 405,
  slow: 408,
  conflict: 409,
  stale: 412,
  too_large: 413,
  media_type: 415,
  invalid: 422,
  locked: 423,
  throttled: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ToastVariant = 'success' | 'danger' | 'warning' | 'info'

/** Everything beside kind, reason and text that an answer may carry. Only documented, public facts. */
export interface ErrorDetails {
  /** Title of the toast, or of the problem document. */
  title?: string
  /** Toast variant, `danger` unless given. */
  variant?: ToastVariant
  /** Field name -> messages, for refused values. */
  errors?: Record<string, string[]>
  /** Several messages for one toast, in place of the error's own. */
  messages?: string[]
  /** Further members of the body: the current record of a stale write, the admins of a denied project, ... */
  members?: Record<string, unknown>
  /** Seconds after which a retry makes sense. */
  retryAfter?: number
  /** Answer as a problem document where the kind alone would give a toast, or the reverse (rule E-10). */
  dialect?: 'problem' | 'toast' | 'error' | 'bare'
  /** Further response headers. */
  headers?: Record<string, string>
}

/**
 * A refusal the caller can act on. Entities, loaders and procedures throw it; no one else makes error answers.
 * `reason` is stable, documented at /docs/api/errors and the same in REST and tRPC.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly reason: string
  readonly details: ErrorDetails
  /** The request that was refused, where its refusal is repeated to a later one. */
  readonly requestId: string | null

  constructor(
    kind: ErrorKind,
    reason: string,
    message: string,
    details: ErrorDetails = {},
    requestId: string | null = null,
  ) {
    super(message)
    this.name = 'DomainError'
    this.kind = kind
    this.reason = reason
    this.details = details
    this.requestId = requestId
  }

  get status(): number {
    return STATUS[this.kind]
  }
}

/** The one constant 404: missing and concealed records answer the same bytes (rule A-7). */
export function notFound(): DomainError {
  return new DomainError('missing', 'not_found', 'There is no such record.')
}

/** What a caller learns of an error no one expected: nothing but the request id (rule E-10). */
export function unexpected(): DomainError {
  return new DomainError('internal', 'internal_error', 'Something went wrong on our side. Please try again.')
}

/** 422 for one field with an unusable value; a message may be the end of a sentence that begins with the field. */
export function invalid(
  reason: string,
  field: string,
  message: string,
  details: ErrorDetails = {},
): DomainError {
  const sentence = /^[a-z]/.test(message) ? `${label(field)} ${message}` : message
  return new DomainError('invalid', reason, sentence, { errors: { [field]: [message] }, ...details })
}

/** A field's name as the beginning of a sentence. */
export function label(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 422 for a step that the record's state does not allow; `warning` where the tables say so. */
export function illegal(reason: string, message: string, variant: ToastVariant = 'danger'): DomainError {
  return new DomainError('invalid', reason, message, { variant })
}
