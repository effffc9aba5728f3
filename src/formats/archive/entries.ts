import { validationError } from '../../errors.ts'
import type { ByteSource } from '../../lib/temp-files/byte-range.ts'
import { readJsonItems, parseJson } from '../json-items.ts'
import { readZip, type ZipEntry } from '../zip-reader.ts'

/** Maximum bytes of a backup archive, compressed and uncompressed (rule C-4). */
export const MAX_ARCHIVE_BYTES = 100 * 1024 * 1024
const MAX_UNPACKED = 500 * 1024 * 1024
const MAX_ENTRIES = 10_000
/** Maximum bytes of a document that is read into memory. */
const MAX_DOCUMENT = 32 * 1024 * 1024
/** Maximum elements of one list. */
const MAX_ROWS = 1_000_000

/** The files of a backup archive. */
export class ArchiveEntries {
  readonly #entries: Map<string, ZipEntry>

  /** Throws 422 for another file type, and as `readZip` does. */
  constructor(filename: string, content: ByteSource) {
    if (!/\.zip$/i.test(filename)) {
      throw validationError(
        'upload.extension',
        'file',
        'The file must be a backup archive, which ends in .zip.',
      )
    }
    const entries = readZip(content, { entries: MAX_ENTRIES, bytes: MAX_UNPACKED })
    const folder = findFolder(entries)
    this.#entries = new Map(entries.map((entry) => [entry.name.slice(folder.length), entry]))
  }

  listNames(): string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Parses a JSON document; null if an optional one is missing. */
  readDocument(name: string, needed: true): unknown
  readDocument(name: string, needed: false): unknown
  readDocument(name: string, needed: boolean): unknown {
    const entry = this.#entries.get(name)
    if (entry) return parseJson(name, entry.read(), entry.size, MAX_DOCUMENT)
    if (needed) throw createMissingEntryRefusal(name)
    return null
  }

  /** Iterates over a list with row numbers from 1; nothing if an optional list is missing. */
  *readRows(name: string, needed: boolean): Generator<[value: unknown, row: number]> {
    const entry = this.#entries.get(name)
    if (!entry) {
      if (needed) throw createMissingEntryRefusal(name)
      return
    }
    let row = 0
    for (const value of readJsonItems(name, entry.read())) {
      row += 1
      if (row > MAX_ROWS) {
        throw validationError('archive.invalid', 'file', `The entry ${name} has more than ${MAX_ROWS} rows.`)
      }
      yield [value, row]
    }
  }

  /** Reads the bytes of an existing file. */
  readBytes(name: string): Generator<Uint8Array> {
    const entry = this.#entries.get(name)
    if (!entry) throw createMissingEntryRefusal(name)
    return entry.read()
  }
}

function createMissingEntryRefusal(name: string) {
  return validationError('archive.invalid', 'file', `The archive has no entry ${name}.`)
}

/** The common root folder of all entries, as in a repackaged archive; empty if there is none. */
function findFolder(entries: readonly ZipEntry[]): string {
  const manifest = entries.find(({ name }) => /^[^/]+\/manifest\.json$/.test(name))?.name
  const folder = manifest?.slice(0, -'manifest.json'.length) ?? ''
  return entries.every(({ name }) => name.startsWith(folder)) ? folder : ''
}
