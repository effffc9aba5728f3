import { type DomainError, validationError } from '../../errors.ts'
import { isTooLong } from '../xccdf/errors.ts'

/** Creates the 422 for a reference document that can't be read, with the line if known. */
export function createUnreadableError(message: string, line?: number): DomainError {
  const text = line === undefined ? message : `Line ${line}: ${message}`
  return validationError('reference.unreadable', 'file', text)
}

/** Creates the 422 for a file that is neither a CCI list nor an OSCAL catalog. */
export function createWrongKindError(message: string): DomainError {
  return validationError('reference.kind', 'file', message)
}

/** Creates the 422 for an entry that can't be stored; the message names it. */
export function createInvalidEntryError(message: string, line?: number): DomainError {
  const text = line === undefined ? message : `Line ${line}: ${message}`
  return validationError('reference.invalid', 'file', text)
}

/** Shortens a value of a document for a message. */
export function toShortName(text: string): string {
  return text.length <= 60 ? text.toWellFormed() : `${text.slice(0, 60).toWellFormed()}…`
}

/** Throws 422 for a text that is too long, or that the database can't store; `name` says which one it is. */
export function assertStorable(text: string, maximum: number, name: string, line?: number): void {
  if (isTooLong(text, maximum)) {
    throw createInvalidEntryError(`${name} has more than ${maximum} characters.`, line)
  }
  if (text.includes('\0') || !text.isWellFormed()) {
    throw createInvalidEntryError(`${name} contains a character that is not allowed.`, line)
  }
}
