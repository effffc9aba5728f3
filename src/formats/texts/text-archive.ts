import { gunzipSync } from 'node:zlib'
import { unpackTar, type ParsedTarEntryWithData } from 'modern-tar'
import { type ByteSource, stretchOf } from '../../computing/spool/spooled-file.ts'
import { DomainError, invalid } from '../../errors.ts'
import { readZip } from '../zip-reader.ts'

/** The greatest archive of texts, packed (rule C-4). */
export const MAX_TEXTS_BYTES = 50 * 1024 * 1024
const MAX_UNPACKED = 100 * 1024 * 1024
const MAX_ENTRIES = 61_000
/** Of one text. */
const MAX_TEXT = 2 * 1024 * 1024

/** One text of an archive. */
export interface ArchivedText {
  path: string
  text: string
}

/** Which texts are read. */
export interface TextsWanted {
  /** Of a text that is uploaded itself. */
  ending: string
  /** Which of an archive. */
  wanted: (path: string) => boolean
  /** How many bytes one may have. */
  longest?: number
}

/**
 * The texts of an archive (`.zip`, `.tar`, `.tar.gz`) whose paths are `wanted`, or the one text that was uploaded itself.
 * Throws 422 naming file and entry for another ending, and what archives are refused for (rule C-84): links, paths that
 * lead outside, doubled names, more than is taken, texts that are no UTF-8 or have a NUL.
 */
export async function readTexts(
  filename: string,
  content: ByteSource,
  { ending, wanted, longest = MAX_TEXT }: TextsWanted,
): Promise<ArchivedText[]> {
  const name = filename.toLowerCase()
  if (content.byteLength > MAX_TEXTS_BYTES) throw refused(filename, 'is larger than 50 MiB')
  if (name.endsWith(ending)) return [textOf(filename, filename, allBytes(content), longest)]
  try {
    if (/\.(zip|reqifz)$/.test(name)) return zipTexts(filename, content, { wanted, longest })
    if (/\.(tar|tar\.gz|tgz)$/.test(name)) return await tarTexts(filename, content, { wanted, longest })
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

const allBytes = (content: ByteSource) => stretchOf(content, 0, content.byteLength)

function zipTexts(
  filename: string,
  content: ByteSource,
  { wanted, longest }: Required<Omit<TextsWanted, 'ending'>>,
): ArchivedText[] {
  const entries = readZip(content, { entries: MAX_ENTRIES, bytes: MAX_UNPACKED })
  return entries.flatMap(({ name, size, read }) => {
    if (!wanted(name)) return []
    if (size > longest) throw tooLong(filename, name, longest)
    return [textOf(filename, name, Buffer.concat([...read()]), longest)]
  })
}

async function tarTexts(
  filename: string,
  content: ByteSource,
  { wanted, longest }: Required<Omit<TextsWanted, 'ending'>>,
): Promise<ArchivedText[]> {
  const entries = await unpacked(filename, allBytes(content))
  if (entries.length > MAX_ENTRIES) throw refused(filename, `has more than ${MAX_ENTRIES} entries`)
  const seen = new Set<string>()
  return entries.flatMap(({ header: { name, type }, data }) => {
    if (type === 'directory' || type === 'pax-header' || type === 'pax-global-header') return []
    const shown = name.slice(0, 255)
    if (type !== 'file') throw refused(filename, `has a link or a device, ${shown}`)
    if (/^[/\\]|^[a-z]:|\\|\0/i.test(name) || name.split('/').includes('..'))
      throw refused(filename, `has an entry outside of itself, ${shown}`)
    if (seen.has(name)) throw refused(filename, `has the entry ${shown} twice`)
    seen.add(name)
    if (!wanted(name)) return []
    return [textOf(filename, name, data ?? new Uint8Array(), longest)]
  })
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

function textOf(filename: string, path: string, bytes: Uint8Array, longest: number): ArchivedText {
  if (bytes.byteLength > longest) throw tooLong(filename, path, longest)
  const shown = path.slice(0, 255)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return { path, text: text.replaceAll(/\r\n?/g, '\n') }
  } catch {
    throw refused(filename, `has a text that is no UTF-8, ${shown}`)
  }
  throw refused(filename, `has a text with unusable characters, ${shown}`)
}

function tooLong(filename: string, path: string, longest: number): DomainError {
  return refused(filename, `has a text of more than ${longest / 1024 / 1024} MiB, ${path.slice(0, 255)}`)
}

function refused(filename: string, what: string): DomainError {
  return invalid('upload.archive', 'file', `The file ${filename.slice(0, 255)} ${what}.`)
}
