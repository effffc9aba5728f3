import { Unzip, UnzipInflate, unzipSync } from 'fflate'
import { DomainError, invalid } from '../errors.ts'

/** The greatest benchmark file, packed or unpacked: 50 MiB, the value itself included (components 1.4). */
export const MAX_BENCHMARK_BYTES = 50 * 1024 * 1024
const MAX_ENTRIES = 10_000
const CHUNK = 16 * 1024

interface Entry {
  name: string
  originalSize: number
}

/**
 * The XML of an uploaded benchmark: an `.xml` file as it is, or the only `*-xccdf.xml` of a `.zip`, in any folder.
 * Refuses (422, `upload.*`) another extension, more than 50 MiB, and an archive that is damaged, lies about sizes
 * or has no or several benchmarks (components 5.1).
 */
export function benchmarkBytes(filename: string, bytes: Uint8Array): { xml: Uint8Array } {
  const extension = /\.[^./\\]*$/.exec(filename)?.[0].toLowerCase() ?? ''
  if (extension !== '.xml' && extension !== '.zip') {
    const found = extension === '' ? 'no extension' : `the extension "${extension.slice(0, 40)}"`
    throw invalid('upload.extension', 'file', `The file must be .xml or .zip; it has ${found}.`)
  }
  if (bytes.length > MAX_BENCHMARK_BYTES) throw tooLarge('The file')
  return { xml: extension === '.xml' ? bytes : unpack(bytes) }
}

function unpack(zip: Uint8Array): Uint8Array {
  try {
    const entry = onlyBenchmark(entriesOf(zip))
    if (entry.originalSize > MAX_BENCHMARK_BYTES) throw tooLarge(`${entry.name.slice(0, 255)} in the archive`)
    return extract(zip, entry)
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw invalid('upload.archive', 'file', 'The archive is damaged, encrypted or not a zip file.')
  }
}

function entriesOf(zip: Uint8Array): Entry[] {
  const entries: Entry[] = []
  unzipSync(zip, {
    filter: ({ name, originalSize }) => {
      if (entries.push({ name, originalSize }) > MAX_ENTRIES) throw tooManyEntries()
      return false
    },
  })
  return entries
}

function onlyBenchmark(entries: Entry[]): Entry {
  const found = entries.filter(({ name }) => /-xccdf\.xml$/i.test(name) && !/(^|\/)__MACOSX\//.test(name))
  const [entry] = found
  if (entry !== undefined && found.length === 1) return entry
  const message = `The archive must contain exactly one file named *-xccdf.xml; it has ${found.length}.`
  throw invalid('upload.archive', 'file', message)
}

/** Unpacks one entry in small steps and stops as soon as it exceeds the size that the archive's index declares. */
function extract(zip: Uint8Array, { name, originalSize }: Entry): Uint8Array {
  const xml = new Uint8Array(originalSize)
  let size = 0
  let complete = false
  let opened = false
  let seen = 0
  const unzip = new Unzip((file) => {
    if (++seen > MAX_ENTRIES) throw tooManyEntries()
    if (opened || file.name !== name) return
    opened = true
    file.ondata = (error, chunk, final) => {
      if (error) throw error
      if (size + chunk.length > originalSize) throw lyingSize(name)
      xml.set(chunk, size)
      size += chunk.length
      complete = final
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < zip.length && !complete; at += CHUNK) {
    unzip.push(zip.subarray(at, at + CHUNK), at + CHUNK >= zip.length)
  }
  if (!complete || size !== originalSize) throw lyingSize(name)
  return xml
}

function tooLarge(what: string): DomainError {
  return invalid('upload.too_large', 'file', `${what} is larger than 50 MiB.`)
}

function tooManyEntries(): DomainError {
  return invalid('upload.archive', 'file', `The archive has more than ${MAX_ENTRIES} entries.`)
}

function lyingSize(name: string): DomainError {
  return invalid(
    'upload.archive',
    'file',
    `The archive declares a wrong size for ${name.slice(0, 255)}, or it is cut off.`,
  )
}
