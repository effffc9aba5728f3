/** The usual reasons of failed connections, with their texts. */
export const CONNECTION_FAILURES = {
  refused: 'No service accepts connections at this address',
  closed: 'The service closed the connection',
  unreachable: 'The host cannot be reached',
  unknown_host: 'The host name is unknown',
  timeout: 'The service did not answer in time',
  credentials: 'The service rejected the sign-in',
  rejected: 'The service rejected the connection',
  certificate_expired: 'The certificate of the service has expired',
  certificate_untrusted: 'The certificate of the service is not trusted',
  certificate_host: 'The certificate belongs to another host name',
  no_tls: 'The service does not offer TLS at this address',
  other_issuer: 'The provider names another issuer',
  wrong_answer: 'The answer has the wrong format; the address may be wrong',
} as const
export type ConnectionFailureReason = keyof typeof CONNECTION_FAILURES

/**
 * The code, the name or a part of the message of an error, with its reason. Libraries replace the code of the operating
 * system and of OpenSSL, but leave it or its text in the message.
 */
const SIGNS: readonly (readonly [string, ConnectionFailureReason])[] = [
  ['CERT_HAS_EXPIRED', 'certificate_expired'],
  ['certificate has expired', 'certificate_expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate_untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate_untrusted'],
  ['self-signed certificate', 'certificate_untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate_untrusted'],
  ['unable to verify the first certificate', 'certificate_untrusted'],
  ['unable to get local issuer certificate', 'certificate_untrusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_host'],
  ['does not match certificate', 'certificate_host'],
  ['wrong version number', 'no_tls'],
  ['packet length too long', 'no_tls'],
  ['unsupported extended operation', 'no_tls'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'closed'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENOTFOUND', 'unknown_host'],
  ['EAI_AGAIN', 'unknown_host'],
  ['ETIMEDOUT', 'timeout'],
  ['TimeoutError', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['timed out', 'timeout'],
  ['EAUTH', 'credentials'],
  ['InvalidCredentialsError', 'credentials'],
  ['EPROTOCOL', 'rejected'],
  ['another issuer', 'other_issuer'],
  ['SyntaxError', 'wrong_answer'],
  ['ZodError', 'wrong_answer'],
]

/** Why a connection failed. */
export interface ConnectionFailure {
  /** The usual reason; absent if the error has none. */
  reason?: ConnectionFailureReason
  /** The error's own message. */
  detail: string
}

/** Returns why a connection failed, by its innermost cause. */
export function findConnectionFailure(error: unknown): ConnectionFailure {
  if (!(error instanceof Error)) return { detail: String(error) }
  if (error.cause !== undefined && error.cause !== null) return findConnectionFailure(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) {
    return findConnectionFailure(error.errors[0])
  }
  const code = 'code' in error ? String(error.code) : ''
  const [, reason] =
    SIGNS.find(([sign]) => sign === code || sign === error.name || error.message.includes(sign)) ?? []
  const detail = error.message || error.name
  return reason === undefined ? { detail } : { reason, detail }
}

/** Returns a failure as one text. */
export function formatConnectionFailure({ reason, detail }: ConnectionFailure): string {
  return reason === undefined ? detail : `${CONNECTION_FAILURES[reason]} (${detail})`
}
