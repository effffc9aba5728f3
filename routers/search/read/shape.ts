import type { Severity } from '../../../src/vocabulary.ts'
import type { SearchQuery, Term } from './query.ts'

/** A query without its texts; queries of one shape differ only in values. */
export interface QueryShape {
  patterns: number
  terms: { kind: Term['kind']; expansions: number }[]
  severity: boolean
  stale: SearchQuery['stale']
}

/** Returns the shape of a query: everything except its texts. */
export function toShape({ patterns, terms, severity, stale }: SearchQuery): QueryShape {
  return {
    patterns: patterns.length,
    terms: terms.map(({ kind, expansions }) => ({ kind, expansions: expansions.length })),
    severity: severity !== null,
    stale,
  }
}

/** Returns the texts of a query in the order that `buildQueryFromShape` expects. */
export function toTexts({ patterns, terms }: SearchQuery): string[] {
  return [
    ...patterns,
    ...terms.flatMap(({ text, lower, beginning, pattern, expansions }) => [
      text,
      lower,
      beginning,
      pattern,
      ...expansions,
    ]),
  ]
}

/** Builds a query of this shape with these texts. */
export function buildQueryFromShape(shape: QueryShape, severity: Severity, texts: string[]): SearchQuery {
  const remainingTexts = [...texts]
  const takeTexts = (count: number) => remainingTexts.splice(0, count)
  const patterns = takeTexts(shape.patterns)
  const terms = shape.terms.map(({ kind, expansions }) => {
    const [text = '', lower = '', beginning = '', pattern = ''] = takeTexts(4)
    return { kind, text, lower, beginning, pattern, expansions: takeTexts(expansions) }
  })
  return { patterns, terms, severity: shape.severity ? severity : null, stale: shape.stale }
}
