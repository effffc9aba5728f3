import { gunzipSync } from 'node:zlib'
import { unpackTar, type ParsedTarEntryWithData } from 'modern-tar'
import { DomainError, validationError } from '../../errors.ts'
import { type ByteSource, readByteRange } from '../../lib/temp-files/byte-range.ts'
import { isMacFile, readZip } from '../zip-reader.ts'

/** Maximum compressed bytes of an archive of texts (rule C-4). */
export const MAX_TEXTS_BYTES = 50 * 1024 * 1024
const MAX_UNPACKED = 100 * 1024 * 1024
/** The 20,000 requirements that an import may have, and other files. */
const MAX_ENTRIES = 21_000
/** Maximum bytes of one text. */
const MAX_TEXT = 2 * 1024 * 1024

/** One text of an archive. */
export interface ArchivedText {
  path: string
  text: string
}

/** One file of an archive, unchanged. */
export interface ArchivedFile {
  path: string
  bytes: Uint8Array
}

/** Selects files of an archive in addition to its texts. */
export interface FileSelection {
  accepts: (path: string) => boolean
  /** Maximum bytes of one file. */
  longest: number
  /** Called for a file with more bytes, which is skipped. */
  tooLong: (path: string) => void
}

/** The selected texts and files of an archive. */
export interface ArchivedContent {
  texts: ArchivedText[]
  files: ArchivedFile[]
}

/** Selects the texts to read. */
export interface TextSelection {
  /** File extension of a single uploaded text. */
  ending: string
  /** Selects entries of an archive. */
  accepts: (path: string) => boolean
  /** Maximum bytes of one text. */
  longest?: number
  /** Decodes the bytes; plain text by default. */
  decode?: (bytes: Uint8Array) => string
  /** Other files of an archive; without it they are not read. */
  others?: FileSelection
}

/** Reads the texts of an archive; see `readContent`. */
export async function readTexts(
  filename: string,
  content: ByteSource,
  selection: TextSelection,
): Promise<ArchivedText[]> {
  return (await readContent(filename, content, selection)).texts
}

/**
 * Reads the selected texts of an archive (`.zip`, `.tar`, `.tar.gz`), or the single uploaded text. Throws 422 with file
 * and entry for another extension, links, paths outside, duplicate names, exceeded limits, and undecodable texts or NUL
 * (rule C-84).
 */
export async function readContent(
  filename: string,
  content: ByteSource,
  { ending, longest = MAX_TEXT, decode = decodePlainText, ...rest }: TextSelection,
): Promise<ArchivedContent> {
  const name = filename.toLowerCase()
  if (content.byteLength > MAX_TEXTS_BYTES) throw createRefusal(filename, 'is larger than 50 MiB')
  if (name.endsWith(ending)) {
    return { texts: [decodeEntry(filename, filename, readAllBytes(content), { longest, decode })], files: [] }
  }
  const selection = new ArchiveSelection(filename, { longest, decode, ...rest })
  try {
    if (/\.(zip|reqifz)$/.test(name)) return readZipContent(content, selection)
    if (/\.(tar|tar\.gz|tgz)$/.test(name)) return await readTarContent(filename, content, selection)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const shortName = filename.slice(0, 255)
    if (error.message.includes(shortName)) throw error
    throw new DomainError(error.kind, error.reason, `The file ${shortName}: ${error.message}`, error.details)
  }
  throw validationError(
    'upload.extension',
    'file',
    `The file ${filename.slice(0, 255)} must be ${ending}, .zip, .tar or .tar.gz.`,
  )
}

const readAllBytes = (content: ByteSource) => readByteRange(content, 0, content.byteLength)

type TextReading = Required<Pick<TextSelection, 'longest' | 'decode'>>
type ChosenTexts = Omit<TextSelection, 'ending'> & TextReading

/** Collects the selected texts and files of an archive. */
class ArchiveSelection {
  readonly content: ArchivedContent = { texts: [], files: [] }
  readonly #filename: string
  readonly #selection: ChosenTexts

  constructor(filename: string, selection: ChosenTexts) {
    this.#filename = filename
    this.#selection = selection
  }

  take(path: string, size: number, read: () => Uint8Array): void {
    const { accepts, longest, decode, others } = this.#selection
    if (accepts(path)) {
      if (size > longest) throw createLengthRefusal(this.#filename, path, longest)
      this.content.texts.push(decodeEntry(this.#filename, path, read(), { longest, decode }))
    } else if (others?.accepts(path)) {
      if (size > others.longest) others.tooLong(path)
      else this.content.files.push({ path, bytes: read() })
    }
  }
}

function readZipContent(content: ByteSource, selection: ArchiveSelection): ArchivedContent {
  for (const { name, size, read } of readZip(content, { entries: MAX_ENTRIES, bytes: MAX_UNPACKED })) {
    selection.take(name, size, () => Buffer.concat([...read()]))
  }
  return selection.content
}

async function readTarContent(
  filename: string,
  content: ByteSource,
  selection: ArchiveSelection,
): Promise<ArchivedContent> {
  const entries = await readTarEntries(filename, readAllBytes(content))
  if (entries.length > MAX_ENTRIES) throw createRefusal(filename, `has more than ${MAX_ENTRIES} entries`)
  const seen = new Set<string>()
  for (const { header, data = new Uint8Array() } of entries) {
    const { name, type } = header
    if (isMacFile(name)) continue
    if (type === 'directory' || type === 'pax-header' || type === 'pax-global-header') continue
    const shortName = name.slice(0, 255)
    if (type !== 'file') throw createRefusal(filename, `has a link or a device, ${shortName}`)
    if (/^[/\\]|^[a-z]:|\\|\0/i.test(name) || name.split('/').includes('..')) {
      throw createRefusal(filename, `has an entry outside of itself, ${shortName}`)
    }
    if (seen.has(name)) throw createRefusal(filename, `has the entry ${shortName} twice`)
    seen.add(name)
    selection.take(name, data.byteLength, () => data)
  }
  return selection.content
}

async function readTarEntries(filename: string, bytes: Uint8Array): Promise<ParsedTarEntryWithData[]> {
  try {
    const packed = bytes[0] === 0x1f && bytes[1] === 0x8b
    const tar = packed ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED }) : bytes
    return await unpackTar(tar, { strict: true })
  } catch (error) {
    const large = error instanceof RangeError
    throw createRefusal(
      filename,
      large ? `holds more than ${MAX_UNPACKED / 1024 / 1024} MiB` : 'is damaged or cut off',
    )
  }
}

function decodeEntry(
  filename: string,
  path: string,
  bytes: Uint8Array,
  { longest, decode }: TextReading,
): ArchivedText {
  if (bytes.byteLength > longest) throw createLengthRefusal(filename, path, longest)
  const place = formatPlace(filename, path)
  try {
    const text = decode(bytes)
    if (!text.includes('\0')) return { path, text: text.replaceAll(/\r\n?/g, '\n') }
  } catch (error) {
    const reason = error instanceof DomainError ? `: ${error.message.replace(/\.$/, '')}` : ''
    throw createRefusal(filename, `has a text that is not UTF-8${place}${reason}`)
  }
  throw createRefusal(filename, `has a text with unusable characters${place}`)
}

/** Decodes UTF-8, and UTF-16 with a byte order mark, which editors and shells on Windows write. */
function decodePlainText(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true }).decode(bytes)
}

function createLengthRefusal(filename: string, path: string, longest: number): DomainError {
  const place = formatPlace(filename, path)
  return createRefusal(filename, `has a text of more than ${longest / 1024 / 1024} MiB${place}`)
}

/** Names the entry of an archive; a text that was uploaded without an archive needs no second name. */
function formatPlace(filename: string, path: string): string {
  return path === filename ? '' : `, ${path.slice(0, 255)}`
}

function createRefusal(filename: string, problem: string): DomainError {
  return validationError('upload.archive', 'file', `The file ${filename.slice(0, 255)} ${problem}.`)
}
