import { DISA, splitColumns } from '../columns.ts'
import { toTime, getMember, type Row } from '../database.ts'
import {
  writeAudit,
  listChanges,
  recordEvent,
  toToast,
  type Entry,
  type Run,
  type WritesByName,
} from '../writes.ts'

const TEXTS = [
  'name',
  'prefix',
  'title',
  'description',
  'admin_name',
  'admin_email',
  'comment_phase',
  'closed_reason',
]
const GIVEN = TEXTS.map(
  (name) => `${name} = case when $2::jsonb ? '${name}' then $2::jsonb ->> '${name}' else ${name} end`,
)
const STORED =
  'name, prefix, title, released, metadata, comment_phase, document_type, advanced_fields, security_requirements_guide_id'

const VIEW = `
  select c.*, g.title as based_on_title, g.version as based_on_version,
    (select count(*)::int from memberships m where m.component_id = c.id) as memberships_count,
    (select coalesce(sum(t.count), 0)::int from comment_count_deltas t where t.component_id = c.id and t.triage_status = 'pending') as pending,
    n.severity_counts, n.total
  from components c join srgs g on g.id = c.security_requirements_guide_id cross join lateral (
    select coalesce(sum(total), 0)::int as total, jsonb_build_object('high', coalesce(sum(high), 0), 'medium', coalesce(sum(medium), 0),
      'low', coalesce(sum(low), 0)) as severity_counts from rule_count_deltas where component_id = c.id) n
  where c.id = $1`

/** A component in the list view and in its page's view. */
async function readComponentViews(run: Run, id: unknown): Promise<{ brief: Row; detail: Row }> {
  const [row = {}] = await run('view', VIEW, [id])
  const { name, prefix, version, release, based_on_title, based_on_version, severity_counts } = row
  const { title, released, project_id, component_id, security_requirements_guide_id, memberships_count } = row
  const { lock_version, comment_phase, closed_reason, document_type } = row
  const based = { based_on_title, based_on_version, severity_counts }
  const brief = { id, name, prefix, version, release, ...based, pending_comment_count: row['pending'] }
  const finalized = closed_reason === 'finalized'
  const detail = {
    ...brief,
    rules_count: row['total'],
    title,
    released,
    project_id,
    component_id,
    security_requirements_guide_id,
    memberships_count,
    updated_at: toTime(row['updated_at']),
    lock_version,
    comment_phase,
    closed_reason,
    document_type,
    comment_period_starts_at: toTime(row['comment_period_starts_at']),
    comment_period_ends_at: toTime(row['comment_period_ends_at']),
    effective_permissions: 'admin',
    accepting_new_comments: comment_phase === 'open',
    triaging_active: !finalized,
    frozen_for_writes: finalized,
    comment_period_days_remaining: null,
  }
  return { brief, detail }
}

function toEntry({ id, name, project_id }: Row, action: string, changes: Row): Entry {
  return { action, type: 'Component', id, changes, within: ['Project', project_id], name }
}

const pickStored = (row: Row) => Object.fromEntries(splitColumns(STORED).map((name) => [name, row[name]]))

const COPIED =
  'title, fixtext, ident, ident_system, version, rule_weight, rule_severity, fix_id, fixtext_fixref, legacy_ids'

/** Inserts the requirements of a new component with their parts; $1 is the component, $2 its guide. */
const FILL = `
  with inserted_rules as (insert into rules (component_id, document_type, rule_id, srg_rule_id, ${COPIED})
    select $1, 'stig', lpad((row_number() over (order by version collate "C", rule_id collate "C", id))::text, 6, '0'), id, ${COPIED}
    from srg_rules where srg_id = $2 returning *),
  checks as (insert into rule_checks (rule_id, system, content_ref_name, content_ref_href, content)
    select r.id, s.check_system, s.check_content_ref_name, s.check_content_ref_href, s.check_content
    from inserted_rules r join srg_rules s on s.id = r.srg_rule_id order by r.rule_id),
  disa as (insert into disa_descriptions (rule_id, ${DISA})
    select r.id, ${DISA} from inserted_rules r join srg_rules s on s.id = r.srg_rule_id order by r.rule_id),
  refs as (insert into rule_references (rule_id, data)
    select r.id, s.reference from inserted_rules r join srg_rules s on s.id = r.srg_rule_id order by r.rule_id),
  texts as (insert into rule_descriptions (rule_id, description)
    select r.id, d.text from inserted_rules r join srg_rules s on s.id = r.srg_rule_id
    cross join lateral unnest(s.rule_descriptions) with ordinality d(text, ordinal) order by r.rule_id, d.ordinal),
  entries as (insert into audit_entries (action, auditable_type, auditable_id, associated_type, associated_id, project_id, component_id,
      rule_id, affected_name, actor_type, actor_id, actor_name, changes)
    select 'create', 'BaseRule', r.id, 'Component', $1, $3, $1, r.id, 'Control ' || $4::text || '-' || r.rule_id, 'User', $5, $6,
      jsonb_build_object('title', r.title, 'version', r.version, 'status', r.status, 'rule_severity', r.rule_severity)
    from inserted_rules r order by r.rule_id)
  update components set next_rule_number = (select count(*) + 1 from inserted_rules), updated_at = now() where id = $1`

/** Writes an audit entry for each changed requirement; `$1` is the component, `$2` to `$6` are user and reason. */
const ENTRIES = (
  changes: string,
) => `insert into audit_entries (action, auditable_type, auditable_id, associated_type, associated_id,
    project_id, component_id, rule_id, affected_name, actor_type, actor_id, actor_name, comment, changes)
  select 'update', 'BaseRule', r.id, 'Component', $1, $2, $1, r.id, 'Control ' || $3::text || '-' || r.rule_id, 'User', $4, $5, $6, ${changes}
  from rules r`

/** Writes of components and of all their requirements. */
export const COMPONENTS: WritesByName = {
  'POST /projects/{projectId}/components': {
    scope: 'project',
    write: async (request, run) => {
      const { record, body, session } = request
      const { name, prefix, title, security_requirements_guide_id: guide } = getMember(body, 'component')
      const [created = {}] = await run(
        'insert',
        `insert into components (project_id, security_requirements_guide_id, name, prefix, title, admin_name, admin_email)
         values ($1, $2, $3, $4, $5, $6, $7) returning *`,
        [record['id'], guide, name, prefix, title, session['name'], session['email']],
      )
      await run('source', 'insert into component_sources (component_id, srg_id) values ($1, $2)', [
        created['id'],
        guide,
      ])
      await run('fill', FILL, [
        created['id'],
        guide,
        record['id'],
        prefix,
        session['user_id'],
        session['name'],
      ])
      const componentRequest = {
        ...request,
        place: { project_id: record['id'], component_id: created['id'] },
      }
      await writeAudit(run, componentRequest, [toEntry(created, 'create', pickStored(created))])
      await recordEvent(run, componentRequest, 'component.changed', {})
      const { brief } = await readComponentViews(run, created['id'])
      return {
        toast: toToast('Component created', `${String(name)} is ready for authoring.`),
        component: brief,
      }
    },
  },
  'PATCH /components/{id}': {
    scope: 'component to change',
    write: async (request, run) => {
      const { ids, record, body } = request
      const [after = {}] = await run(
        'update',
        `update components set ${GIVEN.join()}, lock_version = lock_version + 1, updated_at = now() where id = $1 returning *`,
        [ids[0], JSON.stringify(getMember(body, 'component'))],
      )
      await writeAudit(run, request, [toEntry(after, 'update', listChanges(record, after, TEXTS))])
      await recordEvent(run, request, 'component.changed', {})
      const { detail } = await readComponentViews(run, ids[0])
      return { toast: toToast('Component saved', `${String(after['name'])} was saved.`), component: detail }
    },
  },
  'DELETE /components/{id}': {
    scope: 'component to change',
    write: async (request, run) => {
      const { ids, record } = request
      await run('delete', 'delete from components where id = $1', ids)
      await writeAudit(run, request, [toEntry(record, 'destroy', pickStored(record))])
      await recordEvent(run, request, 'component.changed', {})
      return { toast: toToast('Component deleted', `${String(record['name'])} was deleted.`) }
    },
  },
  'POST /components/{id}/lock': {
    scope: 'component to change',
    write: async ({ ids, record, body, session }, run) => {
      const reason = getMember(body, 'review')['comment']
      const rules = await run(
        'found',
        `select id, rule_id, status from rules where component_id = $1 and deleted_at is null and not locked order by rule_id for update`,
        ids,
      )
      const undetermined = rules.filter((row) => row['status'] === 'Not Yet Determined')
      const some = rules.filter((row) => row['status'] !== 'Not Yet Determined').map((row) => row['id'])
      await run('entries', `${ENTRIES(`'{"locked": [false, true]}'`)} where r.id = any($7)`, [
        ids[0],
        record['project_id'],
        record['prefix'],
        session['user_id'],
        session['name'],
        reason,
        some,
      ])
      await run(
        'lock',
        'update rules set locked = true, changes_requested = false, lock_version = lock_version + 1, updated_at = now() where id = any($1)',
        [some],
      )
      await run(
        'reviews',
        `insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment)
         select $1, component_id, id, 'BaseRule', $2, 'lock_control', $3 from rules where id = any($4) order by rule_id`,
        [record['project_id'], session['user_id'], reason, some],
      )
      const names = undetermined.map((row) => `${String(row['rule_id'])} (${String(row['status'])})`)
      const message = [`${some.length} requirements were locked.`, `Left out: ${names.join(', ')}.`]
      return { toast: { title: 'Some requirements were left out', message, variant: 'warning' } }
    },
  },
  'PATCH /components/{id}/lock_sections': {
    scope: 'component to change',
    write: async ({ ids, record, body, session }, run) => {
      const { sections, locked } = body
      const names = Array.isArray(sections) ? sections.map(String) : []
      const after = `(r.locked_fields - $7::text[]) || case when $8::boolean
        then (select jsonb_object_agg(name, true) from unnest($7::text[]) as n(name)) else '{}' end`
      const which = `r.component_id = $1 and r.deleted_at is null and not r.locked and r.locked_fields <> (${after})`
      const done = locked === true ? 'locked' : 'unlocked'
      const changed = await run(
        'update',
        `with entries as (${ENTRIES(`jsonb_build_object('locked_fields', jsonb_build_array(r.locked_fields, ${after}))`)} where ${which})
         update rules r set locked_fields = ${after}, lock_version = lock_version + 1, updated_at = now() where ${which} returning r.id`,
        [
          ids[0],
          record['project_id'],
          record['prefix'],
          session['user_id'],
          session['name'],
          `${done === 'locked' ? 'Locked' : 'Unlocked'} sections: ${names.join(', ')}`,
          names,
          locked,
        ],
      )
      const message = `${names.length} sections were ${done} on ${changed.length} requirements.`
      return { toast: toToast(`Sections ${done}`, message) }
    },
  },
}
