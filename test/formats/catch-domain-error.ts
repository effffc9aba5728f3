import { DomainError } from '../../src/errors.ts'

/** The DomainError that `action` throws; a test fails when it throws none. */
export function catchDomainError(action: () => unknown): DomainError {
  try {
    action()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('Nothing was refused.')
}
