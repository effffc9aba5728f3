import { sql } from 'kysely'
import { z } from 'zod'
import type { Computing } from '../../../src/computing/pool.ts'
import { textDifferences } from '../../../src/computing/text-differences.ts'
import type { Queries } from '../../../src/database.ts'
import { fixedQuery } from '../../../src/database/fixed-query.ts'
import { together } from '../../../src/database/together.ts'
import { illegal, notFound } from '../../../src/errors.ts'
import { inParts } from '../../../src/computing/pace.ts'
import { SEVERITIES } from '../../../src/vocabulary.ts'
import { type DifferingPair, differingPairs } from './differing-pairs.ts'

export const TextDiff = z
  .array(z.object({ op: z.enum(['equal', 'insert', 'delete']), text: z.string() }))
  .meta({ id: 'TextDiff', description: 'Runs of words that stayed, came or went.' })

const FIELDS = ['title', 'rule_severity', 'ident', 'vuln_discussion', 'check', 'fix'] as const
const nullableText = z.string().nullable()
const Compared = z.object({
  rule_id: z.string(),
  title: nullableText,
  rule_severity: z.enum(SEVERITIES),
  ident: nullableText,
  vuln_discussion: nullableText,
  check: nullableText,
  fix: nullableText,
})
type Compared = z.infer<typeof Compared>

/** What changed between two releases of one SRG, by requirement version (rule C-19). */
export const SrgComparison = z
  .object({
    added: z.record(z.string(), Compared),
    removed: z.record(z.string(), Compared),
    updated: z.record(
      z.string(),
      z.object({
        base: Compared,
        diff: Compared,
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
      .meta({ description: 'Versions that this answer has no room for; at most 1000 of each are named.' }),
  })
  .meta({ id: 'SrgComparison' })
type SrgComparison = z.infer<typeof SrgComparison>

/** Bytes of texts that one comparison holds, requirements in canonical order. */
const ANSWER_BYTES = 4_000_000
/** Bytes of texts that are read at once. */
const PORTION_BYTES = 1_000_000
const NAMED = 1_000

/** The two releases, and what differs between them. */
const compared = fixedQuery((db, baseId: number, diffId: number) =>
  together({
    guides: db.selectFrom('srgs').select(['id', 'srg_id']).where('id', 'in', [baseId, diffId]),
    pairs: differingPairs(baseId, diffId),
  }),
)

const rulesById = fixedQuery((db, ids: number[]) =>
  db
    .selectFrom('srg_rules')
    .select(['id', 'rule_id', 'title', 'rule_severity', 'ident', 'vuln_discussion'])
    .select(['check_content as check', 'fixtext as fix'])
    .where('id', '=', sql<number>`any (${ids}::integer[])`),
)

/** Compares two releases of one line; 404 for an unknown one, 422 for releases of different lines. */
export async function compareSrgs(
  db: Queries,
  computing: Computing,
  baseId: number,
  diffId: number,
): Promise<SrgComparison> {
  const [found] = await compared(db, baseId, diffId)
  const lineOf = (id: number) => found?.guides.find((guide) => guide.id === id)?.srg_id
  if (lineOf(baseId) === undefined || lineOf(diffId) === undefined) throw notFound()
  if (lineOf(baseId) !== lineOf(diffId)) {
    throw illegal('guide.different_lines', 'These are releases of different SRGs.')
  }
  const pairs = found?.pairs ?? []
  const shown = pairs.filter(({ upto }) => upto <= ANSWER_BYTES)
  const result = {
    ...(await comparedPairs(db, computing, shown)),
    left_out: { added: [], removed: [], updated: [] } as SrgComparison['left_out'],
  }
  for (const { key, kind } of pairs.slice(shown.length)) {
    const names = result.left_out[kind]
    if (names.length < NAMED) names.push(key)
  }
  return result
}

async function comparedPairs(
  db: Queries,
  computing: Computing,
  pairs: DifferingPair[],
): Promise<Pick<SrgComparison, 'added' | 'removed' | 'updated'>> {
  const rules = await rulesOf(db, pairs)
  const result: Pick<SrgComparison, 'added' | 'removed' | 'updated'> = { added: {}, removed: {}, updated: {} }
  const fields = pairs.flatMap(({ key, base_id, diff_id }) => {
    const [base, diff] = [rules.get(base_id ?? 0), rules.get(diff_id ?? 0)]
    if (!base && diff) result.added[key] = diff
    if (base && !diff) result.removed[key] = base
    if (!base || !diff) return []
    const changed = FIELDS.filter((field) => base[field] !== diff[field])
    return changed.map((field) => ({ key, base, diff, field }))
  })
  const texts = fields.map(({ base, diff, field }) => ({
    before: base[field] ?? '',
    after: diff[field] ?? '',
  }))
  const diffs = await textDifferences(computing, texts)
  for (const [index, { key, base, diff, field }] of fields.entries()) {
    const entry = (result.updated[key] ??= { base, diff, changes: [] })
    const runs = diffs[index]
    entry.changes.push(runs ? { field, diff: runs } : { field })
  }
  return result
}

/** The texts of the rules of these pairs, by id. */
async function rulesOf(db: Queries, pairs: DifferingPair[]): Promise<Map<number, Compared>> {
  const rules = new Map<number, Compared>()
  for (const part of inParts(pairs, ({ bytes }) => bytes, PORTION_BYTES)) {
    const ids = part.flatMap(({ base_id, diff_id }) => [base_id ?? [], diff_id ?? []].flat())
    for (const { id, ...rule } of await rulesById(db, ids)) rules.set(id, rule)
  }
  return rules
}
