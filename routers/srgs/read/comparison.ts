import { sql } from 'kysely'
import { z } from 'zod'
import { combinedQuery } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { releaseLineSql } from '../../../src/database/newest-release.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { stateError, notFoundError } from '../../../src/errors.ts'
import { type Check, formatAllChecks } from '../../../src/formats/checks/check-text.ts'
import type { BenchmarkKind } from '../../../src/formats/xccdf/types.ts'
import { splitBySize } from '../../../src/lib/yield-to-event-loop.ts'
import { SEVERITIES } from '../../../src/vocabulary.ts'
import type { Workers } from '../../../src/workers/pool.ts'
import { diffTextsInWorkers } from '../../../src/workers/tasks/text-differences.ts'
import { ALL_TEXTS, type DifferingPair, selectDifferingPairs } from './differing-pairs.ts'

export const TextDiff = z
  .array(z.object({ op: z.enum(['equal', 'insert', 'delete']), text: z.string() }))
  .meta({ id: 'TextDiff', description: 'Runs of words that are unchanged, inserted or deleted.' })

const FIELDS = ['title', 'rule_severity', 'ident', 'vuln_discussion', 'check', 'fix'] as const
const nullableText = z.string().nullable()
const RuleComparison = z.object({
  rule_id: z.string(),
  title: nullableText,
  rule_severity: z.enum(SEVERITIES),
  ident: nullableText,
  vuln_discussion: nullableText,
  check: nullableText,
  fix: nullableText,
})
type RuleComparison = z.infer<typeof RuleComparison>

/** Changes between two releases of a guide, by rule version (rule C-19). */
export const GuideComparison = z
  .object({
    added: z.record(z.string(), RuleComparison),
    removed: z.record(z.string(), RuleComparison),
    updated: z.record(
      z.string(),
      z.object({
        base: RuleComparison,
        diff: RuleComparison,
        changes: z.array(
          z.object({
            field: z.enum(FIELDS),
            diff: TextDiff.optional().meta({ description: 'Absent where there was too much to compare.' }),
          }),
        ),
      }),
    ),
    left_out: z
      .object({ added: z.array(z.string()), removed: z.array(z.string()), updated: z.array(z.string()) })
      .meta({
        description: 'Versions that are not in this response, at most 1000 of each kind.',
      }),
  })
  .meta({ id: 'GuideComparison' })
type GuideComparison = z.infer<typeof GuideComparison>

/** Maximum size of the texts in a comparison, in bytes, in canonical order of requirements. */
const ANSWER_BYTES = 4_000_000
/** Maximum size of the texts per batch, in bytes. */
const BATCH_BYTES = 1_000_000
const NAMED = 1_000

interface ReleaseLine {
  id: number
  line: string
}

const selectLines = (kind: BenchmarkKind, baseId: number, diffId: number) =>
  sql<ReleaseLine>`select g.id, ${releaseLineSql(`${kind}s`, 'g')} as line
    from ${sql.table(`${kind}s`)} g where g.id in (${baseId}, ${diffId})`

/** A rule with its first check, and the others. */
interface StoredRule extends RuleComparison {
  id: number
  further_checks: Check[] | null
}

/** Queries for the differences of two releases of this kind, and for the texts of rules by id. */
const createQueries = (kind: BenchmarkKind) => ({
  lines: preparedQuery((_, baseId: number, diffId: number) => selectLines(kind, baseId, diffId)),
  compared: preparedQuery((_, baseId: number, diffId: number) =>
    combinedQuery({
      guides: selectLines(kind, baseId, diffId),
      pairs: selectDifferingPairs(kind, baseId, diffId, ALL_TEXTS),
    }),
  ),
  rulesById: preparedQuery(
    (_, ids: number[]) => sql<StoredRule>`select id, rule_id, title, rule_severity, ident, vuln_discussion,
        check_content as "check", further_checks, fixtext as fix
      from ${sql.table(`${kind}_rules`)} where id = any (${ids}::integer[])`,
  ),
})
const QUERIES = { srg: createQueries('srg'), stig: createQueries('stig') }

/** Compares two releases of one line; throws 404 for an unknown one, and 422 for different lines. */
export async function compareGuides(
  { db, workers, kind }: { db: Queries; workers: Workers; kind: BenchmarkKind },
  baseId: number,
  diffId: number,
): Promise<GuideComparison> {
  const [row] = await QUERIES[kind].compared(db, baseId, diffId)
  assertSameLine(kind, row?.guides ?? [], baseId, diffId)
  const pairs = row?.pairs ?? []
  const shownPairs = pairs.filter(({ upto }) => upto <= ANSWER_BYTES)
  const result = {
    ...(await comparePairs({ db, workers, kind }, shownPairs)),
    left_out: { added: [], removed: [], updated: [] } as GuideComparison['left_out'],
  }
  for (const { key, kind } of pairs.slice(shownPairs.length)) {
    const names = result.left_out[kind]
    if (names.length < NAMED) names.push(key)
  }
  return result
}

/** Throws 404 for an unknown release, and 422 for releases of different lines. */
export async function assertOneLine(
  db: Queries,
  kind: BenchmarkKind,
  baseId: number,
  diffId: number,
): Promise<void> {
  assertSameLine(kind, await QUERIES[kind].lines(db, baseId, diffId), baseId, diffId)
}

function assertSameLine(kind: BenchmarkKind, guides: ReleaseLine[], baseId: number, diffId: number): void {
  const findLine = (id: number) => guides.find((guide) => guide.id === id)?.line
  if (findLine(baseId) === undefined || findLine(diffId) === undefined) throw notFoundError()
  if (findLine(baseId) === findLine(diffId)) return
  const guideType = kind === 'srg' ? 'SRGs' : 'STIGs'
  throw stateError('guide.different_lines', `These are releases of different ${guideType}.`)
}

async function comparePairs(
  { db, workers, kind }: { db: Queries; workers: Workers; kind: BenchmarkKind },
  pairs: DifferingPair[],
): Promise<Pick<GuideComparison, 'added' | 'removed' | 'updated'>> {
  const rules = await readRules(db, kind, pairs)
  // Maps, because a version can be any word, such as `constructor`.
  const added = new Map<string, RuleComparison>()
  const removed = new Map<string, RuleComparison>()
  const updated = new Map<string, GuideComparison['updated'][string]>()
  const fields = pairs.flatMap(({ key, base_id, diff_id }) => {
    const [base, diff] = [rules.get(base_id ?? 0), rules.get(diff_id ?? 0)]
    if (!base && diff) added.set(key, diff)
    if (base && !diff) removed.set(key, base)
    if (!base || !diff) return []
    const changed = FIELDS.filter((field) => base[field] !== diff[field])
    return changed.map((field) => ({ key, base, diff, field }))
  })
  const texts = fields.map(({ base, diff, field }) => ({
    before: base[field] ?? '',
    after: diff[field] ?? '',
  }))
  const diffs = await diffTextsInWorkers(workers, texts)
  for (const [index, { key, base, diff, field }] of fields.entries()) {
    const entry = updated.get(key) ?? { base, diff, changes: [] }
    const runs = diffs[index]
    entry.changes.push(runs ? { field, diff: runs } : { field })
    updated.set(key, entry)
  }
  return {
    added: Object.fromEntries(added),
    removed: Object.fromEntries(removed),
    updated: Object.fromEntries(updated),
  }
}

/** Reads the texts of the rules of these pairs, by id; all checks are one text, as in exports. */
async function readRules(
  db: Queries,
  kind: BenchmarkKind,
  pairs: DifferingPair[],
): Promise<Map<number, RuleComparison>> {
  const rules = new Map<number, RuleComparison>()
  for (const part of splitBySize(pairs, ({ bytes }) => bytes, BATCH_BYTES)) {
    const ids = part.flatMap(({ base_id, diff_id }) => [base_id ?? [], diff_id ?? []].flat())
    for (const { id, further_checks: further, ...rule } of await QUERIES[kind].rulesById(db, ids)) {
      rules.set(id, further === null ? rule : { ...rule, check: formatAllChecks(rule.check, further) })
    }
  }
  return rules
}
