import { crc32 } from 'node:zlib'
import { Inflate, inflateSync } from 'fflate'
import { type DomainError, validationError } from '../errors.ts'
import { type ByteSource, readByteRange } from '../lib/temp-files/byte-range.ts'

/** Location of an entry in its archive; plain values for worker threads. */
export interface ZipLocation {
  name: string
  size: number
  packed: number
  method: number
  crc: number
  offset: number
}

/** Compression methods that can be read. */
export const [STORED, DEFLATED] = [0, 8]
const LOCAL = { mark: 0x04034b50, size: 30 }
/** A small chunk, because it can expand a thousandfold. */
const CHUNK = 4096
const MAX_SMALL_BYTES = 256 * 1024

/** Yields the bytes of an entry in pieces; throws 422 as soon as they differ from the archive's index. */
export function* streamEntry(source: ByteSource, entry: ZipLocation): Generator<Uint8Array> {
  const { name, size, crc } = entry
  let byteCount = 0
  let sum = 0
  for (const piece of entry.method === STORED ? readPacked(source, entry) : inflateEntry(source, entry)) {
    byteCount += piece.byteLength
    if (byteCount > size) throw createMismatchRefusal(name)
    sum = crc32(piece, sum)
    yield piece
  }
  if (byteCount !== size || sum >>> 0 !== crc) throw createMismatchRefusal(name)
}

function* inflateEntry(source: ByteSource, entry: ZipLocation): Generator<Uint8Array> {
  if (entry.packed <= CHUNK && entry.size <= MAX_SMALL_BYTES) {
    yield inflateSmallEntry(source, entry)
    return
  }
  const pieces: Uint8Array[] = []
  const inflate = new Inflate((piece) => void pieces.push(piece))
  let remaining = entry.packed
  for (const chunk of readPacked(source, entry)) {
    remaining -= chunk.byteLength
    try {
      inflate.push(chunk, remaining === 0)
    } catch {
      throw createMismatchRefusal(entry.name)
    }
    yield* pieces.splice(0)
  }
}

/** Inflates an entry of one chunk without the buffers of a stream, which cost 100 times as much as its content. */
function inflateSmallEntry(source: ByteSource, entry: ZipLocation): Uint8Array {
  const [packed = new Uint8Array()] = readPacked(source, entry)
  try {
    // The byte more shows that the content is longer than the archive says.
    return inflateSync(packed, { out: new Uint8Array(entry.size + 1) })
  } catch {
    throw createMismatchRefusal(entry.name)
  }
}

function* readPacked(source: ByteSource, { name, offset, packed }: ZipLocation): Generator<Uint8Array> {
  const header = readByteRange(source, offset, offset + LOCAL.size)
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  if (header.byteLength < LOCAL.size || view.getUint32(0, true) !== LOCAL.mark) {
    throw createMismatchRefusal(name)
  }
  const begins = offset + LOCAL.size + view.getUint16(26, true) + view.getUint16(28, true)
  if (begins + packed > source.byteLength) throw createMismatchRefusal(name)
  for (let next = begins; next < begins + packed; next += CHUNK) {
    yield readByteRange(source, next, Math.min(next + CHUNK, begins + packed))
  }
}

function createMismatchRefusal(name: string): DomainError {
  return validationError(
    'upload.archive',
    'file',
    `The entry ${name.slice(0, 255)} is damaged, cut off or not as large as the archive says.`,
  )
}
