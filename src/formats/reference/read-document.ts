import { DomainError } from '../../errors.ts'
import { type ByteSource, readByteRange, readChunks } from '../../lib/temp-files/byte-range.ts'
import { decodeXml } from '../xccdf/decode.ts'
import { streamEntry, type ZipLocation } from '../zip-entry.ts'
import { readPackage } from '../zip-reader.ts'
import { readCciList } from './cci-list.ts'
import { createUnreadableError, createWrongKindError } from './errors.ts'
import { readOscalCatalog } from './oscal-catalog.ts'
import { MAX_REFERENCE_BYTES, type ReferenceDocumentContent } from './types.ts'

/** Files and unpacked bytes of an archive: documents of other kinds are next to the list. */
const BOUNDS = { entries: 200, bytes: 8 * MAX_REFERENCE_BYTES }
const INSPECTED_BYTES = 64 * 1024
const ARCHIVE = '504b'

/**
 * Reads a CCI list, an OSCAL catalog, or a zip archive with one of them; detected by content. Throws 422 `reference.*` or
 * `upload.*` with the line or the entry.
 */
export function readReferenceDocument(source: ByteSource): ReferenceDocumentContent {
  const start = readByteRange(source, 0, INSPECTED_BYTES)
  return Buffer.from(start).toString('hex', 0, 2) === ARCHIVE
    ? readFromArchive(source)
    : readPlain(source, start)
}

function readPlain(source: ByteSource, start: Uint8Array): ReferenceDocumentContent {
  const format = detectFormat(start)
  if (format === 'other') {
    throw createWrongKindError(
      'The file is neither a CCI list (XML, or zip with it) nor an OSCAL catalog (JSON).',
    )
  }
  try {
    if (format === 'xml') return { kind: 'cci_list', ...readCciList(source) }
    return { kind: 'control_catalog', ...readOscalCatalog([...decodeJson(source, start)].join('')) }
  } catch (error) {
    // The XML decoder is shared with XCCDF.
    if (!(error instanceof DomainError) || !error.reason.startsWith('xccdf.')) throw error
    throw createUnreadableError(error.message)
  }
}

/** Detects the format by the first character, in any encoding. */
function detectFormat(start: Uint8Array): 'xml' | 'json' | 'other' {
  const first = Buffer.from(start)
    .toString('latin1')
    .replaceAll(/[\0\s\xef\xbb\xbf\xfe\xff]/g, '')[0]
  if (first === '<') return 'xml'
  return first === '{' || first === '[' ? 'json' : 'other'
}

function* decodeJson(source: ByteSource, [first, second]: Uint8Array): Generator<string> {
  const isLittle = first === 0xff && second === 0xfe
  const isBig = first === 0xfe && second === 0xff
  const decoder = new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true })
  try {
    for (const chunk of readChunks(source)) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw createUnreadableError(`The file is not valid ${decoder.encoding.toUpperCase()} text.`)
  }
}

/** Reads the only CCI list or catalog of an archive; ignores other files, such as PDF, XSD and style sheets. */
function readFromArchive(source: ByteSource): ReferenceDocumentContent {
  const found = readPackage(source, BOUNDS).flatMap(({ fault, ...location }) =>
    /\.(xml|json)$/i.test(location.name) && fault === null && isReference(source, location) ? location : [],
  )
  const [location, other] = found
  if (!location) {
    throw createWrongKindError('The archive has neither a CCI list (U_CCI_List.xml) nor an OSCAL catalog.')
  }
  if (other) {
    const names = [location, other].map(({ name }) => name.slice(0, 100)).join(' and ')
    throw createWrongKindError(`The archive has several documents: ${names}. Upload one of them.`)
  }
  const bytes = unpack(source, location)
  return readPlain(bytes, bytes.subarray(0, INSPECTED_BYTES))
}

/** Whether an entry begins as a CCI list or an OSCAL document. */
function isReference(source: ByteSource, location: ZipLocation): boolean {
  try {
    let start = Buffer.alloc(0)
    for (const piece of streamEntry(source, location)) {
      start = Buffer.concat([start, piece])
      if (start.byteLength >= INSPECTED_BYTES) break
    }
    if (detectFormat(start) === 'json') return /\.json$/i.test(location.name)
    const [text = ''] = decodeXml(start.subarray(0, INSPECTED_BYTES - 8))
    return /<(?:\w{1,40}:)?cci_list[\s>/]/.test(text)
  } catch {
    return false
  }
}

function unpack(source: ByteSource, location: ZipLocation): Uint8Array {
  if (location.size > MAX_REFERENCE_BYTES) {
    const limit = MAX_REFERENCE_BYTES / 1024 / 1024
    throw createUnreadableError(`The entry ${location.name.slice(0, 255)} is larger than ${limit} MiB.`)
  }
  return Buffer.concat([...streamEntry(source, location)])
}
