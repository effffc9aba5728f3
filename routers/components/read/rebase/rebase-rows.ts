import { sql } from 'kysely'
import type { z } from 'zod'
import type { Component } from '../../../../entities/component.ts'
import type { Queries } from '../../../../src/database/database.ts'
import {
  type MergedField,
  MERGED_FIELDS,
  REBASED_FIELDS,
} from '../../../../workflows/components/rebase/merged-fields.ts'
import { linkColumn } from '../../../../workflows/components/rebase/pair-releases.ts'
import {
  FIRST_PARTS,
  isSectionLocked,
  type PlannedRule,
} from '../../../../workflows/components/rebase/plan-rebase.ts'
import type { RebaseOutput } from '../../revisions/rebase.schema.ts'

type Row = z.infer<typeof RebaseOutput>['rows'][number]

/** Maximum number of rows, and characters of their texts, in one response. */
const MAX_RESPONSE = { rows: 200, characters: 2_000_000 }

/** Returns the first planned requirements that fit in one response; at least one. */
export function takeRowsThatFit(rules: readonly PlannedRule[]): PlannedRule[] {
  let size = 0
  const end = rules.findIndex((rule, index) => {
    size += rule.size
    return index > 0 && (index >= MAX_RESPONSE.rows || size > MAX_RESPONSE.characters)
  })
  return rules.slice(0, end < 0 ? undefined : end)
}

/** Reads planned requirements with the three texts of each changed section, in one query. */
export async function rebaseRows(
  db: Queries,
  component: Component,
  rules: readonly PlannedRule[],
): Promise<Row[]> {
  const texts = await readThreeTexts(db, component, rules)
  return rules.map((rule) => toRow(rule, texts.get(rule.id)))
}

/** Converts a planned requirement to a row; includes texts only if given. */
export function toRow(rule: PlannedRule, texts?: ThreeTexts): Row {
  const { id, kind, shownFields, lockedFields, followed, conflicts } = rule
  return {
    id,
    rule_id: rule.ruleId,
    version: rule.version,
    title: rule.title,
    status: rule.status,
    lock_version: rule.lockVersion,
    kind: kind === 'dropped' ? 'dropped' : 'changed',
    removed: rule.isRemoved,
    skipped: rule.obstacle,
    sections: !texts
      ? []
      : shownFields.map((field) => ({
          field,
          ...(texts.get(field) ?? { base: null, new: null, ours: null }),
          conflict: conflicts.includes(field),
          locked: isSectionLocked(lockedFields, field),
          take: followed.includes(field) ? ('new' as const) : ('ours' as const),
        })),
  }
}

type ThreeTexts = Map<MergedField, { base: string | null; new: string | null; ours: string | null }>

async function readThreeTexts(
  db: Queries,
  component: Component,
  rules: readonly PlannedRule[],
): Promise<Map<number, ThreeTexts>> {
  const columns = REBASED_FIELDS.filter(({ isMerged }) => isMerged).map(
    ({ field, ownColumn }) =>
      sql`json_build_array(${sql.ref(`b.${field}`)}, ${sql.ref(`t.${field}`)}, ${sql.ref(ownColumn)}) as ${sql.ref(field)}`,
  )
  const pairs = JSON.stringify(rules.map(({ id, targetId }) => ({ id, target: targetId })))
  const { rows } = await sql<
    Record<MergedField, [string | null, string | null, string | null]> & { id: number }
  >`
    select r.id, ${sql.join(columns)}
    from jsonb_to_recordset(${pairs}::jsonb) as p (id integer, target integer)
      join rules r on r.id = p.id join srg_rules b on b.id = ${sql.ref(`r.${linkColumn(component)}`)}
      left join srg_rules t on t.id = p.target ${FIRST_PARTS}`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      new Map(
        MERGED_FIELDS.map((field) => {
          const [base, next, ours] = row[field]
          return [field, { base, new: next, ours }]
        }),
      ),
    ]),
  )
}
