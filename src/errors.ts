/** The kinds of domain errors. `STATUS` maps each kind to its HTTP status. */
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

/** Optional parts of an error response. All of them are documented and public. */
export interface ErrorDetails {
  /** Title of the toast, or of the problem document. */
  title?: string
  /** Toast variant, `danger` by default. */
  variant?: ToastVariant
  /** Field name -> messages, for invalid values. */
  errors?: Record<string, string[]>
  /** Several messages for one toast, instead of the error's own message. */
  messages?: string[]
  /** Other members of the body, such as the current record of a stale write or the admins of a project. */
  members?: Record<string, unknown>
  /** Seconds to wait before a retry. */
  retryAfter?: number
  /** Overrides whether the response is a problem document or a toast (rule E-10). */
  dialect?: 'problem' | 'toast' | 'bare'
  /** Additional response headers. */
  headers?: Record<string, string>
}

/**
 * An error that the caller can act on. Entities, loaders and procedures throw it; all error responses come from it.
 * `reason` is stable, documented at /docs/api/errors, and equal in REST and tRPC.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly reason: string
  readonly details: ErrorDetails
  /** The id of the original request, if the error is replayed to a later one. */
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

/** Creates the constant 404: the responses for missing and concealed records are identical (rule A-7). */
export function notFoundError(): DomainError {
  return new DomainError('missing', 'not_found', 'There is no such record.')
}

/** The response to an unexpected error: it reveals only the request id (rule E-10). */
export function unexpectedError(): DomainError {
  return new DomainError('internal', 'internal_error', 'Something went wrong on our side. Please try again.')
}

/** Creates a 422 error for one field with an invalid value; the message may continue a sentence that starts with it. */
export function validationError(
  reason: string,
  field: string,
  message: string,
  details: ErrorDetails = {},
): DomainError {
  const sentence = /^[a-z]/.test(message) ? `${formatFieldLabel(field)} ${message}` : message
  return new DomainError('invalid', reason, sentence, { errors: { [field]: [message] }, ...details })
}

/** Formats a field name as the start of a sentence. */
export function formatFieldLabel(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Creates a 422 error for a transition that the record's state does not allow. */
export function stateError(reason: string, message: string, variant: ToastVariant = 'danger'): DomainError {
  return new DomainError('invalid', reason, message, { variant })
}
