import { TRPCClientError } from '@trpc/client'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { removeControlCharacters } from './terminal/plain.ts'

/** Details of a failure for scripts, in addition to its message. */
export interface FailureDetails {
  status?: number | undefined
  reason?: string | undefined
  /** Messages by field, if values were rejected. */
  errors?: Record<string, unknown> | undefined
  request_id?: string | undefined
  /** The job that the command waited for. */
  job?: number | undefined
}

/** The reason why a command failed, with a message and an exit code. */
export class Failure extends Error {
  readonly exit: ExitCode
  readonly facts: FailureDetails

  constructor(exit: ExitCode, message: string, facts: FailureDetails = {}) {
    super(message)
    this.exit = exit
    this.facts = facts
  }
}

/** Converts any error to a Failure: of tRPC calls, connections, certificates and local files. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const inner = findCause(error)
  if (inner !== null) return inner
  if (error instanceof TRPCClientError) return toCallFailure(error)
  const code = readErrorCode(error)
  if (code !== null) return toSystemFailure(code, error)
  return new Failure(
    EXIT.refused,
    error instanceof Error ? removeControlCharacters(error.message) : 'Something went wrong.',
  )
}

/** Converts a REST error body to a Failure: a problem document, a toast or `{error}`. */
export function toResponseFailure(status: number, body: unknown): Failure {
  const problem = isObject(body) ? body : {}
  const toast = isObject(problem['toast']) ? problem['toast'] : {}
  const errors = isObject(problem['errors']) ? problem['errors'] : undefined
  const lines = [problem['detail'], problem['error'], toast['message'], problem['title'], toast['title']]
    .map((line) => readTexts(line).join(' '))
    .filter((line) => line !== '')
  const warnings = readTexts(problem['warnings'])
  const message = [lines[0] ?? `The service answered ${status}.`, ...warnings].join('\n')
  return new Failure(toExitCode(status), removeControlCharacters(message), {
    status,
    reason: readText(problem, 'reason') ?? readText(problem, 'code'),
    errors,
    request_id: readText(problem, 'request_id'),
  })
}

/** Converts an HTTP status to an exit code. */
export function toExitCode(status: number): ExitCode {
  if (status === 401 || status === 403 || status === 423) return EXIT.notAllowed
  if (status === 404 || status === 410) return EXIT.notFound
  if (status === 409 || status === 412) return EXIT.conflict
  if (status === 429) return EXIT.later
  return status >= 500 || (status >= 300 && status < 400) ? EXIT.away : EXIT.refused
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toCallFailure(error: {
  data: unknown
  message: string
  meta?: Record<string, unknown> | undefined
}): Failure {
  const body = error.meta?.['responseJSON']
  const response = error.meta?.['response']
  const { data } = error
  if (!isObject(data) || typeof data['httpStatus'] !== 'number') {
    const status = response instanceof Response ? response.status : null
    if (status !== null) return toResponseFailure(status, body)
    return new Failure(EXIT.away, 'The service sent an unexpected response. Is it a Rulewright service?')
  }
  return new Failure(toExitCode(data['httpStatus']), removeControlCharacters(error.message), {
    status: data['httpStatus'],
    reason: readText(data, 'reason'),
    errors: isObject(data['errors']) ? data['errors'] : undefined,
    request_id: readText(data, 'requestId'),
  })
}

/** Finds a Failure or network error among the causes of an error of `fetch` or the client. */
function findCause(error: unknown): Failure | null {
  let current = error
  let cut = false
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if (current instanceof Failure) return current
    const code = readErrorCode(current)
    if (code !== null && !(current instanceof TRPCClientError)) return toSystemFailure(code, current)
    if (current.name === 'AbortError') return new Failure(EXIT.interrupted, 'Interrupted.')
    cut ||= current.message === 'fetch failed' || current.message === 'terminated'
    current = current.cause
  }
  return cut ? new Failure(EXIT.away, 'The connection to the service failed.') : null
}

const FILES: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'it already exists',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
}

const NETWORK: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers there. Is the service started?',
  ECONNRESET: 'The connection was closed.',
  EPIPE: 'The connection was closed.',
  ENOTFOUND: 'The host does not exist.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  ETIMEDOUT: 'The service did not answer in time.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  UND_ERR_SOCKET: 'The connection was closed.',
  UND_ERR_CONNECT_TIMEOUT: 'The service did not answer in time.',
  UND_ERR_HEADERS_TIMEOUT: 'The service did not answer in time.',
  UND_ERR_BODY_TIMEOUT: 'The service did not answer in time.',
}

const OWN_AUTHORITY =
  'Its certificate was signed by an authority that this machine does not know. Where that is yours, name its file in NODE_EXTRA_CA_CERTS.'

const TLS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: OWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: OWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: OWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: OWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: OWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet; check the clock of this machine.',
  CERT_REVOKED: 'Its certificate was revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host.',
}

function toSystemFailure(code: string, error: unknown): Failure {
  const network = NETWORK[code] ?? TLS[code]
  if (network !== undefined && !(code === 'EPIPE' && readErrorPath(error) !== null)) {
    return new Failure(EXIT.away, network, { reason: code })
  }
  if (FILES[code] !== undefined) {
    return new Failure(EXIT.file, `${readErrorPath(error) ?? 'A file'}: ${FILES[code]}.`, { reason: code })
  }
  if (/SSL|TLS|CERT/.test(code)) {
    return new Failure(EXIT.away, `A secure connection could not be made (${code}).`, { reason: code })
  }
  const message = error instanceof Error ? removeControlCharacters(error.message) : code
  return new Failure(readErrorPath(error) === null ? EXIT.away : EXIT.file, message, { reason: code })
}

function readErrorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^[A-Z]/.test(code) ? code : null
}

function readErrorPath(error: unknown): string | null {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null
}

function readText(problem: Record<string, unknown>, name: string): string | undefined {
  const value = problem[name]
  return typeof value === 'string' ? value : undefined
}

function readTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  return Array.isArray(value) ? value.flatMap(readTexts) : []
}
