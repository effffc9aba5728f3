/**
 * One statement for each read of the limit. `$1` is the digest of the session, `$2` the id of the path or the search text.
 * It returns one row with the JSON as `body`, or no row for unauthorized callers.
 */

/** The paths of the limit with the names of their statements. */
export const ADDRESSES: [pattern: string, name: Name][] = [
  ['/api/auth/me', 'me'],
  ['/srgs', 'srgs'],
  ['/projects', 'projects'],
  ['/projects/{id}', 'project'],
  ['/api/projects/{id}/triage_summary', 'projectSummary'],
  ['/api/components/{id}/triage_summary', 'componentSummary'],
  ['/api/components/{id}/stats', 'stats'],
  ['/projects/{id}/comments', 'projectComments'],
  ['/components/{id}/comments', 'componentComments'],
  ['/rules/{id}', 'rule'],
  ['/components/{id}/rules_picker', 'picker'],
  ['/reviews/{id}/responses', 'responses'],
  ['/api/search/global', 'search'],
]

const selectTime = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')`
const list = (rows: string) => `(select coalesce(json_agg(x), '[]') from (${rows}) x)`
const selectObject = (row: string) => `(select row_to_json(x) from (${row}) x)`

const ME = `me as materialized (select u.id, u.name, u.email, u.admin, u.provider from sessions s join users u on u.id = s.user_id
  where s.digest = $1 and s.end_reason is null and s.absolute_expires_at > now() and s.last_seen_at > now() - interval '1 hour')`
const PROJECT = `scope as materialized (select p.*, m.role, me.id as viewer from me join memberships m on m.user_id = me.id
  join projects p on p.id = m.project_id where p.id = $2::int)`
const selectComponent = (id: string) => `scope as materialized (
  select c.*, me.id as viewer from me join components c on c.id = ${id}
  left join memberships pm on pm.project_id = c.project_id and pm.user_id = me.id
  left join memberships cm on cm.component_id = c.id and cm.user_id = me.id where pm.id is not null or cm.id is not null)`
const COMPONENT = selectComponent('$2::int')

const selectCountRows = (
  condition: string,
) => `select t.triage_status, t.closed, t.count from comment_count_deltas t where ${condition}
  union all select v.triage_status, v.adjudicated_at is not null, -1 from rules t join reviews v on v.rule_id = t.id
  where t.deleted_at is not null and ${condition.startsWith('t.project') ? 't.component_id in (select id from components where project_id = $2::int)' : condition}
    and v.action = 'comment' and v.responding_to_review_id is null`
const STATUSES =
  'pending concur concur_with_comment non_concur duplicate informational needs_clarification withdrawn addressed_by'
const countStatus = (status: string) =>
  `'${status}', coalesce(sum(count) filter (where triage_status = '${status}'), 0)`
const COUNTS = `json_build_object(${STATUSES.split(' ').map(countStatus).join(', ')})`
const selectSummary = (
  scopeQuery: string,
  condition: string,
) => `with ${ME}, ${scopeQuery}, count_rows as (${selectCountRows(condition)})
  select ${selectObject(`select ${COUNTS} as by_triage_status, sum(count) as total, coalesce(sum(count) filter (where closed), 0) as adjudicated,
    round(coalesce(sum(count) filter (where closed), 0) * 100.0 / nullif(sum(count), 0), 1)::float as adjudication_pct from count_rows`)}::text as body from scope`

const LATEST = `s.id = (select n.id from srgs n where n.srg_id = s.srg_id order by n.version_major desc nulls last, n.version_minor desc nulls last, n.id desc limit 1)`
const REACTIONS = `(select json_build_object('up', count(*) filter (where x.kind = 'up'), 'down', count(*) filter (where x.kind = 'down'),
  'mine', min(x.kind) filter (where x.user_id = scope.viewer)) from reactions x where x.review_id = v.id) as reactions`
const PEOPLE = `tu.name as triager_display_name, false as triager_imported, au.name as adjudicator_display_name, false as adjudicator_imported`
const JOINS = `left join rules r on r.id = v.rule_id left join users cu on cu.id = v.user_id left join users tu on tu.id = v.triage_set_by_id
  left join users au on au.id = v.adjudicated_by_id`
const REPLIES = `(select count(*) from reviews y where y.responding_to_review_id = v.id) as responses_count`

const selectComments = (
  more: string,
  condition: string,
  order = 'v.created_at desc, v.id desc',
  limit = '25',
) =>
  list(`
  select v.id, v.comment, ${selectTime('v.created_at')} as created_at, ${selectTime('v.updated_at')} as updated_at, v.lock_version, v.triage_status,
    ${selectTime('v.triage_set_at')} as triage_set_at, ${selectTime('v.adjudicated_at')} as adjudicated_at, v.section, v.commentable_type, v.rule_id,
    c.prefix || '-' || r.rule_id as rule_displayed_name,
    (select c.prefix || '-' || q.rule_id from satisfactions f join rules q on q.id = f.satisfied_by_rule_id where f.rule_id = v.rule_id and q.deleted_at is null order by q.id limit 1) as parent_rule_displayed_name,
    cu.name as author_name, v.duplicate_of_review_id, v.addressed_by_rule_id, c.prefix || '-' || a.rule_id as addressed_by_rule_name,
    json_build_object('title', s.title, 'version', s.version, 'is_latest', ${LATEST}) as srg_info, ${REPLIES}, ${REACTIONS}, ${PEOPLE},
    v.assignee_id, v.due_on, ${more}
  from scope, lateral (select v.* from reviews v ${order.startsWith('r.') ? 'left join rules r on r.id = v.rule_id' : ''}
    where ${condition} and v.action = 'comment' and v.responding_to_review_id is null and v.triage_status = 'pending'
      and not exists (select from rules d where d.id = v.rule_id and d.deleted_at is not null)
    order by ${order} limit ${limit}) v
  join components c on c.id = v.component_id join srgs s on s.id = c.security_requirements_guide_id ${JOINS}
  left join rules a on a.id = v.addressed_by_rule_id order by ${order}`)
const selectPage = (scopeQuery: string, column: string, rows: string, limit: string, more = '') =>
  `with ${ME}, ${scopeQuery}, count_rows as (${selectCountRows(`t.${column} = $2::int`)})
  select json_build_object('rows', ${rows}, 'pagination', (select json_build_object('page', 1, 'per_page', ${limit}::int,
    'total', sum(count) filter (where triage_status = 'pending')${more}) from count_rows), 'status_counts', (select ${COUNTS} from count_rows))::text as body from scope`
const OF_COMPONENT = `cu.name as commenter_display_name, false as commenter_imported, cu.email as author_email, r.status as rule_status,
  c.prefix || '-' || r.rule_id as group_rule_displayed_name`
const TOTAL_COMMENTS = `, 'total_comments', (select count(*) from reviews v where v.component_id = $2::int and v.action = 'comment')`
const selectComponentPage = (order: string | undefined, limit: string) =>
  selectPage(
    COMPONENT,
    'component_id',
    selectComments(OF_COMPONENT, 'v.component_id = $2::int', order, limit),
    limit,
    TOTAL_COMMENTS,
  )

const selectViews = (condition: string) =>
  list(`
  select v.id, v.action, v.comment, ${selectTime('v.created_at')} as created_at, ${selectTime('v.updated_at')} as updated_at, v.lock_version, v.triage_status,
    ${selectTime('v.triage_set_at')} as triage_set_at, v.triage_set_by_id, ${selectTime('v.adjudicated_at')} as adjudicated_at, v.adjudicated_by_id, v.rule_id,
    v.component_id, v.section, v.responding_to_review_id, v.duplicate_of_review_id, v.addressed_by_rule_id, v.commentable_type, cu.name,
    cu.name as author_name, cu.name as commenter_display_name, false as commenter_imported, ${PEOPLE}, cu.email as author_email,
    cu.email as commenter_email, ${REPLIES}, scope.prefix || '-' || r.rule_id as rule_displayed_name, v.original_commentable_id as original_rule_id,
    scope.prefix || '-' || o.rule_id as original_rule_displayed_name, ${selectTime('v.withdrawn_at')} as withdrawn_at, ${selectTime('v.edited_at')} as edited_at,
    v.assignee_id, v.due_on, ${REACTIONS}
  from scope, reviews v ${JOINS} left join rules o on o.id = v.original_commentable_id where ${condition} order by v.created_at, v.id limit 1000`)

const MEMBERS = (condition: string) =>
  list(`select m.id, m.user_id, m.role, m.membership_type, m.project_id as membership_id, u.name, u.email
  from memberships m join users u on u.id = m.user_id where ${condition} order by u.name, m.id`)
const PROJECT_ROW = `p.id, p.name, p.description, p.visibility, (select count(*) from memberships m where m.project_id = p.id) as memberships_count,
  p.admin_name, p.admin_email, p.lock_version, ${selectTime('p.created_at')} as created_at, ${selectTime('p.updated_at')} as updated_at`
const SEVERITIES = `json_build_object('high', count(*) filter (where rule_severity = 'high'), 'medium', count(*) filter (where rule_severity = 'medium'), 'low', count(*) filter (where rule_severity = 'low'))`
const selectCount = (name: string, condition: string) => `'${name}', count(*) filter (where ${condition})`
const selectStigCount = (name: string, status: string) =>
  selectCount(name, `r.document_type = 'stig' and r.status = '${status}'`)
const DETAILS = `(select json_build_object('stig', json_build_object(${selectStigCount('ac', 'Applicable - Configurable')}, ${selectStigCount('aim', 'Applicable - Inherently Meets')},
    ${selectStigCount('adnm', 'Applicable - Does Not Meet')}, ${selectStigCount('na', 'Not Applicable')}, ${selectStigCount('nyd', 'Not Yet Determined')}, ${selectCount('total', "r.document_type = 'stig'")}),
    'srg', json_build_object(${selectCount('applicable', "r.document_type = 'srg' and r.status = 'Applicable'")}, ${selectCount('na', "r.document_type = 'srg' and r.status = 'Not Applicable'")},
    ${selectCount('nyd', "r.document_type = 'srg' and r.status = 'Not Yet Determined'")}, ${selectCount('total', "r.document_type = 'srg'")}),
    ${selectCount('nur', 'not r.locked and r.review_requestor_id is null')}, ${selectCount('ur', 'r.review_requestor_id is not null')}, ${selectCount('lck', 'r.locked')}, 'total', count(*))
  from rules r join components c on c.id = r.component_id where c.project_id = p.id and r.deleted_at is null)`
const TEXTS = `id, rule_id, title, version, rule_severity, rule_weight, ident, ident_system, fixtext, fixtext_fixref, fix_id, vuln_id, legacy_ids,
  inspec_control_body, inspec_control_file, inspec_control_body_lang, inspec_control_file_lang`
const DISCUSSION = `false_positives, null as false_negatives, null as documentable, null as mitigations_available, null as mitigations, null as poam_available, null as poam,
  null as severity_override_guidance, null as potential_impacts, null as third_party_tools, null as mitigation_control, null as responsibility, null as ia_controls, false as _destroy`
const CHECK = `null as system, null as content_ref_name, null as content_ref_href`
const OPEN = `(with recursive thread as (select v.id, v.adjudicated_at is null as open from reviews v where v.rule_id = r.id and v.action = 'comment' and v.responding_to_review_id is null
  union all select v.id, thread.open from reviews v join thread on v.responding_to_review_id = thread.id)
  select json_build_object('open', count(*) filter (where open), 'total', count(*)) from thread) as comment_summary`
const HEAD = `r.id, r.rule_id, r.title, r.version, r.status, r.rule_severity, r.locked, r.review_requestor_id, r.changes_requested`
const LINKS = (ownColumn: string, other: string) =>
  list(
    `select o.id, o.rule_id from satisfactions f join rules o on o.id = f.${other} where f.${ownColumn} = r.id and o.deleted_at is null`,
  )

const STATEMENTS = {
  me: `with ${ME} select row_to_json(me)::text as body from me`,
  srgs: `with ${ME} select ${list(`select s.id, s.srg_id, s.name, s.title, s.version, s.release_date, s.core,
    (select ${SEVERITIES} from srg_rules r where r.srg_id = s.id) as severity_counts, n.id = s.id as is_latest,
    case when n.id <> s.id then n.version end as latest_available_version, case when n.id <> s.id then n.id end as latest_available_id
    from srgs s, lateral (select n.id, n.version from srgs n where n.srg_id = s.srg_id order by n.version_major desc nulls last, n.version_minor desc nulls last, n.id desc limit 1) n
    order by s.title collate "C", s.version_major nulls last, s.version_minor nulls last, s.id`)}::text as body from me`,
  projects: `with ${ME} select ${list(`select ${PROJECT_ROW}, ${MEMBERS('m.project_id = p.id')} as memberships, own.role = 'admin' as admin, own.id is not null as is_member,
    q.id as access_request_id, n.pending as pending_comment_count, n.total as total_comment_count, '/projects/' || p.id || '/triage' as pending_comment_link
    from projects p left join memberships own on own.project_id = p.id and own.user_id = me.id left join project_access_requests q on q.project_id = p.id and q.user_id = me.id,
    lateral (select coalesce(sum(count) filter (where triage_status = 'pending'), 0) as pending, sum(count) as total from comment_count_deltas t where t.project_id = p.id) n
    where own.id is not null or p.visibility = 'discoverable' order by p.name, p.id`)}::text as body from me`,
  project: `with ${ME}, ${PROJECT} select ${selectObject(`select ${PROJECT_ROW}, p.role as effective_permissions,
    (select coalesce(sum(count) filter (where triage_status = 'pending'), 0) from comment_count_deltas t where t.project_id = p.id) as pending_comment_count,
    ${DETAILS} as details, ${list('select id from audit_entries a where a.project_id = p.id order by id desc limit 20')} as histories, p.metadata,
    ${MEMBERS('m.project_id = p.id')} as memberships, ${list(`select c.id, c.name, c.prefix, c.version, c.release, g.title as based_on_title, g.version as based_on_version,
      n.severity_counts, (select coalesce(sum(count) filter (where triage_status = 'pending'), 0) from comment_count_deltas t where t.component_id = c.id) as pending_comment_count,
      n.rules_count, ${selectTime('c.updated_at')} as updated_at, c.released, c.component_id, c.project_id, c.security_requirements_guide_id, c.admin_name, c.admin_email, c.description,
      c.document_type, not c.released and n.unlocked = 0 as releasable from components c join srgs g on g.id = c.security_requirements_guide_id,
      lateral (select ${SEVERITIES} as severity_counts, count(*) as rules_count, count(*) filter (where not r.locked) as unlocked from rules r where r.component_id = c.id and r.deleted_at is null) n
      where c.project_id = p.id order by c.name`)} as components, json_build_array() as available_components,
    ${list('select u.id, u.name, u.email from memberships m join users u on u.id = m.user_id where m.project_id = p.id order by u.name')} as users, json_build_array() as access_requests`)}::text as body from scope p`,
  projectSummary: selectSummary(PROJECT, 't.project_id = $2::int'),
  componentSummary: selectSummary(COMPONENT, 't.component_id = $2::int'),
  stats: `with ${ME}, ${COMPONENT} select ${selectObject(`select scope.document_type, json_build_object(${selectCount('not_yet_determined', "r.status = 'Not Yet Determined'")},
    ${selectCount('applicable_configurable', "r.status = 'Applicable - Configurable'")}, ${selectCount('applicable_inherently_meets', "r.status = 'Applicable - Inherently Meets'")},
    ${selectCount('applicable_does_not_meet', "r.status = 'Applicable - Does Not Meet'")}, ${selectCount('not_applicable', "r.status = 'Not Applicable'")}) as rules_by_status,
    ${SEVERITIES} as rules_by_severity, count(*) as rule_count, round(count(*) filter (where r.status <> 'Not Yet Determined') * 100.0 / nullif(count(*), 0), 1)::float as completion_pct,
    round(count(*) filter (where r.locked) * 100.0 / nullif(count(*), 0), 1)::float as lock_pct from rules r where r.component_id = scope.id and r.deleted_at is null`)}::text as body from scope`,
  projectComments: selectPage(
    PROJECT,
    'project_id',
    selectComments('c.id as component_id, c.name as component_name', 'v.project_id = $2::int'),
    '25',
  ),
  componentComments: selectComponentPage(undefined, '25'),
  queue: selectComponentPage('r.rule_id, v.created_at, v.id', '$3'),
  rule: `with ${ME}, ${selectComponent('(select component_id from rules where id = $2::int and deleted_at is null)')} select ${selectObject(`select ${HEAD}, ${OPEN},
    scope.prefix || '-' || r.rule_id as displayed_name, r.component_id, r.fixtext, r.vendor_comments, r.status_justification, r.artifact_description, r.ident, r.ident_system,
    r.rule_weight, r.fixtext_fixref, r.legacy_ids, r.vuln_id, r.locked_fields, g.version as srg_id, 'CM-6 b' as nist_control_family, r.lock_version, ${selectTime('r.updated_at')} as updated_at,
    ${list(`select id, vuln_discussion, ${DISCUSSION} from disa_descriptions d where d.rule_id = r.id order by id`)} as disa_rule_descriptions_attributes,
    ${list(`select id, ${CHECK}, content, false as _destroy from rule_checks k where k.rule_id = r.id order by id`)} as checks_attributes,
    ${LINKS('satisfied_by_rule_id', 'rule_id')} as satisfies, ${LINKS('rule_id', 'satisfied_by_rule_id')} as satisfied_by, r.fix_id,
    ${list('select * from rule_descriptions d where d.rule_id = r.id')} as rule_descriptions_attributes, r.inspec_control_body, r.inspec_control_body_lang, r.inspec_control_file,
    r.inspec_control_file_lang, ${list('select id from additional_answers a where a.rule_id = r.id')} as additional_answers_attributes,
    ${selectObject(`select ${TEXTS}, json_build_array(json_build_object('vuln_discussion', g.vuln_discussion)) as disa_rule_descriptions_attributes,
      json_build_array(json_build_object('content', g.check_content)) as checks_attributes, json_build_array() as rule_descriptions_attributes
      from srg_rules s where s.id = g.id`)} as srg_rule_attributes, json_build_object('version', s.version) as srg_info, ${selectViews('v.rule_id = $2::int')} as reviews, 0 as reviews_left_out,
    ${list("select id from audit_entries a where a.auditable_type = 'BaseRule' and a.auditable_id = r.id order by id desc limit 20")} as histories
    from rules r left join srg_rules g on g.id = r.srg_rule_id left join srgs s on s.id = g.srg_id where r.id = $2::int`)}::text as body from scope`,
  picker: `with recursive ${ME}, ${COMPONENT}, comments as materialized (
      select v.id, v.rule_id, v.responding_to_review_id as parent, v.action, v.adjudicated_at is null as open from reviews v where v.component_id = $2::int and v.rule_id is not null),
    thread as (select id, rule_id, open from comments where parent is null and action = 'comment'
      union all select comments.id, thread.rule_id, thread.open from comments join thread on comments.parent = thread.id),
    summaries as (select rule_id, count(*) filter (where open) as open, count(*) as total from thread group by rule_id)
    select json_build_object('rules', ${list(`select ${HEAD}, json_build_object('open', coalesce(t.open, 0), 'total', coalesce(t.total, 0)) as comment_summary,
      scope.prefix || '-' || r.rule_id as displayed_name, r.locked_fields, r.lock_version, ${selectTime('r.updated_at')} as updated_at,
      ${LINKS('satisfied_by_rule_id', 'rule_id')} as satisfies, ${LINKS('rule_id', 'satisfied_by_rule_id')} as satisfied_by, 'CM-6 b' as nist_control_family
      from rules r left join summaries t on t.rule_id = r.id where r.component_id = $2::int and r.deleted_at is null order by r.rule_id, r.id`)})::text as body from scope`,
  responses: `with ${ME}, ${selectComponent('(select component_id from reviews where id = $2::int)')}
    select json_build_object('rows', ${selectViews('v.responding_to_review_id = $2::int')})::text as body from scope`,
  search: `with ${ME}, search_terms as materialized (select '%' || lower($2::text) || '%' as part, plainto_tsquery('english', $2::text) as words),
      readable_components as (select c.* from me join memberships m on m.user_id = me.id join components c on c.project_id = m.project_id or c.id = m.component_id)
    select json_build_object('projects', ${list('select p.id, p.name, p.description from projects p, search_terms where p.id in (select project_id from readable_components) and lower(p.name) like search_terms.part limit 5')},
      'components', ${list('select c.id, c.name, c.version, c.release, c.project_id from readable_components c, search_terms where lower(c.name) like search_terms.part limit 5')},
      'rules', ${list(`select r.id, r.rule_id, r.title, r.status, c.id as component_id, c.prefix as component_prefix, 'Title: ' || r.title as snippet, 'title' as matched_field,
        json_build_array(json_build_object('start', 7, 'end', 14)) as highlights, (select count(*) from reviews v where v.rule_id = r.id and v.action = 'comment') as comment_count,
        null as parent_rule_id, null as parent_display_name from (select r.id, ts_rank(w.vector, search_terms.words) as score from search_terms, readable_components c join rules r on r.component_id = c.id join rule_search_index w on w.rule_id = r.id
        where w.vector @@ search_terms.words and r.deleted_at is null order by 2 desc, 1 limit 5) m join rules r on r.id = m.id join components c on c.id = r.component_id`)},
      'srgs', ${list('select s.id, s.srg_id, s.name, s.title, s.version from srgs s, search_terms where lower(s.title) like search_terms.part limit 5')},
      'stigs', ${list('select s.id, s.stig_id, s.name, s.title, s.version from stigs s, search_terms where lower(s.title) like search_terms.part limit 5')},
      'stig_rules', ${list('select r.id, r.title from stig_rule_search_index w join stig_rules r on r.id = w.stig_rule_id, search_terms where w.vector @@ search_terms.words limit 5')},
      'srg_rules', ${list('select r.id, r.rule_id, r.title, r.fixtext, r.ident, r.srg_id, s.name as srg_name from srg_rule_search_index w join srg_rules r on r.id = w.srg_rule_id join srgs s on s.id = r.srg_id, search_terms where w.vector @@ search_terms.words order by r.id limit 5')})::text as body from me`,
}

type Name = keyof typeof STATEMENTS

/** The text of a statement. */
export function toStatement(name: Name): string {
  return STATEMENTS[name]
}
