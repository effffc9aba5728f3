import { CREATED_RULE, splitColumns } from '../columns.ts'
import { getMember, type Row } from '../database.ts'
import type { FloorRequest } from '../floor-request.ts'
import { renderControl, renderControls, readRequirement } from '../requirements.ts'
import {
  writeAudit,
  listChanges,
  recordEvent,
  toToast,
  type Entry,
  type Run,
  type Write,
  type WritesByName,
} from '../writes.ts'

/** The editable columns with their sections. */
const SECTIONS: Record<string, string> = {
  title: 'Title',
  fixtext: 'Fix',
  vendor_comments: 'Vendor Comments',
  status_justification: 'Status',
  artifact_description: 'Artifact Description',
  status: 'Status',
  rule_severity: 'Severity',
}
const EDITED = Object.keys(SECTIONS)
/** Sets the given columns and leaves the others unchanged. */
const GIVEN = EDITED.map(
  (name) => `${name} = case when $2::jsonb ? '${name}' then $2::jsonb ->> '${name}' else ${name} end`,
)

/** Locks and returns a requirement. */
export async function lockRule(run: Run, id: unknown): Promise<Row> {
  const [rule] = await run('lock', 'select * from rules where id = $1 for update', [id])
  return rule ?? {}
}

/** Audited columns of a requirement. */
export function toRuleEntry(
  { record }: FloorRequest,
  rule: Row,
  changes: Row,
  comment: unknown = null,
): Entry {
  const { id, component_id } = rule
  const name = `Control ${String(record['prefix'])}-${String(rule['rule_id'])}`
  return {
    action: 'update',
    type: 'BaseRule',
    id,
    changes,
    within: ['Component', component_id],
    rule: id,
    comment,
    name,
  }
}

/** Audited columns of a new requirement that are not empty. */
export function toCreatedEntry(request: FloorRequest, created: Row, comment: unknown = null): Entry {
  const all = splitColumns(CREATED_RULE).map((name): [string, unknown] => [name, created[name]])
  const changes = Object.fromEntries(all.filter(([, value]) => value !== null))
  return { ...toRuleEntry(request, created, changes, comment), action: 'create' }
}

/** Stores the event with the changed sections of a requirement. */
export async function recordRuleEvent(
  run: Run,
  request: FloorRequest,
  rule: Row,
  sections: string[] = [],
): Promise<void> {
  await recordEvent(run, request, 'rule.changed', {
    rule_id: rule['id'],
    sections,
    lock_version: rule['lock_version'],
  })
}

/** Stores texts of a requirement and dependent rows; returns the changes. */
export async function editRule(
  run: Run,
  request: FloorRequest,
  id: unknown,
  values: Row,
  note: unknown = null,
) {
  const before = await lockRule(run, id)
  const sections = [
    ...new Set(EDITED.filter((name) => isChanged(name, before, values)).map((name) => SECTIONS[name] ?? '')),
  ]
  const control = (await renderControls(run, [id], values)).get(id)
  const [after = {}] = await run(
    'edit',
    `update rules set ${GIVEN.join()}, inspec_control_file = $4, lock_version = lock_version + 1, updated_at = now(),
       section_versions = section_versions || (select coalesce(jsonb_object_agg(name, lock_version + 1), '{}') from unnest($3::text[]) as n(name)),
       section_times = section_times || (select coalesce(jsonb_object_agg(name, now()), '{}') from unnest($3::text[]) as n(name))
     where id = $1 returning *`,
    [id, JSON.stringify(values), sections, control],
  )
  await writeAudit(run, request, [toRuleEntry(request, after, listChanges(before, after, EDITED), note)])
  await recordRuleEvent(run, request, after, sections)
  return { before, after }
}

const isChanged = (name: string, before: Row, values: Row) => name in values && values[name] !== before[name]

const saveWrite: Write = {
  scope: 'rule',
  write: async (request, run) => {
    const { ids, body, session } = request
    const { after } = await editRule(run, request, ids[0], getMember(body, 'rule'))
    return {
      toast: toToast('Requirement saved', `Requirement ${String(after['rule_id'])} was saved.`),
      data: await readRequirement(run, ids[0], session['user_id']),
    }
  },
}

/** Locks or unlocks sections. */
function createSectionLockWrite(readNames: (body: Row) => string[]): Write {
  return {
    scope: 'rule',
    write: async (request, run) => {
      const { ids, body, session } = request
      const names = readNames(body)
      const done = body['locked'] === true ? 'locked' : 'unlocked'
      const before = await lockRule(run, ids[0])
      const [after = {}] = await run(
        'update',
        `update rules set locked_fields = (locked_fields - $2::text[]) || case when $3::boolean
           then (select jsonb_object_agg(name, true) from unnest($2::text[]) as n(name)) else '{}' end,
         lock_version = lock_version + 1, updated_at = now() where id = $1 returning *`,
        [ids[0], names, body['locked']],
      )
      const changes = listChanges(before, after, ['locked_fields'])
      const note = `${done === 'locked' ? 'Locked' : 'Unlocked'} sections: ${names.join(', ')}`
      await writeAudit(run, request, [toRuleEntry(request, after, changes, note)])
      await recordRuleEvent(run, request, after)
      return {
        rule: await readRequirement(run, ids[0], session['user_id']),
        toast: toToast(
          `Sections ${done}`,
          `${names.join(', ')} of requirement ${String(after['rule_id'])}: ${done}.`,
        ),
      }
    },
  }
}

/** Deletes or restores a requirement. */
async function setDeleted(run: Run, request: FloorRequest, deleted: boolean): Promise<Row> {
  const before = await lockRule(run, request.ids[0])
  const [after = {}] = await run(
    'update',
    `update rules set deleted_at = case when $2::boolean then now() end, lock_version = lock_version + 1, updated_at = now()
     where id = $1 returning *`,
    [request.ids[0], deleted],
  )
  await writeAudit(run, request, [toRuleEntry(request, after, listChanges(before, after, ['deleted_at']))])
  await recordRuleEvent(run, request, after)
  return after
}

const COPIED = 'ident, ident_system, version, rule_weight, fix_id, fixtext_fixref'
/** Writes of one requirement. */
export const REQUIREMENTS: WritesByName = {
  'PATCH /rules/{ruleId}': saveWrite,
  'PUT /rules/{ruleId}': saveWrite,
  'PATCH /rules/{ruleId}/section_locks': createSectionLockWrite((body) => [String(body['section'])]),
  'PATCH /rules/{ruleId}/bulk_section_locks': createSectionLockWrite(({ sections }) =>
    Array.isArray(sections) ? sections.map(String) : [],
  ),
  'DELETE /rules/{ruleId}': {
    scope: 'rule to delete',
    write: async (request, run) => {
      await run('unlink', 'delete from satisfactions where rule_id = $1 or satisfied_by_rule_id = $1', [
        request.ids[0],
      ])
      const rule = await setDeleted(run, request, true)
      return { toast: toToast('Requirement deleted', `Requirement ${String(rule['rule_id'])} was deleted.`) }
    },
  },
  'POST /rules/{ruleId}/restore': {
    scope: 'rule',
    write: async (request, run) => {
      const rule = await setDeleted(run, request, false)
      return {
        toast: toToast('Requirement restored', `Requirement ${String(rule['rule_id'])} is back.`),
        data: await readRequirement(run, request.ids[0], request.session['user_id']),
      }
    },
  },
  'POST /rules/{ruleId}/revert': {
    scope: 'rule',
    write: async (request, run) => {
      const { ids, body, session } = request
      const { audit_id, fields, audit_comment } = body
      const [entry = {}] = await run(
        'earlier',
        `select (select jsonb_object_agg(f.key, f.value -> 0) from jsonb_each(changes) f where f.key = any($3)) as given
         from audit_entries where id = $1 and rule_id = $2`,
        [audit_id, ids[0], fields],
      )
      const { after } = await editRule(run, request, ids[0], getMember(entry, 'given'), audit_comment)
      return {
        toast: toToast('Change reverted', `Requirement ${String(after['rule_id'])} is as it was before.`),
        data: await readRequirement(run, ids[0], session['user_id']),
      }
    },
  },
  'POST /components/{componentId}/rules': {
    scope: 'component to change',
    write: async (request, run) => {
      const { record, body, session } = request
      const { prefix, id, next_rule_number, security_requirements_guide_id } = record
      const number = String(next_rule_number).padStart(6, '0')
      const [source = {}] = await run(
        'source',
        `select *, version as srg_version, 'medium' as rule_severity, coalesce($2, title) as title,
           jsonb_build_object('vuln_discussion', vuln_discussion) as disa
         from srg_rules where srg_id = $1 and 'CCI-000366' = any (string_to_array(ident, ', '))
         order by version collate "C" nulls last, rule_id collate "C", id limit 1`,
        [security_requirements_guide_id, getMember(body, 'rule')['title']],
      )
      const control = renderControl({ ...source, prefix, rule_id: number })
      const [created = {}] = await run(
        'insert',
        `insert into rules (component_id, document_type, rule_id, title, fixtext, rule_severity, srg_rule_id, inspec_control_file, ${COPIED})
         select $1, 'stig', $2, $3, fixtext, 'medium', id, $4, ${COPIED} from srg_rules where id = $5 returning *`,
        [id, number, source['title'], control, source['id']],
      )
      const ruleIds = [created['id'], created['srg_rule_id']]
      await run('references', 'insert into rule_references (rule_id) values ($1)', [created['id']])
      await run(
        'disa',
        'insert into disa_descriptions (rule_id, vuln_discussion) select $1, vuln_discussion from srg_rules where id = $2',
        ruleIds,
      )
      await run(
        'checks',
        'insert into rule_checks (rule_id, content) select $1, check_content from srg_rules where id = $2',
        ruleIds,
      )
      await run(
        'number',
        'update components set next_rule_number = next_rule_number + 1, updated_at = now() where id = $1',
        [record['id']],
      )
      await writeAudit(run, request, [toCreatedEntry(request, created)])
      await recordRuleEvent(run, request, created)
      return {
        toast: toToast('Requirement added', `Requirement ${String(created['rule_id'])} was added.`),
        data: await readRequirement(run, created['id'], session['user_id']),
      }
    },
  },
}
