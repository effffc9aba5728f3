import { z } from 'zod'
import type { Reader } from '../../src/database.ts'
import { illegal, notFound } from '../../src/errors.ts'
import { canonicalOrder } from '../guides.read.ts'
import { wordDiff } from '../../src/word-diff.ts'

export const TextDiff = z
  .array(z.object({ op: z.enum(['equal', 'insert', 'delete']), text: z.string() }))
  .meta({ id: 'TextDiff', description: 'Runs of words that stayed, came or went.' })

const nullableText = z.string().nullable()
const Compared = z.object({
  rule_id: z.string(),
  title: nullableText,
  rule_severity: z.string(),
  ident: nullableText,
  vuln_discussion: nullableText,
  check: nullableText,
  fix: nullableText,
})
type Compared = z.infer<typeof Compared>

/** What changed between two releases of one SRG, by requirement version (components 4.7). */
export const SrgComparison = z
  .object({
    added: z.record(z.string(), Compared),
    removed: z.record(z.string(), Compared),
    updated: z.record(
      z.string(),
      z.object({
        base: Compared,
        diff: Compared,
        changes: z.array(z.object({ field: z.string(), diff: TextDiff })),
      }),
    ),
  })
  .meta({ id: 'SrgComparison' })

const FIELDS = ['title', 'rule_severity', 'ident', 'vuln_discussion', 'check', 'fix'] as const

/** Compares two releases of one line; 404 for an unknown one, 422 for releases of different lines. */
export async function compareSrgs(
  db: Reader,
  baseId: number,
  diffId: number,
): Promise<z.infer<typeof SrgComparison>> {
  const guides = await db
    .selectFrom('srgs')
    .select(['id', 'srg_id'])
    .where('id', 'in', [baseId, diffId])
    .execute()
  const lineOf = (id: number) => guides.find((guide) => guide.id === id)?.srg_id
  if (lineOf(baseId) === undefined || lineOf(diffId) === undefined) throw notFound()
  if (lineOf(baseId) !== lineOf(diffId)) {
    throw illegal('guide.different_lines', 'These are releases of different SRGs.')
  }
  const [base, diff] = [await rulesByVersion(db, baseId), await rulesByVersion(db, diffId)]
  const result: z.infer<typeof SrgComparison> = { added: {}, removed: {}, updated: {} }
  for (const [key, after] of diff) {
    const before = base.get(key)
    if (!before) result.added[key] = after
    else {
      const changes = FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
        field,
        diff: wordDiff(before[field] ?? '', after[field] ?? ''),
      }))
      if (changes.length > 0) result.updated[key] = { base: before, diff: after, changes }
    }
  }
  for (const [key, before] of base) if (!diff.has(key)) result.removed[key] = before
  return result
}

/**
 * By version; where one version stands for several rules each further one adds its place among them, because their
 * rule ids differ from release to release (trap 3).
 */
async function rulesByVersion(db: Reader, srgId: number): Promise<Map<string, Compared>> {
  const rows = await db
    .selectFrom('srg_rules')
    .select([
      'rule_id',
      'version',
      'title',
      'rule_severity',
      'ident',
      'vuln_discussion',
      'check_content as check',
      'fixtext as fix',
    ])
    .where('srg_id', '=', srgId)
    .orderBy(canonicalOrder('srg_rules'))
    .execute()
  const byVersion = new Map<string, Compared>()
  const places = new Map<string, number>()
  for (const { version, ...rule } of rows) {
    const key = version ?? rule.rule_id
    const place = (places.get(key) ?? 0) + 1
    places.set(key, place)
    byVersion.set(place === 1 ? key : `${key} (${place})`, rule)
  }
  return byVersion
}
