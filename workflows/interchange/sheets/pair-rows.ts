import { unescapeFormula } from '../../../src/formats/spreadsheet/csv-reader.ts'
import {
  type RequirementRow,
  type SheetColumn,
  SOURCE_COLUMNS,
} from '../../../src/formats/spreadsheet/requirements.ts'
import { isSameText } from './rows/same-text.ts'

/** A requirement that several rows can match, because it shares its SRG id with others. */
export interface Candidate {
  id: number
  /** Whether a submission has a row for it. */
  isDetermined: boolean
  child: boolean
  /** Its texts, including those of its catalog rule. */
  texts: Partial<Record<SheetColumn, string | null>>
}

/** A row with its requirement; `isSure` unless other requirements are equally likely. */
export interface Pair {
  row: RequirementRow
  candidate: Candidate
  isSure: boolean
}

/** Texts that identify a row after it was moved among rows with the same SRG id. */
const RECOGNIZED = [
  'title',
  'vuln_discussion',
  'check_content',
  'fixtext',
  'status_justification',
  'artifact_description',
] as const satisfies readonly SheetColumn[]

/**
 * Matches rows with requirements of their SRG id: by catalog columns, then by unique texts, then by order.
 * Rows without a remaining requirement are omitted.
 */
export function pairRows(rows: readonly RequirementRow[], candidates: readonly Candidate[]): Pair[] {
  const sources = [...Map.groupBy(candidates, ({ texts }) => toSourceKey(texts)).values()]
  const fitting = new Map<string, string>()
  const bySource = Map.groupBy(rows, (row) => {
    const key = toSourceKey(row)
    const sourceIndexes = fitting.get(key) ?? describeFittingSources(row, sources)
    fitting.set(key, sourceIndexes)
    return sourceIndexes
  })
  const remaining = new Set(candidates)
  const pair = (some: readonly RequirementRow[], among: readonly Candidate[]): Pair[] => {
    const free = among.filter((candidate) => remaining.has(candidate))
    const recognized = pairByTexts(some, free)
    const [rows, candidates] = [new Set(some), new Set(free)]
    for (const { row, candidate } of recognized) {
      rows.delete(row)
      candidates.delete(candidate)
    }
    const pairs = [...recognized, ...pairByOrder([...rows], [...candidates])]
    for (const { candidate } of pairs) remaining.delete(candidate)
    return pairs
  }
  const bySources = [...bySource].flatMap(([places, some]) => {
    const among = new Set(places.split(' ').flatMap((index) => sources[Number(index)] ?? []))
    return places === UNKNOWN_SOURCE
      ? []
      : pair(
          some,
          candidates.filter((candidate) => among.has(candidate)),
        )
  })
  return [...bySources, ...pair(bySource.get(UNKNOWN_SOURCE) ?? [], candidates)]
}

/** Key for rows with no catalog rule, an unknown one, or one that all have in common. */
const UNKNOWN_SOURCE = ''

const toSourceKey = (texts: Candidate['texts']) =>
  JSON.stringify(SOURCE_COLUMNS.map((column) => texts[column] ?? ''))

/** Returns the indexes of the catalog rules that fit a row; empty cells are ignored. */
function describeFittingSources(row: RequirementRow, sources: readonly (readonly Candidate[])[]): string {
  const places = sources.flatMap(([candidate], index) => {
    const isOther = SOURCE_COLUMNS.some((column) => {
      const cell = row[column] ?? ''
      return cell.trim() !== '' && !isSameText(candidate?.texts[column] ?? null, cell)
    })
    return isOther ? [] : [index]
  })
  return places.length === sources.length ? UNKNOWN_SOURCE : places.join(' ')
}

/** Matches rows with requirements by texts that exactly one row and one requirement have. */
function pairByTexts(rows: readonly RequirementRow[], candidates: readonly Candidate[]): Pair[] {
  const votes = new Map<RequirementRow, Set<Candidate>>()
  for (const column of RECOGNIZED) {
    const candidateByText = listUniqueTexts(candidates, ({ texts }) => texts[column])
    for (const [text, row] of listUniqueTexts(rows, (rule) => rule[column])) {
      const candidate = candidateByText.get(text)
      if (candidate) votes.set(row, (votes.get(row) ?? new Set()).add(candidate))
    }
  }
  const pairs = [...votes].flatMap(([row, [candidate, ...others]]) =>
    candidate && others.length === 0 ? [{ row, candidate, isSure: true }] : [],
  )
  const claims = Map.groupBy(pairs, ({ candidate }) => candidate)
  return pairs.filter(({ candidate }) => claims.get(candidate)?.length === 1)
}

function listUniqueTexts<T>(
  all: readonly T[],
  getText: (one: T) => string | null | undefined,
): Map<string, T> {
  const groups = Map.groupBy(all, (row) =>
    unescapeFormula((getText(row) ?? '').replaceAll(/\r\n?/g, '\n').trim()),
  )
  return new Map(
    [...groups].flatMap(([text, [row, ...others]]) =>
      text !== '' && row !== undefined && others.length === 0 ? [[text, row] as const] : [],
    ),
  )
}

/**
 * Filters for sheets with fewer rows, most likely first: submissions lack undetermined requirements, and may
 * lack children.
 */
const LIKELY: ((candidate: Candidate) => boolean)[] = [
  ({ isDetermined, child }) => isDetermined && !child,
  ({ isDetermined }) => isDetermined,
  ({ child }) => !child,
  () => true,
]

function pairByOrder(rows: readonly RequirementRow[], candidates: readonly Candidate[]): Pair[] {
  const likely =
    rows.length >= candidates.length
      ? candidates
      : (LIKELY.map((isLikely) => candidates.filter(isLikely)).find((some) => some.length >= rows.length) ??
        [])
  const isSure = rows.length >= likely.length
  return likely.flatMap((candidate, index) => {
    const row = rows[index]
    return row ? [{ row, candidate, isSure }] : []
  })
}
