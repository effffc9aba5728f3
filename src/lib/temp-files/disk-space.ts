import { DomainError } from '../../errors.ts'

/** The disk or its share is full, or this process may open no further file. */
const FULL = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE']

/** What a failed write to a file beside the database means: 503 where there is no room, else the error itself. */
export function mapFileError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || !FULL.includes(String(error.code))) return error
  const message = 'There is no room for files at the moment. Please try again later.'
  const refusal = new DomainError('unavailable', 'uploads_busy', message, { retryAfter: 5 })
  refusal.cause = error
  return refusal
}
