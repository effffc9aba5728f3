import type { Meaning } from './meaning.ts'

/** Reasons that any operation may give. */
export const commonReasons = {
  parameter_missing: {
    status: 400,
    meaning: 'A wrapper object, query parameter, file or id that is required is absent.',
  },
  parameter_invalid: { status: 400, meaning: 'An unknown export type, mode or combination.' },
  malformed_request: { status: 400, meaning: 'The body is not JSON, or not an object.' },
  not_authenticated: { status: 401, meaning: 'No credential, or a session that has ended.' },
  invalid_token: { status: 401, meaning: 'The access token is unknown, revoked, expired or empty.' },
  invalid_credentials: { status: 401, meaning: 'Sign-in failed.' },
  session_superseded: { status: 401, meaning: 'A newer sign-in ended this session.' },
  session_timed_out: { status: 401, meaning: 'The session passed its idle or absolute limit.' },
  permission_denied: {
    status: 403,
    meaning: 'The caller lacks the role; `admins` lists people who can grant it.',
  },
  session_authentication_required: {
    status: 403,
    meaning: 'This requires a session; access tokens are rejected.',
  },
  ip_not_allowed: { status: 403, meaning: 'The token may not be used from this address.' },
  insufficient_token_scope: { status: 403, meaning: 'The token lacks the scope of this operation.' },
  local_login_disabled: { status: 403, meaning: 'Password sign-in is switched off.' },
  registration_disabled: { status: 403, meaning: 'Self-registration is switched off.' },
  project_creation_disabled: { status: 403, meaning: 'Only system administrators create projects here.' },
  cross_site_request: {
    status: 403,
    meaning: 'A browser sent the request from a page of another address than `BASE_URL`.',
  },
  reauthentication_required: {
    status: 403,
    meaning: 'An account without a password needs a sign-in with its provider of the last five minutes.',
  },
  not_found: { status: 404, meaning: 'The record does not exist, or is not visible to the caller.' },
  method_not_allowed: { status: 405, meaning: 'The address answers other methods only; see `Allow`.' },
  stale: { status: 409, meaning: 'The record changed since the caller read it (412 for If-Match).' },
  'conflict.duplicate': { status: 409, meaning: 'Another record with these values was stored first.' },
  'conflict.reference': { status: 409, meaning: 'A record that the change depends on is gone or in use.' },
  'conflict.busy': { status: 409, meaning: 'Another change was in progress; try again.' },
  body_too_slow: {
    status: 408,
    meaning: 'The body arrived too slowly, so the request was aborted.',
  },
  payload_too_large: { status: 413, meaning: 'The body is over the limit.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The media type or the Content-Encoding of the body is not supported.',
  },
  'idempotency.running': {
    status: 409,
    meaning: 'The first request with this Idempotency-Key is still running.',
  },
  'idempotency.key_invalid': { status: 422, meaning: 'An Idempotency-Key has 1 to 255 characters.' },
  'idempotency.key_reused': { status: 422, meaning: 'This Idempotency-Key was used for other values.' },
  'idempotency.answer_not_kept': {
    status: 409,
    meaning:
      'Over tRPC only: the call was already made under this key, and its response is not stored, because it was too large or contained a deleted text. `details.reference` has the ids of its records.',
  },
  validation: { status: 422, meaning: 'A value is unusable; `errors` names the field.' },
  'state.refused': { status: 422, meaning: 'The combination of values is not allowed.' },
  incorrect_password: { status: 422, meaning: 'The current password is wrong or missing.' },
  'component.released': { status: 422, meaning: 'A released component is a read-only snapshot.' },
  account_locked: { status: 423, meaning: 'The account is locked.' },
  rate_limited: { status: 429, meaning: 'Too many requests; see `Retry-After`.' },
  too_many_in_flight: {
    status: 429,
    meaning: 'The caller has too many requests in progress; see `Retry-After`.',
  },
  'job.too_many': { status: 429, meaning: 'The caller already has ten jobs waiting or running; cancel one.' },
  too_many_boards: { status: 429, meaning: 'A user can have at most 20 live boards open; close one.' },
  internal_error: { status: 500, meaning: 'Unexpected; quote the request id.' },
  uploads_busy: { status: 503, meaning: 'Too many uploads are in progress; see `Retry-After`.' },
  list_too_long: {
    status: 422,
    meaning: 'The responses of a tRPC batch are too long; send each call on its own.',
  },
  computing_busy: {
    status: 503,
    meaning: 'Too many comparisons or imports are running, or a comparison took too long; see `Retry-After`.',
  },
  service_unavailable: {
    status: 503,
    meaning: 'The service is starting, or the database is not available; see `Retry-After`.',
  },
  'database.statement_timeout': { status: 503, meaning: 'The database took too long; nothing was changed.' },
  'database.lock_timeout': {
    status: 503,
    meaning: 'Another change held the record for too long; nothing was changed.',
  },
  'database.idle_timeout': { status: 503, meaning: 'The request took too long; nothing was changed.' },
  'database.no_room': {
    status: 503,
    meaning: 'The database is out of disk space or memory; nothing was changed.',
  },
  'database.cancelled': { status: 503, meaning: 'An operator stopped the statement; nothing was changed.' },
} satisfies Record<string, Meaning>
