import { DomainError } from '../../../src/errors.ts'

/**
 * Runs the import and converts its 422 to the body that peers expect: `{error, toast, reason}` (rule E-11).
 */
export async function toImportError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error
    throw new DomainError(error.kind, error.reason, error.message, { ...error.details, dialect: 'error' })
  }
}
