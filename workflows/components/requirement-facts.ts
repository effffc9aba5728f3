import { type RawBuilder, sql } from 'kysely'
import type { ReadinessPolicy, RequirementFacts } from '../../entities/requirement-findings.ts'
import type { Queries } from '../../src/database/database.ts'
import { isSatisfied } from '../../src/database/satisfiers.ts'
import { SECTIONS } from '../../src/vocabulary.ts'
import type { Workers } from '../../src/workers/pool.ts'

/** A live requirement with the facts for its findings. */
export interface RequirementRow extends RequirementFacts {
  id: number
  rule_id: string
  locked: boolean
  hasInspec: boolean
}

/** White space as in the rest of the service; PostgreSQL's character classes depend on its locale. */
const WHITE_SPACE =
  '\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'

const hasText = (column: string) => sql`(btrim(coalesce(${sql.ref(column)}, ''), ${WHITE_SPACE}) <> '')`

/** Normalizes a text to its words, for comparison. */
const toPlainWords = (column: string) =>
  sql`btrim(regexp_replace(lower(coalesce(${sql.ref(column)}, '')), '[^[:alnum:]]+', ' ', 'g'))`

const AND_OR = sql.lit('\\mand\\s*/\\s*or\\M')
/**
 * Marks of unfinished text. Each bracket expression matches one letter, so that a search for open work does
 * not find this line.
 */
const MARKS = sql.lit(
  '\\m(t\\.?b\\.?[ds]|to[d]o|fix[m]e|to be (announced|determined|decided|defined|provided|supplied))\\M',
)
/** Upper case only, because addresses are written as xxx.xxx.xxx.xxx. */
const CROSSED_OUT = sql.lit('\\mXXX+\\M')
/** Placeholders in brackets: an instruction to the author, or at least two plain words. */
const FILL_IN = sql.lit(
  '[[<{]\\s*(insert|enter|fill in|specify|replace|placeholder|your|describe|organization[- ]defined|tbd|todo|xxx*)\\M[^][<>{}]*[]>}]',
)
const PLAIN_WORDS = sql.lit("[[<]\\s*[a-z]+( [a-z'-]+){1,12}\\s*[]>]")
const IS_A_FINDING = sql.lit('\\mis\\s+a\\s+finding\\M')

const aggregateSections = (condition: RawBuilder<unknown>) =>
  sql`coalesce(array_agg(w.section) filter (where ${condition}), '{}')`

/**
 * Query for a component's live requirements by number, with the facts for their findings. A text of only
 * white space is empty. `markInvalidInspec` checks InSpec code separately.
 */
export function queryRequirementFacts(componentId: number, filter: RawBuilder<unknown> = sql`true`) {
  return sql<RequirementRow>`
    select r.id, r.rule_id, r.status, r.locked, r.rule_severity as severity, s.rule_severity as "sourceSeverity",
      r.review_requestor_id is not null as "underReview",
      ${isSatisfied('r.id')} as satisfied,
      ${hasText('r.title')} as "hasTitle", ${hasText('t.discussion')} as "hasDiscussion",
      ${hasText('t.check_text')} as "hasCheck", ${hasText('r.fixtext')} as "hasFix",
      ${hasText('t.mitigations')} as "hasMitigations", ${hasText('r.artifact_description')} as "hasArtifacts",
      ${hasText('r.status_justification')} as "hasJustification", ${hasText('t.severity_reason')} as "hasSeverityReason",
      ${hasText('r.inspec_control_body')} as "hasInspec",
      coalesce(t.check_text ~* ${IS_A_FINDING}, false) as "hasFindingStatement",
      (n.title <> '' and (n.fix = n.title or (length(n.title) >= 20 and strpos(n.fix, n.title) > 0
        and length(n.fix) <= length(n.title) * 1.25))) as "fixRepeatsTitle",
      x."andOr", x."toBeDetermined", x.placeholders
    from rules r
    left join srg_rules s on s.id = coalesce(r.srg_rule_id, r.derived_from_srg_rule_id)
    cross join lateral (select string_agg(d.vuln_discussion, E'\\n') as discussion,
        string_agg(d.mitigations, E'\\n') as mitigations, string_agg(d.severity_override_guidance, E'\\n') as severity_reason,
        (select string_agg(k.content, E'\\n') from rule_checks k where k.rule_id = r.id) as check_text
      from disa_descriptions d where d.rule_id = r.id) t
    cross join lateral (select ${toPlainWords('r.title')} as title, ${toPlainWords('r.fixtext')} as fix) n
    cross join lateral (select ${aggregateSections(sql`w.text ~* ${AND_OR}`)} as "andOr",
        ${aggregateSections(sql`w.text ~* ${MARKS} or w.text ~ ${CROSSED_OUT}`)} as "toBeDetermined",
        ${aggregateSections(sql`w.text ~* ${FILL_IN} or w.text ~* ${PLAIN_WORDS}`)} as placeholders
      from (values (${sql.lit(SECTIONS.title)}, r.title), (${sql.lit(SECTIONS.fixtext)}, r.fixtext),
        (${sql.lit(SECTIONS.check_content)}, t.check_text), (${sql.lit(SECTIONS.vuln_discussion)}, t.discussion),
        (${sql.lit(SECTIONS.status)}, r.status_justification), (${sql.lit(SECTIONS.disa_metadata)}, t.mitigations),
        (${sql.lit(SECTIONS.artifact_description)}, r.artifact_description)) w (section, text)) x
    where r.component_id = ${componentId} and r.deleted_at is null and ${filter}
    order by r.rule_id`
}

/** Number of InSpec files that one worker task checks. */
const BATCH = 100

/** Sets `inspecInvalid` if the InSpec code is not Ruby; workers parse it in batches. */
export async function markInvalidInspec(
  db: Queries,
  workers: Workers,
  rows: RequirementRow[],
): Promise<void> {
  const written = rows.filter(({ hasInspec }) => hasInspec)
  for (let start = 0; start < written.length; start += BATCH) {
    const batch = written.slice(start, start + BATCH)
    const bodies = await db
      .selectFrom('rules')
      .select(['id', 'inspec_control_body as body'])
      .where('id', '=', sql<number>`any (${sql.val(batch.map(({ id }) => id))}::integer[])`)
      .execute()
    const invalid = new Set(await workers.run('invalidRuby', bodies))
    for (const row of batch) row.inspecInvalid = invalid.has(row.id)
  }
}

/** Reads the facts for a policy; InSpec code is checked only if the policy needs it. */
export async function narrowFactsToPolicy(
  db: Queries,
  workers: Workers,
  {
    componentId,
    policy,
    filter,
  }: { componentId: number; policy: ReadinessPolicy; filter?: RawBuilder<unknown> },
): Promise<RequirementRow[]> {
  const { rows } = await queryRequirementFacts(componentId, filter).execute(db)
  const asks = [...policy.lock, ...policy.release].includes('rule.inspec_invalid')
  if (asks) await markInvalidInspec(db, workers, rows)
  return rows
}
