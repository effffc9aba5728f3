import type { DomainError, ErrorKind } from '../src/errors.ts'
import type { Meta } from '../src/procedures/meta.ts'
import { createToast } from '../src/procedures/schemas/shapes.ts'

/** An error response of the REST API. */
export interface ErrorAnswer {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
}

const PROBLEM_KINDS: readonly ErrorKind[] = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'missing',
  'method',
  'slow',
  'too_large',
  'media_type',
  'unavailable',
]

const TITLES: Record<ErrorKind, string> = {
  malformed: 'Bad request',
  unauthenticated: 'Not authenticated',
  forbidden: 'Permission denied',
  missing: 'Not found',
  method: 'Method not allowed',
  slow: 'Request timeout',
  conflict: 'Changed in the meantime',
  stale: 'Changed in the meantime',
  too_large: 'Payload too large',
  media_type: 'Unsupported media type',
  invalid: 'Could not be done',
  locked: 'Account locked',
  throttled: 'Rate limit reached',
  internal: 'Unexpected error',
  unavailable: 'Service unavailable',
}

/**
 * Creates the REST body of an error: a problem document or a toast, with `reason` in both (rules E-10 and E-11).
 * `meta` is that of the operation.
 */
export function toErrorResponse(
  error: DomainError,
  requestId: string,
  meta?: Pick<Meta, 'refusal' | 'errorText'>,
): ErrorAnswer {
  const headers: Record<string, string> = { ...error.details.headers }
  if (error.details.retryAfter !== undefined) {
    headers['retry-after'] = String(Math.ceil(error.details.retryAfter))
  }
  if (error.kind === 'unauthenticated') headers['www-authenticate'] ??= 'Token realm="api"'
  const dialect = error.details.dialect ?? (PROBLEM_KINDS.includes(error.kind) ? 'problem' : 'toast')
  if (dialect === 'problem') {
    return {
      status: error.status,
      headers: { ...headers, 'content-type': 'application/problem+json' },
      body: toProblemDetails(error),
    }
  }
  if (dialect === 'bare') {
    const bare = { ...error.details.members, error: error.message, reason: error.reason }
    return { status: error.status, headers: { ...headers, 'content-type': 'application/json' }, body: bare }
  }
  const body = toToastBody(error, meta?.refusal)
  if (error.kind === 'internal') body['request_id'] = requestId
  if (error.kind === 'invalid' && meta?.errorText) body['error'] = error.message
  return { status: error.status, headers: { ...headers, 'content-type': 'application/json' }, body }
}

function toProblemDetails(error: DomainError): Record<string, unknown> {
  const body: Record<string, unknown> = {
    type: `/docs/api/errors#${error.reason}`,
    title: error.details.title ?? TITLES[error.kind],
    status: error.status,
    detail: error.message,
    reason: error.reason,
    ...error.details.members,
  }
  if (error.details.errors) body['errors'] = error.details.errors
  if (error.reason === 'permission_denied') {
    body['admins'] ??= []
    body['toast'] = createToast(TITLES.forbidden, error.message, 'danger')
  }
  return body
}

function toToastBody(error: DomainError, refusal?: string): Record<string, unknown> {
  const reason = error.kind === 'invalid' ? refusal : undefined
  const body: Record<string, unknown> = {
    toast: createToast(
      reason ?? error.details.title ?? TITLES[error.kind],
      error.details.messages ?? [error.message],
      error.details.variant ?? (error.kind === 'conflict' || error.kind === 'stale' ? 'warning' : 'danger'),
    ),
    reason: error.reason,
    ...error.details.members,
  }
  if (error.details.errors) body['errors'] = error.details.errors
  return body
}
