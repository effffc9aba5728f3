import { isUtf8 } from 'node:buffer'
import { DomainError, validationError } from '../errors.ts'
import { type ByteSource, readByteRange } from '../lib/temp-files/byte-range.ts'
import { DEFLATED, STORED, streamEntry, type ZipLocation } from './zip-entry.ts'

/** Limits of an archive, whatever its index declares. */
export interface ZipBounds {
  entries: number
  /** Uncompressed bytes of all entries. */
  bytes: number
  /** Uncompressed bytes of one entry. */
  each?: number
  /** Whether it is a publisher's package, which may contain office documents. */
  packages?: boolean
  /** Entries without a compression ratio limit, because their size is limited. */
  padded?: RegExp
}

/** One file of an archive. */
export interface ZipEntry {
  name: string
  size: number
  /** Yields its bytes in pieces; throws 422 if they differ from the archive's index. */
  read: () => Generator<Uint8Array>
}

/** One entry of a package, with its fault if it cannot be read. */
export interface PackageEntry extends ZipLocation {
  fault: string | null
}

interface IndexedEntry extends PackageEntry {
  read: ZipEntry['read']
}

const END = { mark: 0x06054b50, size: 22, comment: 0xffff }
const LARGE_END = { mark: 0x06064b50, locator: 0x07064b50, locatorSize: 20, size: 56 }
const INDEX = { mark: 0x02014b50, size: 46 }
const LARGE_EXTRA = 1
const SATURATED = 0xffffffff
const UNIX = 3
const [KIND, REGULAR, FOLDER] = [0o170000, 0o100000, 0o040000]
/** Maximum compression ratio: higher ones indicate a zip bomb. */
const MAX_COMPRESSION_RATIO = 250
const RATIO_FREE = 1024 * 1024
const ARCHIVES = /\.(zip|7z|rar|gz|tgz|bz2|xz|zst|tar|jar|xlsx|xlsm|docx|pptx)$/i
const OFFICE = /\.(xlsx|docx|pptx)$/i

/**
 * Lists the files of a zip archive from its index, without folders and files that macOS adds. Throws 422 `upload.archive`
 * for damaged or encrypted archives, unusual compression, duplicate names, paths outside, links, archives inside, and
 * exceeded limits (rule C-84).
 */
export function readZip(source: ByteSource, bounds: ZipBounds): ZipEntry[] {
  try {
    const entries = validateEntries(readIndex(source, bounds), bounds)
    return entries.filter(({ name }) => !isMacFile(name) && !name.endsWith('/'))
  } catch (error) {
    throw error instanceof DomainError ? error : createDamageRefusal()
  }
}

/**
 * Lists the files of a package in the order of its index; files that can't be read have a `fault`. Throws 422 if the zip
 * archive is damaged or exceeds the limits (rule C-93).
 */
export function readPackage(source: ByteSource, bounds: ZipBounds): PackageEntry[] {
  try {
    const entries = readIndex(source, bounds)
    const total = entries.reduce((sum, { size }) => sum + size, 0)
    if (total > bounds.bytes) throw createTooLargeError('The archive holds more', bounds.bytes)
    const names = new Set<string>()
    return entries.flatMap((entry) => {
      if (entry.name.endsWith('/') || isMacFile(entry.name)) return []
      const twice = names.has(entry.name.toLowerCase()) ? 'is in the archive twice' : null
      names.add(entry.name.toLowerCase())
      const outside = isOutside(entry.name) ? 'is outside of the archive' : null
      const { name, size, packed, method, crc, offset } = entry
      return [{ name, size, packed, method, crc, offset, fault: entry.fault ?? outside ?? twice }]
    })
  } catch (error) {
    throw error instanceof DomainError ? error : createDamageRefusal()
  }
}

/** Files that macOS adds to archives: its folder, folder settings, and AppleDouble files. */
export function isMacFile(name: string): boolean {
  return /(^|\/)(__MACOSX\/|\.DS_Store$|\._[^/]*$)/.test(name)
}

function readIndex(source: ByteSource, { entries: maxEntries }: ZipBounds): IndexedEntry[] {
  const { count, offset, size } = findIndex(source)
  if (count > maxEntries) throw createRefusal(`The archive has more than ${maxEntries} entries.`)
  if (offset + size > source.byteLength) throw createDamageRefusal()
  const bytes = readByteRange(source, offset, offset + size)
  const view = toView(bytes)
  const entries: IndexedEntry[] = []
  for (let next = 0; entries.length < count;) {
    if (next + INDEX.size > size || view.getUint32(next, true) !== INDEX.mark) throw createDamageRefusal()
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((field) => view.getUint16(next + field, true))
    const nameAt = next + INDEX.size
    const extraAt = nameAt + (nameSize ?? 0)
    const end = extraAt + (extraSize ?? 0) + (commentSize ?? 0)
    if (end > size) throw createDamageRefusal()
    const name = decodeName(bytes.subarray(nameAt, extraAt))
    entries.push(readEntry(source, view, next, name, bytes.subarray(extraAt, end)))
    next = end
  }
  return entries
}

/** Number of entries, and the location of their index. */
function findIndex(source: ByteSource): { count: number; offset: number; size: number } {
  const tailStart = Math.max(0, source.byteLength - END.size - END.comment)
  const tail = readByteRange(source, tailStart, source.byteLength)
  const view = toView(tail)
  for (let offset = tail.byteLength - END.size; offset >= 0; offset -= 1) {
    if (view.getUint32(offset, true) !== END.mark) continue
    const count = view.getUint16(offset + 10, true)
    const [size, begins] = [view.getUint32(offset + 12, true), view.getUint32(offset + 16, true)]
    const large = offset >= LARGE_END.locatorSize && view.getUint32(offset - LARGE_END.locatorSize, true)
    if (large !== LARGE_END.locator) return { count, offset: begins, size }
    const recordAt = Number(view.getBigUint64(offset - LARGE_END.locatorSize + 8, true))
    const record = toView(readByteRange(source, recordAt, recordAt + LARGE_END.size))
    if (record.getUint32(0, true) !== LARGE_END.mark) throw createDamageRefusal()
    const [many, bytes, start] = [32, 40, 48].map((field) => Number(record.getBigUint64(field, true)))
    return { count: many ?? 0, offset: start ?? 0, size: bytes ?? 0 }
  }
  throw createDamageRefusal()
}

/**
 * Decodes a name as UTF-8, or else in an encoding that keeps different names distinct. Some programs on Windows separate
 * folders with backslashes.
 */
function decodeName(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return buffer.toString(isUtf8(buffer) ? 'utf8' : 'latin1').replaceAll('\\', '/')
}

function readEntry(
  source: ByteSource,
  view: DataView,
  offset: number,
  name: string,
  extra: Uint8Array,
): IndexedEntry {
  const method = view.getUint16(offset + 10, true)
  const crc = view.getUint32(offset + 16, true)
  const plain = {
    packed: view.getUint32(offset + 20, true),
    size: view.getUint32(offset + 24, true),
    offset: view.getUint32(offset + 42, true),
  }
  const fault = findFault(view, offset, method)
  const entry = { name, method, crc, fault, ...withLargeSizes(plain, extra) }
  return { ...entry, read: () => streamEntry(source, entry) }
}

/** Why an entry cannot be read; null if it can. */
function findFault(view: DataView, offset: number, method: number): string | null {
  const flags = view.getUint16(offset + 8, true)
  if (flags & 0x2041) return 'is encrypted'
  if (method !== STORED && method !== DEFLATED) return 'is compressed with another method than Deflate'
  const madeBy = view.getUint16(offset + 4, true) >> 8
  const kind = (view.getUint32(offset + 38, true) >>> 16) & KIND
  return madeBy === UNIX && ![0, REGULAR, FOLDER].includes(kind) ? 'is a link or a device' : null
}

/** Reads 64-bit sizes from the extra field, in this order. */
function withLargeSizes<T extends { size: number; packed: number; offset: number }>(
  plain: T,
  extra: Uint8Array,
): T {
  if (![plain.size, plain.packed, plain.offset].includes(SATURATED)) return plain
  const view = toView(extra)
  for (let next = 0; next + 4 <= extra.byteLength;) {
    const [kind, size] = [view.getUint16(next, true), view.getUint16(next + 2, true)]
    if (kind === LARGE_EXTRA) {
      const large = { ...plain }
      let field = next + 4
      for (const name of ['size', 'packed', 'offset'] as const) {
        if (large[name] !== SATURATED) continue
        Object.assign(large, { [name]: Number(view.getBigUint64(field, true)) })
        field += 8
      }
      return large
    }
    next += 4 + size
  }
  throw createDamageRefusal()
}

function validateEntries(entries: IndexedEntry[], bounds: ZipBounds): IndexedEntry[] {
  const { bytes: maxBytes, each = maxBytes, packages = false, padded } = bounds
  const names = new Set<string>()
  let total = 0
  for (const { name, size, packed, fault } of entries) {
    const shortName = name.slice(0, 255)
    if (fault !== null) throw createRefusal(`The entry ${shortName} ${fault}.`)
    if (isOutside(name)) throw createRefusal(`The entry ${shortName} is outside of the archive.`)
    if (names.has(name.toLowerCase())) throw createRefusal(`The entry ${shortName} is in the archive twice.`)
    names.add(name.toLowerCase())
    if (ARCHIVES.test(name) && !(packages && OFFICE.test(name))) {
      throw createRefusal(`The entry ${shortName} is an archive inside of the archive.`)
    }
    if (size > each) throw createTooLargeError(`The entry ${shortName} is larger`, each)
    total += size
    if (total > maxBytes) throw createTooLargeError('The archive holds more', maxBytes)
    if (size > RATIO_FREE && size > packed * MAX_COMPRESSION_RATIO && !padded?.test(name)) {
      throw createRefusal(
        `The entry ${shortName} is ${Math.floor(size / Math.max(1, packed))} times as large as it is packed.`,
      )
    }
  }
  return entries
}

function isOutside(name: string): boolean {
  return /^\/|^[a-z]:|\0/i.test(name) || name.split('/').includes('..') || name === ''
}

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function createRefusal(message: string): DomainError {
  return validationError('upload.archive', 'file', message)
}

function createDamageRefusal(): DomainError {
  return createRefusal('The archive is damaged, cut off, encrypted or not a zip file.')
}

function createTooLargeError(problem: string, limit: number): DomainError {
  return validationError('upload.too_large', 'file', `${problem} than ${limit / 1024 / 1024} MiB.`)
}
