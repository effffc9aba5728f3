import { strToU8, type Zippable, zipSync } from 'fflate'

/** The entries of a valid archive. */
export type Entries = Record<string, Uint8Array>

const INDEX = 0x02014b50
const END = 0x06054b50

/** The offsets of the records in the central directory. */
function findRecords(zip: Uint8Array): number[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const offsets: number[] = []
  for (let index = 0; index + 4 <= zip.byteLength; index += 1) {
    if (view.getUint32(index, true) === INDEX) offsets.push(index)
  }
  return offsets
}

/** The archive with a changed record in the central directory and a changed header of that entry. */
function changeRecord(
  zip: Uint8Array,
  which: number,
  change: (view: DataView, index: number, header: number) => void,
): Uint8Array {
  const copy = Uint8Array.from(zip)
  const view = new DataView(copy.buffer)
  const index = findRecords(copy).at(which) ?? 0
  change(view, index, view.getUint32(index + 42, true))
  return copy
}

function withEntryCount(zip: Uint8Array, count: number): Uint8Array {
  const copy = Uint8Array.from(zip)
  const view = new DataView(copy.buffer)
  for (let index = copy.byteLength - 22; index >= 0; index -= 1) {
    if (view.getUint32(index, true) !== END) continue
    view.setUint16(index + 8, count, true)
    view.setUint16(index + 10, count, true)
    break
  }
  return copy
}

/** An archive with two entries of the same name, which ordinary tools never write. */
function withDuplicateEntry(good: Entries): Uint8Array {
  const [name = 'a'] = Object.keys(good)
  const other = `${name.slice(0, -1)}~`
  const zip = zipSync({ ...good, [other]: strToU8('x') })
  return changeRecord(zip, -1, (view, index, header) => {
    const end = name.charCodeAt(name.length - 1)
    view.setUint8(index + 46 + name.length - 1, end)
    view.setUint8(header + 30 + name.length - 1, end)
  })
}

/** A zip bomb without nesting: many entries that refer to one file, with correct declared sizes. */
function withOverlappingEntries(good: Entries, bytes: number): Uint8Array {
  const page = new Uint8Array(1024 * 1024).map((_, index) => (index * 31) % 251)
  const count = Math.ceil(bytes / page.byteLength)
  const names = Array.from({ length: count }, (_, index) => `bomb/${String(index).padStart(5, '0')}.txt`)
  const empty = Object.fromEntries(names.slice(1).map((name) => [name, new Uint8Array()]))
  const zip = zipSync({ ...good, [names[0] ?? 'bomb']: page, ...empty })
  const copy = Uint8Array.from(zip)
  const view = new DataView(copy.buffer)
  const offsets = findRecords(copy).slice(Object.keys(good).length)
  const [first = 0] = offsets
  for (const offset of offsets.slice(1)) {
    for (const field of [16, 20, 24, 42]) {
      view.setUint32(offset + field, view.getUint32(first + field, true), true)
    }
    view.setUint16(offset + 10, view.getUint16(first + 10, true), true)
  }
  return copy
}

const UNIX = 3

/** Harmful archives, each with its expected error. `good` are the entries of the valid original; one unpacks to `bytes`. */
export function createHostileArchives(
  good: Entries,
  bytes = 700 * 1024 * 1024,
): [name: string, bytes: Uint8Array, said: RegExp][] {
  const zip = zipSync(good)
  const addEntries = (more: Zippable) => zipSync({ ...good, ...more })
  return [
    ['of zeros that fill memory', addEntries({ 'a.txt': new Uint8Array(30_000_000) }), /times as large/],
    ['of one file many times', withOverlappingEntries(good, bytes), /holds more than|entries/],
    ['that counts more entries than it may have', withEntryCount(zip, 0xffff - 1), /more than \d+ entries/],
    ['that counts more entries than it has', withEntryCount(zip, Object.keys(good).length + 1), /damaged/],
    ['in an archive', addEntries({ 'inner.zip': zip }), /archive inside/],
    ['that leads upwards', addEntries({ '../../evil.txt': strToU8('x') }), /outside/],
    ['that leads to the root', addEntries({ '/etc/evil': strToU8('x') }), /outside/],
    ['that leads to a drive', addEntries({ 'C:/evil.txt': strToU8('x') }), /outside/],
    ['with paths of another system', addEntries({ 'a\\..\\..\\evil.txt': strToU8('x') }), /outside/],
    [
      'with a link',
      addEntries({ 'link.txt': [strToU8('/etc/passwd'), { os: UNIX, attrs: (0o120777 << 16) >>> 0 }] }),
      /link/,
    ],
    [
      'that is encrypted',
      changeRecord(zip, 0, (view, index, header) => {
        view.setUint16(index + 8, view.getUint16(index + 8, true) | 1, true)
        view.setUint16(header + 6, view.getUint16(header + 6, true) | 1, true)
      }),
      /encrypted/,
    ],
    ['with an entry twice', withDuplicateEntry(good), /twice/],
    [
      'with names that differ in case alone',
      addEntries({ 'A.txt': strToU8('x'), 'a.TXT': strToU8('x') }),
      /twice/,
    ],
    [
      'compressed with another method than Deflate',
      changeRecord(zip, 0, (view, index) => view.setUint16(index + 10, 99, true)),
      /another method than Deflate/,
    ],
    [
      'that says it is smaller than it is',
      changeRecord(zip, 0, (view, index) => view.setUint32(index + 24, 1, true)),
      /not as large|damaged/,
    ],
    ['that is cut off in the middle', zip.slice(0, zip.byteLength / 2), /damaged|cut off/],
    ['that is cut off at its end', zip.slice(0, -5), /damaged|cut off/],
    ['that is something else', strToU8('%PDF-1.7 no archive'), /damaged|not an XLSX/],
  ]
}
