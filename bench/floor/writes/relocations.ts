import { DISA } from '../columns.ts'
import { toTime, getMember, type Row } from '../database.ts'
import type { FloorRequest } from '../floor-request.ts'
import { writeAudit, toToast, type Entry, type Run, type WritesByName } from '../writes.ts'
import { toCreatedEntry, lockRule, toRuleEntry, recordRuleEvent } from './requirements.ts'

function toEntry(row: Row, action: string, changes: Row): Entry {
  const { id, source_rule_id: rule, source_displayed_name: name } = row
  return { action, type: 'RequirementRelocation', id, changes, within: ['BaseRule', rule], rule, name }
}

const toUnchangedAnswer = (title: string, { source_displayed_name }: Row) => ({
  toast: toToast(title, `${String(source_displayed_name)} stays where it is.`),
})

/** Locks source and target component in the order of their ids; returns the target. */
async function lockTarget(run: Run, { record, body }: FloorRequest): Promise<Row> {
  const id = Number(body['target_component_id'])
  const ids = [record['component_id'], id]
  const components = await run(
    'components',
    'select * from components where id = any($1) order by id for update',
    [ids],
  )
  return components.find((row) => row['id'] === id) ?? {}
}

const COPIED = `title, version, rule_weight, ident, legacy_ids, fixtext, fixtext_fixref, fix_id, vuln_id, artifact_description, vendor_comments,
  status_justification, inspec_control_body, status, rule_severity, ident_system, inspec_control_body_lang, inspec_control_file_lang,
  derived_from_srg_rule_id`
/** Tables with parts of a requirement, which move with it. */
const LISTS = {
  rule_checks: 'system, content_ref_name, content_ref_href, content',
  disa_descriptions: DISA,
  rule_descriptions: 'description',
}

/** Copies a requirement of the source into the target. */
async function moveRequirement(run: Run, destination: Row, sourceId: unknown): Promise<Row> {
  const [moved = {}] = await run(
    'land',
    `insert into rules (component_id, document_type, rule_id, ${COPIED}) select $1, document_type, $2, ${COPIED} from rules where id = $3 returning *`,
    [destination['id'], String(destination['next_rule_number']).padStart(6, '0'), sourceId],
  )
  for (const [table, columns] of Object.entries(LISTS)) {
    await run(
      table,
      `insert into ${table} (rule_id, ${columns}) select $1, ${columns} from ${table} where rule_id = $2 order by id`,
      [moved['id'], sourceId],
    )
  }
  await run(
    'number',
    'update components set next_rule_number = next_rule_number + 1, updated_at = now() where id = $1',
    [destination['id']],
  )
  return moved
}

/** Writes of relocations between components. */
export const RELOCATIONS: WritesByName = {
  'POST /rules/{ruleId}/relocations': {
    scope: 'rule',
    write: async (request, run) => {
      const { ids, record, body, session } = request
      const rule = await lockRule(run, ids[0])
      const token = getMember(body, 'requirement_relocation')['target_technology_token']
      const name = `${String(record['prefix'])}-${String(rule['rule_id'])}`
      const [moved = {}] = await run(
        'insert',
        `insert into requirement_relocations (component_id, source_rule_id, source_displayed_name, target_technology_token, requested_by_id, requested_by_name)
         values ($1, $2, $3, $4, $5, $6) returning *, (select c.name from components c where c.id = requirement_relocations.component_id) as component_name`,
        [rule['component_id'], ids[0], name, token, session['user_id'], session['name']],
      )
      await writeAudit(run, request, [toEntry(moved, 'create', { target_technology_token: token })])
      const { id, source_rule_id, target_technology_token, target_component_id, target_project_id } = moved
      const { component_id, component_name, requested_by_name, adjudication_rationale, target_rule_id } =
        moved
      return {
        toast: toToast('Relocation proposed', `${name} is marked to move.`),
        relocation: {
          id,
          source_rule_id,
          target_technology_token,
          target_component_id,
          target_project_id,
          created_at: toTime(moved['created_at']),
          declined_at: null,
          adjudication_rationale,
          source_displayed_name: name,
          component_id,
          component_name,
          requested_by_name,
          declined_by_name: null,
          executed_at: null,
          accepted_by_name: null,
          target_rule_id,
          target_displayed_name: null,
          target_component_name: null,
        },
      }
    },
  },
  'DELETE /requirement_relocations/{id}': {
    scope: 'relocation',
    write: async (request, run) => {
      const { ids, record } = request
      await run('delete', 'delete from requirement_relocations where id = $1', ids)
      const { target_technology_token } = record
      await writeAudit(run, request, [toEntry(record, 'destroy', { target_technology_token })])
      return toUnchangedAnswer('Proposal withdrawn', record)
    },
  },
  'POST /requirement_relocations/{id}/decline': {
    scope: 'relocation',
    write: async (request, run) => {
      const { ids, record, body, session } = request
      const destination = await lockTarget(run, request)
      await lockRule(run, record['source_rule_id'])
      const reason = getMember(body, 'requirement_relocation')['adjudication_rationale']
      const [after = {}] = await run(
        'update',
        `update requirement_relocations set target_component_id = $2, declined_by_id = $3, declined_by_name = $4, declined_at = now(),
         adjudication_rationale = $5, updated_at = now() where id = $1 returning *`,
        [ids[0], destination['id'], session['user_id'], session['name'], reason],
      )
      const changes = {
        declined_at: [null, after['declined_at']],
        target_component_id: [record['target_component_id'], destination['id']],
        adjudication_rationale: [null, reason],
      }
      await writeAudit(run, request, [toEntry(record, 'update', changes)])
      return toUnchangedAnswer('Proposal declined', record)
    },
  },
  'POST /requirement_relocations/{id}/dry_run': {
    scope: 'relocation',
    write: async (request, run) => {
      const { record } = request
      const destination = await lockTarget(run, request)
      const { title, status, derived_from_srg_rule_id } = await lockRule(run, record['source_rule_id'])
      const rule_id = String(destination['next_rule_number']).padStart(6, '0')
      return {
        valid: true,
        errors: [],
        source_displayed_name: record['source_displayed_name'],
        target_component_id: destination['id'],
        target_component_name: destination['name'],
        would_create: { title, status, rule_id, derived_from_srg_rule_id },
        would_tombstone_source: true,
      }
    },
  },
  'POST /requirement_relocations/{id}/accept': {
    scope: 'relocation',
    write: async (request, run) => {
      const { ids, record, session } = request
      const destination = await lockTarget(run, request)
      const source = await lockRule(run, record['source_rule_id'])
      const moved = await moveRequirement(run, destination, source['id'])
      const [gone = {}] = await run(
        'bury',
        'update rules set deleted_at = now(), lock_version = lock_version + 1, updated_at = now() where id = $1 returning *',
        [source['id']],
      )
      const [after = {}] = await run(
        'execute',
        `update requirement_relocations set target_component_id = $2, target_rule_id = $3, destination_abbreviation = target_technology_token,
         accepted_by_id = $4, accepted_by_name = $5, accepted_at = now(), executed_at = now(), updated_at = now() where id = $1 returning *`,
        [ids[0], destination['id'], moved['id'], session['user_id'], session['name']],
      )
      const sourceName = String(record['source_displayed_name'])
      const destinationName = `${String(destination['prefix'])}-${String(moved['rule_id'])}`
      const landing = { ...request, place: { ...destination, component_id: destination['id'] } }
      await writeAudit(run, landing, [toCreatedEntry(landing, moved, `Moved from ${sourceName}`)])
      await writeAudit(run, request, [
        toEntry(record, 'update', {
          executed_at: [null, after['executed_at']],
          target_rule_id: [null, moved['id']],
          target_component_id: [record['target_component_id'], destination['id']],
        }),
        toRuleEntry(request, gone, { deleted_at: [null, gone['deleted_at']] }, `Moved to ${destinationName}`),
      ])
      await recordRuleEvent(run, landing, moved)
      await recordRuleEvent(run, request, gone)
      return {
        toast: toToast('Requirement moved', `${sourceName} is now ${destinationName}.`),
        landed_rule_id: moved['id'],
      }
    },
  },
}
