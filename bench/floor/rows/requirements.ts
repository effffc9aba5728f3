import { formatNistControls } from '../../../src/formats/cci.ts'
import { selectRows, toTime, type Row } from '../database.ts'
import { toReview, VIEW } from '../reviews.ts'
import { CANONICAL, DISA, toSrgRule } from './guides.ts'

const list = (select: string) => `(select coalesce(json_agg(x), '[]') from (${select}) x)`

/** Nested lists of requirement `r`. */
export const DESCRIPTIONS = list(
  `select k.id, ${DISA.map((name) => `k.${name}`).join(', ')}, false as _destroy from disa_descriptions k where k.rule_id = r.id order by k.id`,
)
export const CHECKS = list(
  `select k.id, k.system, k.content_ref_name, k.content_ref_href, k.content, false as _destroy from rule_checks k where k.rule_id = r.id order by k.id`,
)
const LINKS = (ownColumn: string, other: string, further: string) =>
  list(`select o.id, o.rule_id, s.version as srg_id${further} from satisfactions f join rules o on o.id = f.${other}
    join components oc on oc.id = o.component_id left join srg_rules s on s.id = o.srg_rule_id
    where f.${ownColumn} = r.id and o.deleted_at is null order by o.id`)

const REQUIREMENTS = `
  select r.id, r.rule_id, r.title, r.version, r.status, r.rule_severity, r.locked, r.review_requestor_id, r.changes_requested,
    c.prefix || '-' || r.rule_id as displayed_name, r.component_id, r.fixtext, r.vendor_comments, r.status_justification, r.artifact_description,
    r.ident, r.ident_system, r.rule_weight, r.fixtext_fixref, r.legacy_ids, r.vuln_id, r.locked_fields, s.version as srg_id, r.lock_version,
    r.updated_at, r.fix_id, r.inspec_control_body, r.inspec_control_body_lang, r.inspec_control_file, r.inspec_control_file_lang,
    json_build_object('version', g.version) as srg_info, r.srg_rule_id, ${DESCRIPTIONS} as disa_rule_descriptions_attributes, ${CHECKS} as checks_attributes,
    ${LINKS('satisfied_by_rule_id', 'rule_id', '')} as satisfies,
    ${LINKS('rule_id', 'satisfied_by_rule_id', ', o.fixtext, oc.prefix as component_prefix')} as satisfied_by,
    ${list('select k.id, k.description, false as _destroy from rule_descriptions k where k.rule_id = r.id order by k.id')} as rule_descriptions_attributes,
    ${list('select k.id, k.additional_question_id, k.answer from additional_answers k where k.rule_id = r.id order by k.id')} as additional_answers_attributes,
    (select count(*)::int from reviews v where v.rule_id = r.id) as reviews_count
  from rules r join components c on c.id = r.component_id left join srg_rules s on s.id = r.srg_rule_id left join srgs g on g.id = s.srg_id
  where r.component_id = $1 and r.deleted_at is null order by ${CANONICAL}`

/** The reviews of each requirement. */
const MAX_REVIEWS = 100
const NEWEST = `v.id in (select id from (select x.id, row_number() over (partition by x.rule_id order by x.created_at desc, x.id desc) as ordinal
    from reviews x where x.component_id = $1 and x.rule_id is not null) numbered where ordinal <= ${MAX_REVIEWS})`

/** The thread counts of each requirement of a component. */
export const THREADS = `
  with recursive thread as (
    select v.id, v.rule_id, v.adjudicated_at is null as open from reviews v
    where v.component_id = $1 and v.rule_id is not null and v.action = 'comment' and v.responding_to_review_id is null
    union all
    select v.id, thread.rule_id, thread.open from reviews v join thread on v.responding_to_review_id = thread.id)
  select rule_id, (count(*) filter (where open))::int as open, count(*)::int as total from thread group by rule_id`

/** All requirements of a component in the editor view. */
export async function readRequirements(componentId: unknown, viewerId: unknown): Promise<Row[]> {
  const [requirements, catalog, threads, reviews] = await Promise.all([
    selectRows('requirements', REQUIREMENTS, [componentId]),
    selectRows(
      'catalog of component',
      'select s.* from srg_rules s where s.id in (select r.srg_rule_id from rules r where r.component_id = $1)',
      [componentId],
    ),
    selectRows('summaries', THREADS, [componentId]),
    selectRows('newest of each', `${VIEW(NEWEST)} order by v.created_at, v.id`, [componentId, viewerId]),
  ])
  const rules = new Map(catalog.map((row) => [row['id'], toSrgRule(row)]))
  const counts = new Map(threads.map(({ rule_id, ...count }) => [rule_id, count]))
  const reviewsByRule = Map.groupBy(reviews, (row) => row['rule_id'])
  return requirements.map(({ srg_rule_id, reviews_count, ...row }) => ({
    ...row,
    updated_at: toTime(row['updated_at']),
    comment_summary: counts.get(row['id']) ?? { open: 0, total: 0 },
    srg_rule_attributes: rules.get(srg_rule_id) ?? null,
    nist_control_family: formatNistControls(typeof row['ident'] === 'string' ? row['ident'] : null),
    reviews: (reviewsByRule.get(row['id']) ?? []).map(toReview),
    reviews_left_out: Math.max(0, Number(reviews_count) - MAX_REVIEWS),
  }))
}
