import { gunzipSync } from 'node:zlib'
import { unpackTar, type ParsedTarEntryWithData } from 'modern-tar'
import { DomainError, invalid } from '../../errors.ts'
import { type ByteSource, byteRangeOf } from '../../lib/temp-files/byte-range.ts'
import { isOfMac, readZip } from '../zip-reader.ts'

/** Maximum compressed bytes of an archive of texts (rule C-4). */
export const MAX_TEXTS_BYTES = 50 * 1024 * 1024
const MAX_UNPACKED = 100 * 1024 * 1024
const MAX_ENTRIES = 61_000
/** Maximum bytes of one text. */
const MAX_TEXT = 2 * 1024 * 1024

/** One text of an archive. */
export interface ArchivedText {
  path: string
  text: string
}

/** One file of an archive as it is. */
export interface ArchivedFile {
  path: string
  bytes: Uint8Array
}

/** Files of an archive next to its texts. */
export interface FilesWanted {
  wanted: (path: string) => boolean
  /** How many bytes one may have. */
  longest: number
  /** A file with more bytes is left out and reported here. */
  tooLong: (path: string) => void
}

/** The texts of an archive, and the other files if they are wanted. */
export interface ArchivedContent {
  texts: ArchivedText[]
  files: ArchivedFile[]
}

/** Selects the texts to read. */
export interface TextsWanted {
  /** File extension of a single uploaded text. */
  ending: string
  /** Selects entries of an archive. */
  wanted: (path: string) => boolean
  /** How many bytes one may have. */
  longest?: number
  /** Decodes the bytes; plain text by default. */
  decode?: (bytes: Uint8Array) => string
  /** Other files of an archive; without it they are not read. */
  others?: FilesWanted
}

/** The texts of an archive, as `readContent` reads them. */
export async function readTexts(
  filename: string,
  content: ByteSource,
  wanted: TextsWanted,
): Promise<ArchivedText[]> {
  return (await readContent(filename, content, wanted)).texts
}

/**
 * The texts of an archive (`.zip`, `.tar`, `.tar.gz`) whose paths are `wanted`, or the one text that was uploaded itself.
 * Throws 422 naming file and entry for another ending, and what archives are refused for (rule C-84): links, paths that
 * lead outside, doubled names, more than is taken, texts that cannot be decoded or have a NUL.
 */
export async function readContent(
  filename: string,
  content: ByteSource,
  { ending, longest = MAX_TEXT, decode = plainText, ...rest }: TextsWanted,
): Promise<ArchivedContent> {
  const name = filename.toLowerCase()
  if (content.byteLength > MAX_TEXTS_BYTES) throw refused(filename, 'is larger than 50 MiB')
  if (name.endsWith(ending)) {
    return { texts: [textOf(filename, filename, allBytes(content), { longest, decode })], files: [] }
  }
  const chosen = new Chosen(filename, { longest, decode, ...rest })
  try {
    if (/\.(zip|reqifz)$/.test(name)) return readZipContent(content, chosen)
    if (/\.(tar|tar\.gz|tgz)$/.test(name)) return await readTarContent(filename, content, chosen)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const shown = filename.slice(0, 255)
    if (error.message.includes(shown)) throw error
    throw new DomainError(error.kind, error.reason, `The file ${shown}: ${error.message}`, error.details)
  }
  throw invalid(
    'upload.extension',
    'file',
    `The file ${filename.slice(0, 255)} must be ${ending}, .zip, .tar or .tar.gz.`,
  )
}

const allBytes = (content: ByteSource) => byteRangeOf(content, 0, content.byteLength)

type TextReading = Required<Pick<TextsWanted, 'longest' | 'decode'>>
type ChosenTexts = Omit<TextsWanted, 'ending'> & TextReading

/** Collects what is wanted of an archive. */
class Chosen {
  readonly content: ArchivedContent = { texts: [], files: [] }
  readonly #filename: string
  readonly #wanted: ChosenTexts

  constructor(filename: string, wanted: ChosenTexts) {
    this.#filename = filename
    this.#wanted = wanted
  }

  take(path: string, size: number, read: () => Uint8Array): void {
    const { wanted, longest, decode, others } = this.#wanted
    if (wanted(path)) {
      if (size > longest) throw tooLong(this.#filename, path, longest)
      this.content.texts.push(textOf(this.#filename, path, read(), { longest, decode }))
    } else if (others?.wanted(path)) {
      if (size > others.longest) others.tooLong(path)
      else this.content.files.push({ path, bytes: read() })
    }
  }
}

function readZipContent(content: ByteSource, chosen: Chosen): ArchivedContent {
  for (const { name, size, read } of readZip(content, { entries: MAX_ENTRIES, bytes: MAX_UNPACKED })) {
    chosen.take(name, size, () => Buffer.concat([...read()]))
  }
  return chosen.content
}

async function readTarContent(
  filename: string,
  content: ByteSource,
  chosen: Chosen,
): Promise<ArchivedContent> {
  const entries = await unpacked(filename, allBytes(content))
  if (entries.length > MAX_ENTRIES) throw refused(filename, `has more than ${MAX_ENTRIES} entries`)
  const seen = new Set<string>()
  for (const { header, data = new Uint8Array() } of entries) {
    const { name, type } = header
    if (isOfMac(name)) continue
    if (type === 'directory' || type === 'pax-header' || type === 'pax-global-header') continue
    const shown = name.slice(0, 255)
    if (type !== 'file') throw refused(filename, `has a link or a device, ${shown}`)
    if (/^[/\\]|^[a-z]:|\\|\0/i.test(name) || name.split('/').includes('..')) {
      throw refused(filename, `has an entry outside of itself, ${shown}`)
    }
    if (seen.has(name)) throw refused(filename, `has the entry ${shown} twice`)
    seen.add(name)
    chosen.take(name, data.byteLength, () => data)
  }
  return chosen.content
}

async function unpacked(filename: string, bytes: Uint8Array): Promise<ParsedTarEntryWithData[]> {
  try {
    const packed = bytes[0] === 0x1f && bytes[1] === 0x8b
    const tar = packed ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED }) : bytes
    return await unpackTar(tar, { strict: true })
  } catch (error) {
    const large = error instanceof RangeError
    throw refused(
      filename,
      large ? `holds more than ${MAX_UNPACKED / 1024 / 1024} MiB` : 'is damaged or cut off',
    )
  }
}

function textOf(
  filename: string,
  path: string,
  bytes: Uint8Array,
  { longest, decode }: TextReading,
): ArchivedText {
  if (bytes.byteLength > longest) throw tooLong(filename, path, longest)
  const shown = path.slice(0, 255)
  try {
    const text = decode(bytes)
    if (!text.includes('\0')) return { path, text: text.replaceAll(/\r\n?/g, '\n') }
  } catch (error) {
    const why = error instanceof DomainError ? `: ${error.message.replace(/\.$/, '')}` : ''
    throw refused(filename, `has a text that is not UTF-8, ${shown}${why}`)
  }
  throw refused(filename, `has a text with unusable characters, ${shown}`)
}

/** Decodes UTF-8, and UTF-16 with a byte order mark, which editors and shells on Windows write. */
function plainText(bytes: Uint8Array): string {
  const [first = 0, second = 0] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true }).decode(bytes)
}

function tooLong(filename: string, path: string, longest: number): DomainError {
  return refused(filename, `has a text of more than ${longest / 1024 / 1024} MiB, ${path.slice(0, 255)}`)
}

function refused(filename: string, what: string): DomainError {
  return invalid('upload.archive', 'file', `The file ${filename.slice(0, 255)} ${what}.`)
}
