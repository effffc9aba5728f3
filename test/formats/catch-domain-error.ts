import { DomainError } from '../../src/errors.ts'

/** Returns the DomainError that `action` throws; fails if it throws none. */
export function catchDomainError(action: () => unknown): DomainError {
  try {
    action()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  throw new Error('Nothing was refused.')
}
