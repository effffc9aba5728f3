import { type ByteSource, fillFrom } from '../computing/spool/spooled-file.ts'

/** The record at the end of an archive, with the longest comment that may follow it. */
const END_BYTES = 22 + 0xffff
const END_MARK = 0x06054b50
const INDEX_AT = 16
/** The index of a large archive is named in a record of its own, to which this one points. */
const LARGE_MARK = 0x07064b50
const LARGE_BEFORE = 20

/**
 * An archive as long as it is, in which only the index at its end is filled in: pages that nobody writes to take no
 * memory. It is there whole where the record at the end does not say where the index begins.
 */
export function indexOf(archive: ByteSource): Uint8Array {
  const size = archive.byteLength
  const bytes = new Uint8Array(size)
  const tail = Math.max(0, size - END_BYTES)
  fillFrom(bytes, archive, tail, size)
  const begins = beginningOf(bytes)
  if (begins < tail) fillFrom(bytes, archive, begins, tail)
  return bytes
}

/** Where the index begins; 0 when that is not known. */
function beginningOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = bytes.byteLength - 22; at >= Math.max(0, bytes.byteLength - END_BYTES); at -= 1) {
    if (view.getUint32(at, true) !== END_MARK) continue
    const large = at >= LARGE_BEFORE && view.getUint32(at - LARGE_BEFORE, true) === LARGE_MARK
    const begins = large ? 0 : view.getUint32(at + INDEX_AT, true)
    return begins < at ? begins : 0
  }
  return 0
}
