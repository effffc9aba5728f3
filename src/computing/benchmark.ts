import { randomBytes } from 'node:crypto'
import { benchmarkBytes, type Unpacked } from '../formats/upload.ts'
import { byVersion, copied, readRules, type RuleOrder } from '../formats/xccdf.ts'
import { CATALOG_COLUMNS } from '../formats/xccdf/catalog-columns.ts'
import type { BenchmarkHeader, BenchmarkKind, CatalogRule } from '../formats/xccdf/types.ts'
import { inParts } from './pace.ts'
import type { ByteSource } from './spooled-file.ts'
import { collectGarbage } from './collect.ts'
import { Scratch, type Stretch } from './scratch.ts'

/** Bytes of rules that one statement stores. */
const PART = 500_000
/** Bytes that are unpacked between two collections. */
const COLLECTED = 8 * 1024 * 1024

export interface GivenFile {
  filename: string
  content: ByteSource
  kind: BenchmarkKind
  /** Descriptors of two empty files: for the rules, and for a document that is packed. */
  rules: number
  document: number
}

/** A benchmark as the database takes it in; its rules, and a packed document, stand in the files that were given. */
export interface ReadBenchmark {
  header: BenchmarkHeader
  /** The size of the document, where it was packed; else it is the file itself. */
  unpacked: number | null
  /** Where parts of a bearable size stand: a JSON list with one text per column, in the order of CATALOG_COLUMNS. */
  parts: Stretch[]
  /** What stands between two values of such a text, and for none: random, so that no file can contain it. */
  between: string
  none: string
}

/**
 * Reads an uploaded benchmark with no more of it in memory than a rule and a part, but for a packed one, which is read
 * whole to be unpacked. Refuses as src/formats does.
 */
export function readBenchmarkFile({ filename, content, kind, rules, document }: GivenFile): ReadBenchmark {
  const { xml } = benchmarkBytes(filename, content, () => into(document))
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
