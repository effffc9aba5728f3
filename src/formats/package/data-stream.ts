import { SaxesParser } from 'saxes'
import { createRefusal } from '../xccdf/errors.ts'
import { runParser } from '../xccdf/tree.ts'
import { XCCDF_NAMESPACES } from '../xccdf/vocabulary.ts'
import { escapeXmlAttribute } from '../xml-text.ts'

/** Range of a benchmark in a data stream, in UTF-16 units; plain values for worker threads. */
export interface BenchmarkRange {
  id: string
  startOffset: number
  endOffset: number
  /** End of its element name, and the inherited namespace declarations. */
  nameEnd: number
  declarations: string
}

const MAX_BENCHMARKS = 2000

/** Lists the benchmarks of a SCAP data stream (rule C-93). Throws 422 for XML that is not well-formed. */
export function findBenchmarks(xml: Iterable<string>): BenchmarkRange[] {
  const parser = new SaxesParser({ xmlns: true })
  const benchmarks: BenchmarkRange[] = []
  const scopes: Record<string, string>[] = []
  const starts: number[] = []
  let current: { depth: number; range: BenchmarkRange } | null = null
  parser.on('doctype', () => {
    throw createRefusal('doctype', 'The file has a DOCTYPE declaration, which is not accepted.', parser.line)
  })
  parser.on('opentagstart', ({ name }) => starts.push(parser.position - name.length - 2))
  parser.on('opentag', (tag) => {
    if (current === null && tag.local === 'Benchmark' && XCCDF_NAMESPACES.includes(tag.uri)) {
      const start = starts.at(-1) ?? 0
      const declared = Object.assign({}, ...scopes)
      const range = {
        id: tag.attributes['id']?.value ?? '',
        startOffset: start,
        endOffset: start,
        nameEnd: start + 1 + tag.name.length,
        declarations: formatDeclarations(declared, tag.ns),
      }
      current = { depth: starts.length, range }
    }
    scopes.push(tag.ns)
  })
  parser.on('closetag', () => {
    scopes.pop()
    if (current?.depth === starts.length) {
      benchmarks.push({ ...current.range, endOffset: parser.position })
      current = null
      if (benchmarks.length > MAX_BENCHMARKS) {
        throw createRefusal('too_many', `A data stream may hold ${MAX_BENCHMARKS} benchmarks.`)
      }
    }
    starts.pop()
  })
  runParser(parser, xml)
  return benchmarks
}

/** Formats the inherited namespace declarations that an element does not declare itself. */
function formatDeclarations(inherited: Record<string, string>, declared: Record<string, string>): string {
  return Object.entries(inherited)
    .filter(([prefix]) => !(prefix in declared) && prefix !== 'xml' && prefix !== 'xmlns')
    .map(([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}=${escapeXmlAttribute(uri)}`)
    .join('')
}

/** Extracts the document of one benchmark from a data stream, in pieces. */
export function* findBenchmarkDocument(xml: Iterable<string>, range: BenchmarkRange): Generator<string> {
  const { startOffset, endOffset, nameEnd, declarations } = range
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  let offset = 0
  for (const piece of xml) {
    const end = offset + piece.length
    if (end > startOffset && offset < nameEnd) {
      yield piece.slice(Math.max(0, startOffset - offset), Math.max(0, nameEnd - offset))
    }
    if (offset < nameEnd && end >= nameEnd) yield declarations
    if (end > nameEnd && offset < endOffset) {
      yield piece.slice(Math.max(0, nameEnd - offset), Math.max(0, endOffset - offset))
    }
    offset = end
    if (offset >= endOffset) return
  }
}
