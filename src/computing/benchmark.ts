import { randomBytes } from 'node:crypto'
import { DomainError, invalid } from '../errors.ts'
import { benchmarkBytes, type Unpacked } from '../formats/upload.ts'
import { byVersion, copied, readRules, type RuleOrder } from '../formats/xccdf.ts'
import { CATALOG_COLUMNS } from '../formats/xccdf/catalog-columns.ts'
import type { BenchmarkHeader, BenchmarkKind, CatalogRule } from '../formats/xccdf/types.ts'
import { type GuideNames, reqifBenchmark } from '../formats/texts/reqif-benchmark.ts'
import { inParts } from './pace.ts'
import type { ByteSource } from './spool/spooled-file.ts'
import { readReqifDocument } from './texts.ts'
import { collectGarbage } from './collect.ts'
import { Scratch, type Stretch } from './spool/scratch.ts'

/** Bytes of rules that one statement stores. */
const PART = 500_000
/** Bytes that are unpacked between two collections. */
const COLLECTED = 8 * 1024 * 1024

export interface GivenFile {
  filename: string
  content: ByteSource
  kind: BenchmarkKind
  /** Of a ReqIF document, which does not say them. */
  names?: GuideNames
  /** Descriptors of two empty files: for the rules, and for a document that is packed or made of ReqIF. */
  rules: number
  document: number
}

/** A benchmark as the database takes it in; its rules, and a document that was made, stand in the files that were given. */
export interface ReadBenchmark {
  header: BenchmarkHeader
  /** The size of the document, where it was packed or made of ReqIF; else it is the file itself. */
  unpacked: number | null
  /** Where parts of a bearable size stand: a JSON list with one text per column, in the order of CATALOG_COLUMNS. */
  parts: Stretch[]
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
    const { filename, content, document } = given
    return rulesOf(given, benchmarkBytes(filename, content, () => into(document)).xml)
  }
  const xml = await ofReqif(given)
  try {
    return rulesOf(given, xml)
  } catch (error) {
    // A line of the document that was made says nothing to whoever sent the other one.
    if (!(error instanceof DomainError) || !error.message.startsWith('Line ')) throw error
    const said = error.message.replace(/^Line \d+: /, '')
    throw invalid(error.reason, 'file', `The file ${given.filename.slice(0, 255)}: ${said}`)
  }
}

const isReqif = (filename: string) => /\.reqifz?$/i.test(filename)

/** The XCCDF document that a ReqIF document stands in the catalog as. */
async function ofReqif({ filename, content, kind, names = {}, document }: GivenFile): Promise<ByteSource> {
  const found = await readReqifDocument({ filename, content })
  const made = into(document)
  for (const piece of reqifBenchmark(kind, { filename, ...found }, names)) made.write(Buffer.from(piece))
  return made.source()
}

function rulesOf({ content, kind, rules }: GivenFile, xml: ByteSource): ReadBenchmark {
  const scratch = new Scratch(rules)
  const rows: (RuleOrder & Stretch)[] = []
  const columns = CATALOG_COLUMNS[kind]
  const valuesOf = (rule: CatalogRule) => columns.map(({ of }) => of(rule))
  if (xml !== content) collectGarbage()
  const header = readRules(xml, kind, (rule) => {
    const stretch = scratch.append(JSON.stringify(valuesOf(rule)))
    rows.push({ version: copied(rule.version), ruleId: copied(rule.ruleId), ...stretch })
  })
  scratch.flush()
  collectGarbage()
  const random = randomBytes(8).toString('hex')
  const [between, none] = [`\u001F${random}`, `\u001E${random}`]
  const parts = inParts(rows.sort(byVersion), ({ size }) => size, PART).map((part) => {
    const values = part.map((row): (string | boolean | null)[] => JSON.parse(scratch.read(row)))
    const texts = columns.map((_, column) => values.map((row) => row[column] ?? none).join(between))
    const stretch = scratch.append(JSON.stringify(texts))
    scratch.flush()
    return stretch
  })
  collectGarbage()
  return { header, unpacked: xml === content ? null : xml.byteLength, parts, between, none }
}

function into(fd: number): Unpacked {
  const file = new Scratch(fd)
  let byteLength = 0
  let collected = 0
  return {
    write(chunk) {
      file.write(chunk)
      byteLength += chunk.byteLength
      if (byteLength - collected < COLLECTED) return
      collectGarbage()
      collected = byteLength
    },
    source: () => ({ fd, byteLength }),
  }
}
