import { type DomainError, validationError } from '../errors.ts'

/** Maximum bytes of a benchmark file, compressed or not: 50 MiB, inclusive (rule C-4). */
export const MAX_BENCHMARK_BYTES = 50 * 1024 * 1024
/** Maximum bytes of a library of guides. */
export const MAX_LIBRARY_BYTES = 600 * 1024 * 1024

/** Creates the 422 for a file name that is neither a guide nor a package. */
export function createWrongExtensionError(filename: string): DomainError {
  const extension = /\.[^./\\]*$/.exec(filename)?.[0].toLowerCase() ?? ''
  const extensionText = extension === '' ? 'no extension' : `the extension "${extension.slice(0, 40)}"`
  const message = `The file must be .xml or .zip (XCCDF), .reqif or .reqifz (ReqIF); it has ${extensionText}.`
  return validationError('upload.extension', 'file', message)
}

/** Creates the 422 for a benchmark file over its size limit. */
export function createTooLargeError(): DomainError {
  return validationError('upload.too_large', 'file', 'The file is larger than 50 MiB.')
}
