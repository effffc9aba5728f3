import { sql } from 'kysely'
import { CHECK_SECTIONS, DISA_SECTIONS, RULE_SECTIONS } from '../../../entities/rule-sections.ts'
import type { Computing } from '../../../src/computing/pool.ts'
import { textDifferences } from '../../../src/computing/text-differences.ts'
import type { Queries } from '../../../src/database.ts'
import { SECTIONS, type SectionKey } from '../../../src/vocabulary.ts'
import type { SectionChanges } from './section-changes.schema.ts'

type Value = string | boolean | null
type Field = SectionChanges['fields'][number]

/** What is asked about: a requirement, or one section of it, and since when. */
export interface SectionSince {
  ruleId: number
  section: SectionKey | null
  /** As stored. */
  since: string
}

const KINDS = [
  { type: 'BaseRule', sections: RULE_SECTIONS },
  { type: 'Check', sections: CHECK_SECTIONS },
  { type: 'DisaRuleDescription', sections: DISA_SECTIONS },
] as const

/**
 * The fields of a section, or of the whole requirement, that read differently than they did then, with the difference
 * by words. What was changed and changed back is left out. What it was is told by the trail: by the oldest change since,
 * or by the removal of the part that held it. Throws 503 `computing_busy`.
 */
export async function changesSince(db: Queries, computing: Computing, asked: SectionSince): Promise<Field[]> {
  const rows = await changedFields(db, asked)
  const texts = rows.map(({ before, after }) => ({ before: textOf(before), after: textOf(after) }))
  const diffs = await textDifferences(computing, texts)
  return rows.map((row, index) => {
    if (typeof row.before === 'boolean' || typeof row.after === 'boolean') return row
    const diff = diffs[index]
    return diff ? { ...row, diff } : { ...row, diff_left_out: true as const }
  })
}

/** Fields by name, each once: the difference between the oldest value since then and the present one. */
async function changedFields(
  db: Queries,
  { ruleId, section, since }: SectionSince,
): Promise<{ field: string; before: Value; after: Value }[]> {
  const meant = JSON.stringify(fieldsOf(section))
  const { rows } = await sql<{ field: string; before: Value; after: Value }>`
    with first as (
      select distinct on (a.auditable_type, a.auditable_id, c.key) a.auditable_type as type, a.auditable_id as id,
        c.key as field, case when a.action = 'update' then c.value -> 0 else c.value end as before
      from audit_entries a cross join lateral jsonb_each(a.changes) c
      join jsonb_to_recordset(${meant}::jsonb) m (type text, field text) on m.type = a.auditable_type and m.field = c.key
      where a.rule_id = ${ruleId} and a.created_at > ${since}::timestamptz
        and (a.action = 'update' or (a.action = 'destroy' and a.auditable_type <> 'BaseRule'))
      order by a.auditable_type, a.auditable_id, c.key, a.id
    )
    select f.field, f.before, coalesce(r.row, k.row, d.row) -> f.field as after
    from first f
    left join lateral (select to_jsonb(x) as row from rules x where f.type = 'BaseRule' and x.id = f.id) r on true
    left join lateral (select to_jsonb(x) as row from rule_checks x where f.type = 'Check' and x.id = f.id) k on true
    left join lateral (select to_jsonb(x) as row from disa_descriptions x
      where f.type = 'DisaRuleDescription' and x.id = f.id) d on true
    where coalesce(f.before, 'null'::jsonb) <> coalesce(coalesce(r.row, k.row, d.row) -> f.field, 'null'::jsonb)
    order by f.type, f.id, f.field`.execute(db)
  return rows
}

/** The audited fields of a section, by kind of record; of the whole requirement without one. */
function fieldsOf(section: SectionKey | null): { type: string; field: string }[] {
  const name = section === null ? null : SECTIONS[section]
  return KINDS.flatMap(({ type, sections }) =>
    Object.entries(sections)
      .filter(([, covered]) => name === null || covered === name)
      .map(([property]) => ({ type, field: snakeCase(property) })),
  )
}

function snakeCase(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : ''
}
