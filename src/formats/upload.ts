import { Unzip, UnzipInflate, unzipSync } from 'fflate'
import { DomainError, invalid } from '../errors.ts'
import { type ByteSource, copiesOf } from '../computing/spool/spooled-file.ts'
import { indexOf } from './archive-index.ts'

/** The greatest benchmark file, packed or unpacked: 50 MiB, the value itself included (rule C-4). */
export const MAX_BENCHMARK_BYTES = 50 * 1024 * 1024
const MAX_ENTRIES = 10_000
/** A few bytes of an archive become a thousand times as many at once. */
const CHUNK = 1024

interface Entry {
  name: string
  originalSize: number
}

/** Takes what is unpacked, and is then it. */
export interface Unpacked {
  write: (chunk: Uint8Array) => void
  source: () => ByteSource
}

/**
 * The XML of an uploaded benchmark: an `.xml` file as it is, or the only `*-xccdf.xml` of a `.zip`, in any folder.
 * Refuses (422, `upload.*`) another extension, more than 50 MiB, and an archive that is damaged, lies about sizes
 * or has no or several benchmarks (rule C-14).
 */
export function benchmarkBytes(
  filename: string,
  bytes: ByteSource,
  unpacked: (size: number) => Unpacked = inMemory,
): { xml: ByteSource } {
  const extension = /\.[^./\\]*$/.exec(filename)?.[0].toLowerCase() ?? ''
  if (extension !== '.xml' && extension !== '.zip') {
    const found = extension === '' ? 'no extension' : `the extension "${extension.slice(0, 40)}"`
    throw invalid(
      'upload.extension',
      'file',
      `The file must be .xml or .zip (XCCDF), .reqif or .reqifz (ReqIF); it has ${found}.`,
    )
  }
  if (bytes.byteLength > MAX_BENCHMARK_BYTES) throw tooLarge('The file')
  return { xml: extension === '.xml' ? bytes : unpack(bytes, unpacked) }
}

function unpack(zip: ByteSource, unpacked: (size: number) => Unpacked): ByteSource {
  try {
    const entry = onlyBenchmark(entriesOf(indexOf(zip)))
    if (entry.originalSize > MAX_BENCHMARK_BYTES) throw tooLarge(`${entry.name.slice(0, 255)} in the archive`)
    const into = unpacked(entry.originalSize)
    extract(zip, entry, into.write)
    return into.source()
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw invalid('upload.archive', 'file', 'The archive is damaged, encrypted or not a zip file.')
  }
}

function entriesOf(index: Uint8Array): Entry[] {
  const entries: Entry[] = []
  unzipSync(index, {
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
function extract(zip: ByteSource, { name, originalSize }: Entry, write: Unpacked['write']): void {
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
      write(chunk)
      size += chunk.length
      complete = final
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  let left = zip.byteLength
  for (const piece of copiesOf(zip)) {
    for (let at = 0; at < piece.length && !complete; at += CHUNK) {
      const chunk = piece.subarray(at, at + CHUNK)
      left -= chunk.length
      unzip.push(chunk, left === 0)
    }
    if (complete) break
  }
  if (!complete || size !== originalSize) throw lyingSize(name)
}

function inMemory(bytes: number): Unpacked {
  const xml = new Uint8Array(bytes)
  let size = 0
  return {
    write(chunk) {
      xml.set(chunk, size)
      size += chunk.byteLength
    },
    source: () => xml,
  }
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
