import { validationError } from '../../errors.ts'
import { detectContentKind, type ContentKind } from '../../formats/package/content-kind.ts'
import { findBenchmarks, type BenchmarkRange } from '../../formats/package/data-stream.ts'
import { decodeXml } from '../../formats/xccdf/decode.ts'
import { streamEntry, type ZipLocation } from '../../formats/zip-entry.ts'
import { readPackage } from '../../formats/zip-reader.ts'
import { type ByteSource, readChunks } from '../../lib/temp-files/byte-range.ts'
import { TempFile } from '../../lib/temp-files/temp-file.ts'
import { collectGarbageAfter } from '../collect-garbage.ts'

/** Limits of the unpacked content of one archive. */
const BOUNDS = { entries: 2000, bytes: 2 * 1024 * 1024 * 1024 }
/** Office documents: zip archives without anything to import. */
const OFFICE = /\.(xlsx|xlsm|docx|pptx|odt|ods|odp|jar)$/i

/** A member of a package that may be imported. */
export interface PackageMember {
  name: string
  kind: Exclude<ContentKind, 'other' | 'no_xml'> | 'fault'
  /** Null for a file that is not in an archive. */
  location: ZipLocation | null
  /** Why it cannot be read. */
  fault: string | null
}

/** Detects the kind of an uploaded file by its content. */
export function inspectFile({ content }: { content: ByteSource }): ContentKind {
  return detectContentKind(readChunks(content))
}

/** Lists the members of a zip archive that may be guides, may contain guides, or can't be read. */
export function listPackageMembers({ content }: { content: ByteSource }): PackageMember[] {
  const entries = readPackage(content, BOUNDS)
  const members = entries.flatMap(({ fault, ...location }): PackageMember[] => {
    const { name } = location
    const common = { name, location, fault }
    if (fault !== null) return canBeGuide(name) ? [{ ...common, kind: 'fault' }] : []
    if (OFFICE.test(name)) return []
    const kind = detectKind(content, location)
    if (kind === null) {
      return canBeGuide(name) ? [{ ...common, kind: 'fault', fault: 'is damaged or cut off' }] : []
    }
    const isBroken = kind === 'broken' || kind === 'no_xml'
    if (isBroken) return /\.xml$/i.test(name) ? [{ ...common, kind: 'broken' }] : []
    return kind === 'other' ? [] : [{ ...common, kind }]
  })
  collectGarbageAfter(content.byteLength)
  return members
}

/** Returns null for an entry that can't be unpacked. */
function detectKind(content: ByteSource, location: ZipLocation): ContentKind | null {
  try {
    return detectContentKind(streamEntry(content, location))
  } catch {
    return null
  }
}

const canBeGuide = (name: string): boolean => /\.(xml|zip)$/i.test(name)

/** Unpacks a member into an empty file; returns its size. Throws 422 if it is damaged or larger than `maxBytes`. */
export function unpackMember(input: {
  content: ByteSource
  location: ZipLocation
  maxBytes: number
  fd: number
}): number {
  const { content, location, maxBytes, fd } = input
  if (location.size > maxBytes) throw createTooLargeError(maxBytes)
  const file = new TempFile(fd)
  let size = 0
  for (const piece of streamEntry(content, location)) {
    size += piece.byteLength
    file.write(piece)
    collectGarbageAfter(piece.byteLength)
  }
  return size
}

function createTooLargeError(limit: number) {
  return validationError(
    'upload.too_large',
    'file',
    `It is larger than ${Math.floor(limit / 1024 / 1024)} MiB.`,
  )
}

/** Lists the benchmarks of a SCAP data stream. */
export function streamBenchmarks({ content }: { content: ByteSource }): BenchmarkRange[] {
  const benchmarks = findBenchmarks(decodeXml(content))
  collectGarbageAfter(content.byteLength)
  return benchmarks
}
