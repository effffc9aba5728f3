import { sql } from 'kysely'
import { toColumn } from '../../../entities/requirement-fields.ts'
import { CHECK_SECTIONS, DISA_SECTIONS, RULE_SECTIONS } from '../../../entities/rule-sections.ts'
import type { EffectiveAccess } from '../../../src/audit/actor.ts'
import { isReaderOnly } from '../../../src/auth/access/effective-access.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { notFoundError } from '../../../src/errors.ts'
import { SECTION_KEYS, SECTIONS, type SectionKey } from '../../../src/vocabulary.ts'
import type { Workers } from '../../../src/workers/pool.ts'
import { diffTextsInWorkers } from '../../../src/workers/tasks/text-differences.ts'
import type { SectionChanges } from './section-changes.schema.ts'

type Value = string | boolean | null
type Field = SectionChanges['fields'][number]

/** Section, start time and changed fields. */
export interface ChangesSinceComment {
  section: SectionKey | null
  /** Timestamp text as stored. */
  since: string
  fields: Field[]
}

const KINDS = [
  { type: 'BaseRule', sections: RULE_SECTIONS },
  { type: 'Check', sections: CHECK_SECTIONS },
  { type: 'DisaRuleDescription', sections: DISA_SECTIONS },
] as const

/**
 * Word differences of the commented section, or of the requirement if there is no section, since the comment. The audit
 * log has the oldest values. Throws 404 for an unknown comment and 503 `computing_busy`.
 */
export async function readChangesSince(
  db: Queries,
  workers: Workers,
  reviewId: number,
  effectiveAccess: Pick<EffectiveAccess, 'role'>,
): Promise<ChangesSinceComment> {
  const [result] = await changedFields(db, { published: isReaderOnly(effectiveAccess) }, reviewId)
  if (!result) throw notFoundError()
  const { section, created_at: since, fields: rows } = result
  const texts = rows.map(({ before, after }) => ({ before: toText(before), after: toText(after) }))
  const diffs = await diffTextsInWorkers(workers, texts)
  const fields = rows.map((row, index) => {
    if (typeof row.before === 'boolean' || typeof row.after === 'boolean') return row
    const diff = diffs[index]
    return diff ? { ...row, diff } : { ...row, diff_left_out: true as const }
  })
  return { section, since, fields }
}

interface SectionChangeRow {
  section: SectionKey | null
  created_at: string
  fields: { field: string; before: Value; after: Value }[]
}

/** Audited fields by record type, with their sections. */
const FIELDS = JSON.stringify(
  KINDS.flatMap(({ type, sections }) =>
    Object.entries(sections).map(([property, covered]) => ({
      type,
      field: toColumn(property),
      section: SECTION_KEYS.find((key) => SECTIONS[key] === covered),
    })),
  ),
)

/**
 * The time of the comment, or of a later release: earlier changes are visible to members only (rule C-22).
 */
const AFTER_RELEASE = sql`greatest(v.created_at, (select c.released_at from components c where c.id = v.component_id))`

/** For each changed field, the oldest value since then and the current one. */
const changedFields = preparedQueryByShape(
  (_, { published }: { published: boolean }, reviewId: number) => sql<SectionChangeRow>`
    select v.section, ${published ? AFTER_RELEASE : sql`v.created_at`} as created_at, (
      with first as (
        select distinct on (a.auditable_type, a.auditable_id, c.key) a.auditable_type as type, a.auditable_id as id,
          c.key as field, case when a.action = 'update' then c.value -> 0 else c.value end as before
        from audit_entries a cross join lateral jsonb_each(a.changes) c
        join jsonb_to_recordset(${sql.lit(FIELDS)}::jsonb) m (type text, field text, section text)
          on m.type = a.auditable_type and m.field = c.key and (v.section is null or m.section = v.section)
        where a.rule_id = v.rule_id and a.created_at > ${published ? AFTER_RELEASE : sql`v.created_at`}
          and (a.action = 'update' or (a.action = 'destroy' and a.auditable_type <> 'BaseRule'))
        order by a.auditable_type, a.auditable_id, c.key, a.id
      )
      select coalesce(json_agg(json_build_object('field', f.field, 'before', f.before, 'after', f.after)
        order by f.type, f.id, f.field), '[]')
      from (select first.*, coalesce(r.row, k.row, d.row) -> first.field as after
        from first
        left join lateral (select to_jsonb(x) as row from rules x where first.type = 'BaseRule' and x.id = first.id) r on true
        left join lateral (select to_jsonb(x) as row from rule_checks x where first.type = 'Check' and x.id = first.id) k on true
        left join lateral (select to_jsonb(x) as row from disa_descriptions x
          where first.type = 'DisaRuleDescription' and x.id = first.id) d on true) f
      where coalesce(f.before, 'null'::jsonb) <> coalesce(f.after, 'null'::jsonb)
    ) as fields
    from reviews v where v.id = ${reviewId}`,
)

function toText(value: Value): string {
  return typeof value === 'string' ? value : ''
}
