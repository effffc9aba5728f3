import { DomainError } from '../../../src/errors.ts'

/** The same, with its 422 in the form that peers expect of these operations: `{error, toast, reason}` (rule E-11). */
export async function asError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error
    throw new DomainError(error.kind, error.reason, error.message, { ...error.details, dialect: 'error' })
  }
}
