import { type RawBuilder, sql } from 'kysely'
import type { Component } from '../../../entities/component.ts'
import type { SectionLocks } from '../../../entities/rule-locking.ts'
import type { Queries } from '../../../src/database/database.ts'
import { JOIN_FIRST_CHECK, joinFirstDisaDescription } from '../../../src/database/fragments/first-parts.ts'
import { CONFIGURABLE, type RuleStatus } from '../../../src/vocabulary.ts'
import { MERGED_FIELDS, type MergedField, REBASED_FIELDS, type RebasedField } from './merged-fields.ts'
import type { PairedRule } from './pair-releases.ts'

/** Why a rebase does not change a requirement or one of its sections. */
export interface RebaseObstacle {
  reason: string
  text: string
}

export type RebaseKind = 'changed' | 'dropped' | 'unchanged'

/** The effect of another SRG release on one requirement. */
export interface PlannedRule {
  id: number
  ruleId: string
  version: string | null
  title: string | null
  status: RuleStatus
  lockVersion: number
  lockedFields: SectionLocks
  /** Its current catalog rule, and the counterpart in the target; null if the target dropped it. */
  baseId: number
  targetId: number | null
  kind: RebaseKind
  /** Fields whose three texts are shown: followed and conflicting ones. */
  shownFields: MergedField[]
  /** Fields that only the SRG changed: they follow it, unless locked. */
  followed: RebasedField[]
  /** Fields that both changed differently: they don't change unless a choice says otherwise. */
  conflicts: MergedField[]
  /** Whether a dropped requirement is removed by default. */
  isRemoved: boolean
  obstacle: RebaseObstacle | null
  /** Number of characters of its texts in a response. */
  size: number
}

interface StoredRow {
  id: number
  ruleId: string
  version: string | null
  title: string | null
  status: RuleStatus
  lockVersion: number
  lockedFields: SectionLocks
  locked: boolean
  underReview: boolean
  linked: boolean
  baseId: number
  targetId: number | null
  followed: RebasedField[]
  conflicts: RebasedField[]
  size: number
}

type PlannedComponent = Pick<Component, 'documentType'>

/**
 * Compares requirements with their counterparts in another release, in one statement (rule C-96). Order:
 * conflicts, dropped requirements, number.
 */
export async function planRebase(
  db: Queries,
  component: PlannedComponent,
  pairs: readonly PairedRule[],
): Promise<PlannedRule[]> {
  const { rows } = await sql<StoredRow>`
    select r.id, r.rule_id as "ruleId", r.version, r.title, r.status, r.lock_version as "lockVersion",
      r.locked_fields as "lockedFields", r.locked, r.review_requestor_id is not null as "underReview",
      exists (select from satisfactions l where l.rule_id = r.id)
        or exists (select from satisfactions l where l.satisfied_by_rule_id = r.id) as linked,
      b.id as "baseId", t.id as "targetId",
      ${fieldsSql((three) => sql`${three.news} and ${three.own} = ${three.base}`)} as followed,
      ${fieldsSql((three) => sql`${three.news} and ${three.own} <> ${three.base}`)} as conflicts,
      ${SIZE} as size
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (id integer, "baseId" integer, "targetId" integer)
      join rules r on r.id = p.id join srg_rules b on b.id = p."baseId"
      left join srg_rules t on t.id = p."targetId" ${FIRST_PARTS}
    order by r.rule_id`.execute(db)
  return rows.map((row) => toPlannedRule(row, component)).toSorted((a, b) => toRank(a) - toRank(b))
}

function toRank({ conflicts, kind }: PlannedRule): number {
  if (conflicts.length > 0) return 0
  return kind === 'dropped' ? 1 : 2
}

/** Joins the first check `k` and DISA description `d` of requirement `r`. */
export const FIRST_PARTS: RawBuilder<unknown> = sql`
  ${JOIN_FIRST_CHECK} ${joinFirstDisaDescription('d')}`

interface ThreeTexts {
  base: RawBuilder<unknown>
  own: RawBuilder<unknown>
  /** Whether the target's text differs from those of the old release and the requirement. */
  news: RawBuilder<unknown>
}

function fieldsSql(condition: (three: ThreeTexts) => RawBuilder<unknown>): RawBuilder<unknown> {
  const names = REBASED_FIELDS.map(({ field, ownColumn }) => {
    const [base, next, ours] = [`b.${field}`, `t.${field}`, ownColumn].map(textSql)
    if (!base || !next || !ours) return sql`null`
    const news = sql`${next} <> ${base} and ${next} <> ${ours}`
    return sql`case when t.id is not null and ${condition({ base, own: ours, news })} then ${sql.lit(field)} end`
  })
  return sql`array_remove(array[${sql.join(names)}]::text[], null)`
}

/** SQL expression that treats missing texts as empty. */
export function textSql(column: string): RawBuilder<string> {
  return sql<string>`coalesce(${sql.ref(column)}, '')`
}

const SIZE = sql`(${sql.join(
  REBASED_FIELDS.filter(({ isMerged }) => isMerged).flatMap(({ field, ownColumn }) =>
    [`b.${field}`, `t.${field}`, ownColumn].map((column) => sql`length(${textSql(column)})`),
  ),
  sql` + `,
)})::integer`

const isMergedField = (field: RebasedField): field is MergedField =>
  MERGED_FIELDS.some((item) => item === field)

function toPlannedRule(row: StoredRow, component: PlannedComponent): PlannedRule {
  const { locked, underReview, linked, targetId, ...rest } = row
  const conflicts = row.conflicts.filter(isMergedField)
  const visibleFields = MERGED_FIELDS.filter(
    (field) => conflicts.includes(field) || row.followed.includes(field),
  )
  const kind = targetId === null ? 'dropped' : visibleFields.length > 0 ? 'changed' : 'unchanged'
  const closed = locked ? LOCKED : underReview ? UNDER_REVIEW : null
  const obstacle = closed ?? (kind === 'dropped' && linked ? LINKED : null)
  const isOpen = (field: RebasedField) => !closed && !isSectionLocked(row.lockedFields, field)
  return {
    ...rest,
    targetId,
    kind,
    shownFields: visibleFields,
    conflicts,
    followed: row.followed.filter(isOpen),
    isRemoved:
      kind === 'dropped' &&
      obstacle === null &&
      component.documentType === 'stig' &&
      row.status !== CONFIGURABLE,
    obstacle: kind === 'unchanged' ? null : obstacle,
  }
}

const LOCKED = { reason: 'rule.locked', text: 'The requirement is locked.' }
const UNDER_REVIEW = { reason: 'rule.under_review', text: 'The requirement is under review.' }
const LINKED = {
  reason: 'component.rebase_linked',
  text: 'Other requirements are linked to it; remove the links before you delete it.',
}

/** Whether the section of a field is locked. */
export function isSectionLocked(locks: SectionLocks, field: RebasedField): boolean {
  const section = REBASED_FIELDS.find((item) => item.field === field)?.section
  return new Map(Object.entries(locks)).get(section ?? '') === true
}
