import { sql } from 'kysely'
import type { Queries } from '../../../../src/database/database.ts'
import { JOIN_FIRST_CHECK, joinFirstDisaDescription } from '../../../../src/database/fragments/first-parts.ts'
import { wireTimeSql } from '../../../../src/procedures/schemas/times.ts'
import { readContentBytes } from '../../../rules/read/rule-bytes.ts'
import type { RuleContent } from './rows.schema.ts'

/** Maximum size of the requirement content in one list, in bytes. */
const CONTENT_BYTES = 2_000_000

/**
 * Whether each comment of a list, in order, gets its requirement's content. After the first that exceeds the
 * limit, none does.
 */
export async function fitContent(db: Queries, ruleIds: (number | null)[]): Promise<boolean[]> {
  const ids = ruleIds.filter((id) => id !== null)
  const bytes = ids.length === 0 ? new Map<number, number>() : await readContentBytes(db, [...new Set(ids)])
  let sum = 0
  return ruleIds.map((id) => {
    sum += id === null ? 0 : (bytes.get(id) ?? 0)
    return sum <= CONTENT_BYTES
  })
}

/**
 * Returns the content of these requirements by id with one query; the database builds the JSON (rule R-7).
 */
export async function readRuleContents(db: Queries, ruleIds: number[]): Promise<Map<number, RuleContent>> {
  if (ruleIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; content: RuleContent }>`
    select r.id, to_jsonb(x) as content
    from rules r
    ${joinFirstDisaDescription('d')} ${JOIN_FIRST_CHECK}
    cross join lateral (select
      r.title, r.rule_severity, r.status, r.fixtext, r.status_justification, r.vendor_comments,
      r.artifact_description, r.fix_id, r.fixtext_fixref, r.version, r.rule_weight, r.ident, r.ident_system,
      d.vuln_discussion, d.documentable, d.false_positives, d.false_negatives, d.mitigations_available,
      d.mitigations, d.poam_available, d.poam, d.potential_impacts, d.third_party_tools, d.mitigation_control,
      d.responsibility, d.ia_controls, d.severity_override_guidance, k.content as check_content, r.locked,
      ${wireTimeSql('r.updated_at')} as rule_updated_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'rule_id', q.rule_id, 'component_prefix', c.prefix) order by q.id)
        from satisfactions f join rules q on q.id = f.satisfied_by_rule_id join components c on c.id = q.component_id
        where f.rule_id = r.id and q.deleted_at is null), '[]'::jsonb) as satisfied_by
    ) x
    where r.id = any(${sql.val(ruleIds)}::integer[])`.execute(db)
  return new Map(rows.map(({ id, content }) => [id, content]))
}
