import { DomainError } from '../../errors.ts'

/** The disk or quota is full, or this process has too many open files. */
const FULL = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']

/** Maps an error of a temp file: 503 if the disk is full, otherwise the error itself. */
export function mapFileError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !FULL.includes(String(error.code))) return error
  const message = 'The service has no disk space for files at the moment. Please try again later.'
  const mapped = new DomainError('unavailable', 'uploads_busy', message, { retryAfter: 5 })
  mapped.cause = error
  return mapped
}
