import type { Row } from '../database.ts'
import type { FloorRequest } from '../floor-request.ts'
import { renderControls } from '../requirements.ts'
import { writeAudit, listChanges, toToast, type Entry, type Run, type WritesByName } from '../writes.ts'
import { toRuleEntry, recordRuleEvent } from './requirements.ts'

interface Pair {
  child: Row
  parent: Row
  /** The displayed name of the parent. */
  label: string
}

/** Locks the requirement and the one that satisfies it. */
async function lockPair(
  run: Run,
  { record }: FloorRequest,
  childId: unknown,
  parentId: unknown,
): Promise<Pair> {
  const ids = [childId, parentId]
  const rules = await run('lock', 'select * from rules where id = any($1) order by id for update', [ids])
  const [child = {}] = rules.filter((row) => row['id'] === Number(childId))
  const [parent = {}] = rules.filter((row) => row['id'] === Number(parentId))
  return { child, parent, label: `${String(record['prefix'])}-${String(parent['rule_id'])}` }
}

/** Updates status, justification and mitigations of the satisfied requirement. */
async function updateChild(
  run: Run,
  { child, parent }: Pair,
  texts: { status: unknown; why: unknown; mitigations: unknown },
) {
  const [disa = {}] = await run(
    'mitigate',
    `with previous_row as (select id, mitigations from disa_descriptions where rule_id = $1)
     update disa_descriptions d set mitigations = $2, updated_at = now() from previous_row p where d.id = p.id
     returning d.id, p.mitigations as before`,
    [child['id'], texts.mitigations],
  )
  const controls = await renderControls(run, [child['id'], parent['id']])
  const [after = {}] = await run(
    'follow',
    `update rules set status = $2, status_justification = $3, inspec_control_file = $4, lock_version = lock_version + 1, updated_at = now(),
       section_versions = section_versions || jsonb_build_object('Status', lock_version + 1, 'DISA Metadata', lock_version + 1),
       section_times = section_times || jsonb_build_object('Status', now(), 'DISA Metadata', now()) where id = $1 returning *`,
    [child['id'], texts.status, texts.why, controls.get(child['id'])],
  )
  await run('control', 'update rules set inspec_control_file = $2, updated_at = now() where id = $1', [
    parent['id'],
    controls.get(parent['id']),
  ])
  return { after, disa }
}

function toDisaEntry(child: Row, disa: Row, mitigations: unknown): Entry {
  return {
    action: 'update',
    type: 'DisaRuleDescription',
    id: disa['id'],
    changes: { mitigations: [disa['before'], mitigations] },
    within: ['BaseRule', child['id']],
    rule: child['id'],
  }
}

const FOLLOWED = ['status', 'status_justification']
const SECTIONS = ['DISA Metadata', 'Status']

/** Writes of satisfactions. */
export const SATISFACTIONS: WritesByName = {
  'POST /rule_satisfactions': {
    scope: 'rule of the body',
    write: async (request, run) => {
      const { rule_id, satisfied_by_rule_id } = request.body
      const both = await lockPair(run, request, rule_id, satisfied_by_rule_id)
      const { child, parent, label } = both
      await run(
        'insert',
        'insert into satisfactions (rule_id, satisfied_by_rule_id, component_id) values ($1, $2, $3)',
        [rule_id, satisfied_by_rule_id, child['component_id']],
      )
      const reason = `Satisfied by ${label}: ${String(parent['title'])}`
      const texts = { status: 'Applicable - Does Not Meet', why: reason, mitigations: reason }
      const { after, disa } = await updateChild(run, both, texts)
      const changes = listChanges(child, after, FOLLOWED)
      const all = { ...changes, mitigations: [disa['before'], reason], satisfied_by: [null, label] }
      const note = `Satisfied by ${label}; the status was ${String(child['status'])}`
      await writeAudit(run, request, [
        { ...toRuleEntry(request, child, all), action: 'satisfy' },
        toDisaEntry(child, disa, reason),
        toRuleEntry(request, child, changes, note),
      ])
      await recordRuleEvent(run, request, after, SECTIONS)
      const message = `Requirement ${String(child['rule_id'])} is satisfied by ${String(parent['rule_id'])}.`
      return { toast: toToast('Satisfaction added', message) }
    },
  },
  'DELETE /rule_satisfactions/{ruleId}': {
    scope: 'rule',
    write: async (request, run) => {
      const [id] = request.ids
      const both = await lockPair(run, request, id, request.body['satisfied_by_rule_id'])
      const { child, parent, label } = both
      await run('delete', 'delete from satisfactions where rule_id = $1 and satisfied_by_rule_id = $2', [
        id,
        parent['id'],
      ])
      const [was = {}] = await run(
        'before',
        `select changes -> 'status' ->> 0 as status, changes -> 'status_justification' ->> 0 as why, changes -> 'mitigations' ->> 0 as mitigations
         from audit_entries where rule_id = $1 and action = 'satisfy' order by id desc limit 1`,
        [id],
      )
      const { status, why: justification, mitigations } = was
      const { after, disa } = await updateChild(run, both, { status, why: justification, mitigations })
      await writeAudit(run, request, [
        { ...toRuleEntry(request, child, { satisfied_by: [label, null] }), action: 'unsatisfy' },
        toRuleEntry(request, child, listChanges(child, after, FOLLOWED), `No longer satisfied by ${label}`),
        toDisaEntry(child, disa, mitigations),
      ])
      await recordRuleEvent(run, request, after, SECTIONS)
      const message = `Requirement ${String(child['rule_id'])} stands on its own again.`
      return { toast: toToast('Satisfaction removed', message) }
    },
  },
}
