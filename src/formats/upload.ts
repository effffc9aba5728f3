import { type DomainError, invalid } from '../errors.ts'
import type { ByteSource } from '../computing/spool/spooled-file.ts'
import { readZip, type ZipBounds, type ZipEntry } from './zip-reader.ts'

/** The greatest benchmark file, packed or unpacked: 50 MiB, the value itself included (rule C-4). */
export const MAX_BENCHMARK_BYTES = 50 * 1024 * 1024
const BENCHMARK = /-xccdf\.xml$/i
/** Of an archive; nothing but the benchmark is unpacked. Who packs guides adds manuals and tables to them. */
const BOUNDS: ZipBounds = {
  entries: 10_000,
  bytes: 200 * 1024 * 1024,
  each: MAX_BENCHMARK_BYTES,
  packages: true,
  padded: BENCHMARK,
}

/** Takes what is unpacked, and is then it. */
export interface Unpacked {
  write: (chunk: Uint8Array) => void
  source: () => ByteSource
}

/**
 * The XML of an uploaded benchmark: an `.xml` file as it is, or the only `*-xccdf.xml` of a `.zip`, in any folder.
 * Refuses (422, `upload.*`) another extension, more than 50 MiB, an archive that has no or several benchmarks, and
 * what archives are refused for (rules C-14, C-84).
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
  const entry = onlyBenchmark(readZip(zip, BOUNDS))
  const into = unpacked(entry.size)
  for (const piece of entry.read()) into.write(piece)
  return into.source()
}

function onlyBenchmark(entries: readonly ZipEntry[]): ZipEntry {
  const found = entries.filter(({ name }) => BENCHMARK.test(name))
  const [entry] = found
  if (entry !== undefined && found.length === 1) return entry
  const message = `The archive must contain exactly one file named *-xccdf.xml; it has ${found.length}.`
  throw invalid('upload.archive', 'file', message)
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
