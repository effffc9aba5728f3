import { type DomainError, invalid } from '../errors.ts'

/** The greatest benchmark file, packed or unpacked: 50 MiB, the value itself included (rule C-4). */
export const MAX_BENCHMARK_BYTES = 50 * 1024 * 1024
/** The greatest library of guides. */
export const MAX_LIBRARY_BYTES = 600 * 1024 * 1024

/** The refusal of a file that is neither a guide nor a package, by its name. */
export function wrongExtension(filename: string): DomainError {
  const extension = /\.[^./\\]*$/.exec(filename)?.[0].toLowerCase() ?? ''
  const found = extension === '' ? 'no extension' : `the extension "${extension.slice(0, 40)}"`
  const message = `The file must be .xml or .zip (XCCDF), .reqif or .reqifz (ReqIF); it has ${found}.`
  return invalid('upload.extension', 'file', message)
}

export function tooLarge(): DomainError {
  return invalid('upload.too_large', 'file', 'The file is larger than 50 MiB.')
}
