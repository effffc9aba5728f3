import { randomUUID } from 'node:crypto'
import { getMember, type Row } from '../database.ts'
import { readNumbers, toToast, type WritesByName } from '../writes.ts'
import { editRule } from './requirements.ts'

const TEXTS = ['title', 'fixtext', 'vendor_comments', 'status_justification', 'artifact_description']
const LIKE = (alias: string, names: string[]) =>
  names.map((name) => `lower(coalesce(${alias}.${name}, '')) like $2`).join(' or ')

/** Converts column names to the service's property names and back. */
const toCamelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function renameKeys(row: Row, rename: (name: string) => string): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]))
}

/** Bulk writes of requirements. */
export const BULK: WritesByName = {
  'PATCH /components/{componentId}/rules/bulk_update': {
    scope: 'component to change',
    write: async (request, run) => {
      const { ids, body, session } = request
      const changes = getMember(body, 'rule')
      const changedRules: Row[] = []
      const rows: Row[] = []
      for (const id of readNumbers(body, 'rule_ids')) {
        const { before, after } = await editRule(run, request, id, changes, 'Changed with others')
        const earlier = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name]]))
        changedRules.push({ id, before: renameKeys(earlier, toCamelCase), version: after['lock_version'] })
        const { rule_id, lock_version } = before
        rows.push({ id, rule_id, lock_version, before: earlier, after: changes, skipped: null })
      }
      const update_id = randomUUID()
      await run(
        'keep',
        'insert into bulk_updates (id, component_id, user_id, rules) values ($1, $2, $3, $4)',
        [update_id, ids[0], session['user_id'], JSON.stringify(changedRules)],
      )
      const message = `${rows.length} of ${rows.length} requirements changed.`
      return {
        toast: toToast('Requirements changed', message),
        update_id,
        changed: rows.length,
        rows,
        rows_left_out: 0,
      }
    },
  },
  'POST /components/{componentId}/rules/undo_bulk_update': {
    scope: 'component to change',
    write: async (request, run) => {
      const changedRules = await run(
        'delete_update',
        `with deleted_update as (delete from bulk_updates where component_id = $1 and id = $2 returning rules)
         select n.id, n.before from deleted_update cross join lateral jsonb_to_recordset(deleted_update.rules) as n(id int, before jsonb)`,
        [request.ids[0], request.body['update_id']],
      )
      for (const row of changedRules) {
        await editRule(
          run,
          request,
          row['id'],
          renameKeys(getMember(row, 'before'), toSnakeCase),
          'Change undone',
        )
      }
      const message = `${changedRules.length} requirements are as they were.`
      return { toast: toToast('Change undone', message), changed: changedRules.length }
    },
  },
  'POST /components/{id}/find_and_replace': {
    scope: 'component to change',
    write: async (request, run) => {
      const find = String(request.body['find'])
      const replace = String(request.body['replace'])
      const rules = await run(
        'found',
        `select r.* from rules r where r.component_id = $1 and r.deleted_at is null and (${LIKE('r', TEXTS)}
           or exists (select from rule_checks k where k.rule_id = r.id and (${LIKE('k', ['content'])}))
           or exists (select from disa_descriptions d where d.rule_id = r.id and (${LIKE('d', ['vuln_discussion', 'mitigations'])})))
         order by r.rule_id`,
        [request.ids[0], `%${find.toLowerCase()}%`],
      )
      const rows: Row[] = []
      for (const rule of rules) {
        const changed = TEXTS.flatMap((field) => {
          const before = rule[field]
          return typeof before === 'string' && before.includes(find)
            ? [{ field, before, after: before.replaceAll(find, replace) }]
            : []
        })
        const changes = Object.fromEntries(changed.map(({ field, after }) => [field, after]))
        await editRule(run, request, rule['id'], changes, `Replaced "${find}" by "${replace}"`)
        const { id, rule_id } = rule
        rows.push(...changed.map((item) => ({ id, rule_id, ...item, skipped: null })))
      }
      const message = `${rows.length} texts were changed.`
      return { toast: toToast('Find and replace', message), rows, rows_left_out: 0 }
    },
  },
}
