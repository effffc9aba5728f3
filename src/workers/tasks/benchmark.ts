import { createHash, randomBytes } from 'node:crypto'
import { DomainError, validationError } from '../../errors.ts'
import { findBenchmarkDocument, type BenchmarkRange } from '../../formats/package/data-stream.ts'
import { toExcerpt } from '../../formats/spreadsheet/plain-text.ts'
import { parseSeverity } from '../../formats/spreadsheet/requirements.ts'
import { type GuideNames, readReqifBenchmark } from '../../formats/texts/reqif-benchmark.ts'
import { MAX_BENCHMARK_BYTES, createTooLargeError } from '../../formats/upload.ts'
import { compareByVersion, copyText, readRules, type RuleOrder } from '../../formats/xccdf.ts'
import { CATALOG_COLUMNS } from '../../formats/xccdf/catalog-columns.ts'
import { decodeXml } from '../../formats/xccdf/decode.ts'
import type { GuideLimits } from '../../formats/xccdf/limits.ts'
import type { BenchmarkHeader, BenchmarkKind, CatalogRule } from '../../formats/xccdf/types.ts'
import { type GuideWarning, GuideWarnings, type WarningReporter } from '../../formats/xccdf/warnings.ts'
import { type ByteSource, readChunks } from '../../lib/temp-files/byte-range.ts'
import { TempFile, type ByteRange } from '../../lib/temp-files/temp-file.ts'
import { collectGarbageAfter } from '../collect-garbage.ts'
import { splitIntoStatements } from './statement-parts.ts'
import { readReqifFile, type ReqifFile } from './texts.ts'

export interface BenchmarkInput {
  filename: string
  content: ByteSource
  /** Null: as stated in the benchmark. */
  kind: BenchmarkKind | null
  /** Set for a ReqIF document, which does not contain them. */
  names?: GuideNames
  /** The benchmark to read from a SCAP data stream. */
  range?: BenchmarkRange | null
  limits: GuideLimits
  /** File descriptors of two empty files: for the rules, and for a document that is unpacked or converted from ReqIF. */
  rules: number
  document: number
}

/** A benchmark ready to be stored. Its rules and a converted document are in the files of the request. */
export interface ReadBenchmark {
  kind: BenchmarkKind
  header: BenchmarkHeader
  /** Digest of the content that is read: equal for two documents with the same content. */
  digest: string
  /** SHA-256 of the document. */
  documentDigest: string
  warnings: { list: GuideWarning[]; count: number }
  /** Size of the document if it was unpacked or converted from ReqIF; otherwise it is the file itself. */
  unpacked: number | null
  /** Byte ranges of the parts: each a JSON list with one text per column, in the order of CATALOG_COLUMNS. */
  parts: ByteRange[]
  /** Separator of values in these texts, and the mark for null: random, so that no file can contain them. */
  separator: string
  nullMark: string
}

/**
 * Reads an uploaded benchmark with only one rule and one part in memory; packed files and ReqIF documents are read
 * completely. Throws the errors of src/formats.
 */
export async function readBenchmarkFile(input: BenchmarkInput): Promise<ReadBenchmark> {
  if (!isReqif(input.filename)) {
    const { content, document, range = null } = input
    if (range !== null) return storeRules(input, extractBenchmark(content, range, document))
    if (content.byteLength > MAX_BENCHMARK_BYTES) throw createTooLargeError()
    return storeRules(input, content)
  }
  const { xml, warnings } = await convertReqif(input)
  try {
    return storeRules(input, xml, warnings)
  } catch (error) {
    // Line numbers of the converted document mean nothing to the uploader.
    if (!(error instanceof DomainError) || !error.message.startsWith('Line ')) throw error
    const message = error.message.replace(/^Line \d+: /, '')
    throw validationError(error.reason, 'file', `The file ${input.filename.slice(0, 255)}: ${message}`)
  }
}

const isReqif = (filename: string) => /\.reqifz?$/i.test(filename)

function computeSha256(source: ByteSource): string {
  const hash = createHash('sha256')
  for (const chunk of readChunks(source)) hash.update(chunk)
  return hash.digest('hex')
}

/** Extracts the document of one benchmark from a SCAP data stream. */
function extractBenchmark(content: ByteSource, range: BenchmarkRange, document: number): ByteSource {
  const output = createOutput(document)
  let size = 0
  for (const piece of findBenchmarkDocument(decodeXml(content), range)) {
    const bytes = Buffer.from(piece)
    size += bytes.byteLength
    if (size > MAX_BENCHMARK_BYTES) throw createTooLargeError()
    output.write(bytes)
  }
  return output.source()
}

/** Converts a ReqIF document to the XCCDF document that the catalog stores. */
async function convertReqif({
  filename,
  content,
  kind,
  names = {},
  document,
}: BenchmarkInput): Promise<{ xml: ByteSource; warnings: ReqifFile['warnings'] }> {
  const reqif = await readReqifFile({ filename, content, mapping: names.mapping })
  const output = createOutput(document)
  // A STIG requirement refers to its SRG requirement.
  const detectedKind = reqif.requirements.some(({ srgId }) => srgId !== undefined && srgId !== null)
    ? 'stig'
    : 'srg'
  for (const piece of readReqifBenchmark(kind ?? detectedKind, { filename, ...reqif }, names)) {
    output.write(Buffer.from(piece))
  }
  return { xml: output.source(), warnings: withUnknownSeverities(filename, reqif) }
}

/** Returns the warnings of a ReqIF document, plus one for each severity that catalog rules don't have. */
function withUnknownSeverities(
  file: string,
  { requirements, warnings }: Pick<ReqifFile, 'requirements' | 'warnings'>,
): ReqifFile['warnings'] {
  const all = new GuideWarnings()
  all.addAll(warnings)
  for (const { id, line, texts } of requirements) {
    const severity = texts.severity?.trim() ?? ''
    if (severity === '' || parseSeverity(severity) !== null) continue
    const content = `the severity "${toExcerpt(severity)}" of ${toExcerpt(id)}`
    all.add({
      file,
      line,
      what: content,
      why: 'A catalog rule has the severity high, medium or low; it becomes medium.',
    })
  }
  return { list: all.list, count: all.count }
}

function storeRules(
  { filename, content, kind: requestedKind, rules, limits }: BenchmarkInput,
  xml: ByteSource,
  earlier: ReqifFile['warnings'] = { list: [], count: 0 },
): ReadBenchmark {
  const scratch = new TempFile(rules)
  const rows: StoredRule[] = []
  const columns = CATALOG_COLUMNS.stig
  const toValues = (rule: CatalogRule) => columns.map(({ getValue }) => getValue(rule))
  const warnings = new GuideWarnings()
  warnings.addAll(earlier)
  const warn: WarningReporter = (line, subject, reason) =>
    warnings.add({ file: filename, line, what: subject, why: reason })
  const { kind, header } = readRules(xml, { kind: requestedKind, limits, warn }, (rule) => {
    const range = scratch.append(JSON.stringify(toValues(rule)))
    rows.push({ version: copyText(rule.version), ruleId: copyText(rule.ruleId), ...range })
  })
  scratch.flush()
  collectGarbageAfter(xml.byteLength)
  const stored = storeByColumn(scratch, rows.sort(compareByVersion), { kind, header })
  collectGarbageAfter(xml.byteLength)
  const { list, count } = warnings
  return {
    kind,
    header,
    ...stored,
    documentDigest: computeSha256(xml),
    warnings: { list, count },
    unpacked: xml === content ? null : xml.byteLength,
  }
}

type StoredRule = RuleOrder & ByteRange

/** Stores the rules in parts, as one text per column, and computes their digest with the header. */
function storeByColumn(
  scratch: TempFile,
  rows: StoredRule[],
  { kind, header }: Pick<ReadBenchmark, 'kind' | 'header'>,
): Pick<ReadBenchmark, 'digest' | 'parts' | 'separator' | 'nullMark'> {
  const hash = createHash('sha256').update(JSON.stringify([kind, header]))
  const random = randomBytes(8).toString('hex')
  const [separator, nullMark] = [`\u001F${random}`, `\u001E${random}`]
  const parts = splitIntoStatements(rows, ({ size }) => size).map((part) => {
    const values = part.map((row): (string | boolean | null)[] => {
      const text = scratch.read(row)
      hash.update(text)
      return JSON.parse(text)
    })
    const texts = CATALOG_COLUMNS[kind].map((_, column) =>
      values.map((row) => row[column] ?? nullMark).join(separator),
    )
    const range = scratch.append(JSON.stringify(texts))
    scratch.flush()
    return range
  })
  return { digest: hash.digest('hex'), parts, separator, nullMark }
}

/** Writes a document to a temp file, and provides it as a source. */
interface DocumentWriter {
  write: (chunk: Uint8Array) => void
  source: () => ByteSource
}

function createOutput(fd: number): DocumentWriter {
  const file = new TempFile(fd)
  let byteLength = 0
  return {
    write(chunk) {
      file.write(chunk)
      byteLength += chunk.byteLength
      collectGarbageAfter(chunk.byteLength)
    },
    source: () => ({ fd, byteLength }),
  }
}
