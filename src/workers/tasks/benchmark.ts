import { createHash, randomBytes } from 'node:crypto'
import { DomainError, invalid } from '../../errors.ts'
import { benchmarkDocument, type BenchmarkRange } from '../../formats/package/data-stream.ts'
import { excerpt } from '../../formats/spreadsheet/plain-text.ts'
import { severityOf } from '../../formats/spreadsheet/requirements.ts'
import { type GuideNames, reqifBenchmark } from '../../formats/texts/reqif-benchmark.ts'
import { MAX_BENCHMARK_BYTES, tooLarge } from '../../formats/upload.ts'
import { byVersion, copied, readRules, type RuleOrder } from '../../formats/xccdf.ts'
import { CATALOG_COLUMNS } from '../../formats/xccdf/catalog-columns.ts'
import { decodeXml } from '../../formats/xccdf/decode.ts'
import type { GuideLimits } from '../../formats/xccdf/limits.ts'
import type { BenchmarkHeader, BenchmarkKind, CatalogRule } from '../../formats/xccdf/types.ts'
import { type GuideWarning, GuideWarnings, type Warn } from '../../formats/xccdf/warnings.ts'
import { type ByteSource, chunksOf } from '../../lib/temp-files/byte-range.ts'
import { TempFile, type ByteRange } from '../../lib/temp-files/temp-file.ts'
import { splitBySize } from '../../lib/yield-to-event-loop.ts'
import { collectGarbageAfter } from '../collect-garbage.ts'
import { readReqifFile, type ReqifFile } from './texts.ts'

/** Bytes of rules that one statement stores. */
const PART = 500_000

export interface GivenFile {
  filename: string
  content: ByteSource
  /** Null: as the benchmark says of itself. */
  kind: BenchmarkKind | null
  /** Of a ReqIF document, which does not say them. */
  names?: GuideNames
  /** Which benchmark of a SCAP data stream it is. */
  range?: BenchmarkRange | null
  limits: GuideLimits
  /** Descriptors of two empty files: for the rules, and for a document that is packed or made of ReqIF. */
  rules: number
  document: number
}

/** A benchmark as the database takes it in; its rules, and a document that was made, stand in the files that were given. */
export interface ReadBenchmark {
  kind: BenchmarkKind
  header: BenchmarkHeader
  /** Of everything that is read: the same for two documents that say the same. */
  digest: string
  /** SHA-256 of the document. */
  documentDigest: string
  warnings: { list: GuideWarning[]; count: number }
  /** The size of the document, where it was packed or made of ReqIF; else it is the file itself. */
  unpacked: number | null
  /** Where parts of a bearable size stand: a JSON list with one text per column, in the order of CATALOG_COLUMNS. */
  parts: ByteRange[]
  /** What stands between two values of such a text, and for none: random, so that no file can contain it. */
  between: string
  none: string
}

/**
 * Reads an uploaded benchmark with no more of it in memory than a rule and a part, but for a packed one and a ReqIF
 * document, which are read whole. Refuses as src/formats does.
 */
export async function readBenchmarkFile(given: GivenFile): Promise<ReadBenchmark> {
  if (!isReqif(given.filename)) {
    const { content, document, range = null } = given
    if (range !== null) return rulesOf(given, ofStream(content, range, document))
    if (content.byteLength > MAX_BENCHMARK_BYTES) throw tooLarge()
    return rulesOf(given, content)
  }
  const { xml, warnings } = await ofReqif(given)
  try {
    return rulesOf(given, xml, warnings)
  } catch (error) {
    // A line of the document that was made says nothing to whoever sent the other one.
    if (!(error instanceof DomainError) || !error.message.startsWith('Line ')) throw error
    const said = error.message.replace(/^Line \d+: /, '')
    throw invalid(error.reason, 'file', `The file ${given.filename.slice(0, 255)}: ${said}`)
  }
}

const isReqif = (filename: string) => /\.reqifz?$/i.test(filename)

function sha256(source: ByteSource): string {
  const hash = createHash('sha256')
  for (const chunk of chunksOf(source)) hash.update(chunk)
  return hash.digest('hex')
}

/** The document of one benchmark of a SCAP data stream. */
function ofStream(content: ByteSource, range: BenchmarkRange, document: number): ByteSource {
  const made = into(document)
  let size = 0
  for (const piece of benchmarkDocument(decodeXml(content), range)) {
    const bytes = Buffer.from(piece)
    size += bytes.byteLength
    if (size > MAX_BENCHMARK_BYTES) throw tooLarge()
    made.write(bytes)
  }
  return made.source()
}

/** The XCCDF document that a ReqIF document stands in the catalog as. */
async function ofReqif({
  filename,
  content,
  kind,
  names = {},
  document,
}: GivenFile): Promise<{ xml: ByteSource; warnings: ReqifFile['warnings'] }> {
  const found = await readReqifFile({ filename, content, mapping: names.mapping })
  const made = into(document)
  // A requirement of a STIG names that of its SRG.
  const own = found.requirements.some(({ srgId }) => srgId !== undefined && srgId !== null) ? 'stig' : 'srg'
  for (const piece of reqifBenchmark(kind ?? own, { filename, ...found }, names)) {
    made.write(Buffer.from(piece))
  }
  return { xml: made.source(), warnings: withUnknownSeverities(filename, found) }
}

/** The warnings of a ReqIF document, and one for each severity that no catalog rule has. */
function withUnknownSeverities(
  file: string,
  { requirements, warnings }: Pick<ReqifFile, 'requirements' | 'warnings'>,
): ReqifFile['warnings'] {
  const all = new GuideWarnings()
  all.addAll(warnings)
  for (const { id, line, texts } of requirements) {
    const severity = texts.severity?.trim() ?? ''
    if (severity === '' || severityOf(severity) !== null) continue
    const what = `the severity "${excerpt(severity)}" of ${excerpt(id)}`
    all.add({
      file,
      line,
      what,
      why: 'A catalog rule has the severity high, medium or low; it becomes medium.',
    })
  }
  return { list: all.list, count: all.count }
}

function rulesOf(
  { filename, content, kind: wanted, rules, limits }: GivenFile,
  xml: ByteSource,
  earlier: ReqifFile['warnings'] = { list: [], count: 0 },
): ReadBenchmark {
  const scratch = new TempFile(rules)
  const rows: StoredRule[] = []
  const columns = CATALOG_COLUMNS.stig
  const valuesOf = (rule: CatalogRule) => columns.map(({ of }) => of(rule))
  const warnings = new GuideWarnings()
  warnings.addAll(earlier)
  const warn: Warn = (line, what, why) => warnings.add({ file: filename, line, what, why })
  const { kind, header } = readRules(xml, { kind: wanted, limits, warn }, (rule) => {
    const stretch = scratch.append(JSON.stringify(valuesOf(rule)))
    rows.push({ version: copied(rule.version), ruleId: copied(rule.ruleId), ...stretch })
  })
  scratch.flush()
  collectGarbageAfter(xml.byteLength)
  const stored = storeByColumn(scratch, rows.sort(byVersion), { kind, header })
  collectGarbageAfter(xml.byteLength)
  const { list, count } = warnings
  return {
    kind,
    header,
    ...stored,
    documentDigest: sha256(xml),
    warnings: { list, count },
    unpacked: xml === content ? null : xml.byteLength,
  }
}

type StoredRule = RuleOrder & ByteRange

/** Stores the rules again in parts, as one text per column, and digests them with the header. */
function storeByColumn(
  scratch: TempFile,
  rows: StoredRule[],
  { kind, header }: Pick<ReadBenchmark, 'kind' | 'header'>,
): Pick<ReadBenchmark, 'digest' | 'parts' | 'between' | 'none'> {
  const hash = createHash('sha256').update(JSON.stringify([kind, header]))
  const random = randomBytes(8).toString('hex')
  const [between, none] = [`\u001F${random}`, `\u001E${random}`]
  const parts = splitBySize(rows, ({ size }) => size, PART).map((part) => {
    const values = part.map((row): (string | boolean | null)[] => {
      const text = scratch.read(row)
      hash.update(text)
      return JSON.parse(text)
    })
    const texts = CATALOG_COLUMNS[kind].map((_, column) =>
      values.map((row) => row[column] ?? none).join(between),
    )
    const stretch = scratch.append(JSON.stringify(texts))
    scratch.flush()
    return stretch
  })
  return { digest: hash.digest('hex'), parts, between, none }
}

/** Takes what is unpacked or made, and is then it. */
interface Document {
  write: (chunk: Uint8Array) => void
  source: () => ByteSource
}

function into(fd: number): Document {
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
