const NO_ANSWER = 'The service did not answer in time'

/** The usual reasons of failed connections, by the code or name of the error. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'No service accepts connections at this address',
  ECONNRESET: 'The service closed the connection',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  ENOTFOUND: 'The host name is unknown',
  EAI_AGAIN: 'The host name could not be resolved',
  ETIMEDOUT: NO_ANSWER,
  TimeoutError: NO_ANSWER,
  UND_ERR_CONNECT_TIMEOUT: NO_ANSWER,
  EAUTH: 'The service rejected the sign-in',
  CERT_HAS_EXPIRED: 'The certificate of the service has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the service is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the service is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the service is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate belongs to another host name',
  SyntaxError: 'The answer has the wrong format; the address may be wrong',
}

/** Returns why a connection failed, by its innermost cause: the usual reason, then the error's own message. */
export function describeConnectionFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined && error.cause !== null) return describeConnectionFailure(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) {
    return describeConnectionFailure(error.errors[0])
  }
  const reason = findReason(error)
  const message = error.message || error.name
  return reason === null ? message : `${reason} (${message})`
}

/** Libraries replace the code of the operating system, but leave it in the message. */
function findReason(error: Error): string | null {
  const code = 'code' in error ? String(error.code) : ''
  const [, reason] =
    Object.entries(REASONS).find(
      ([name]) => name === code || name === error.name || error.message.includes(name),
    ) ?? []
  if (reason !== undefined) return reason
  return error.message.includes('timed out') ? NO_ANSWER : null
}
