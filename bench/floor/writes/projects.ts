import { toTime, getMember, type Row } from '../database.ts'
import type { FloorRequest } from '../floor-request.ts'
import {
  writeAudit,
  listChanges,
  enqueueMessages,
  toToast,
  type Entry,
  type Run,
  type WritesByName,
} from '../writes.ts'
import { updateContacts, toMemberEntry } from './members.ts'

const EDITED = ['name', 'description', 'visibility', 'metadata']
const GIVEN = ['name', 'description', 'visibility'].map(
  (name) => `${name} = case when $2::jsonb ? '${name}' then $2::jsonb ->> '${name}' else ${name} end`,
)

async function readProject(run: Run, id: unknown): Promise<Row> {
  const [row = {}] = await run(
    'view',
    `select p.*, (select count(*)::int from memberships m where m.project_id = p.id) as memberships_count from projects p where p.id = $1`,
    [id],
  )
  const { name, description, visibility, memberships_count, admin_name, admin_email, lock_version } = row
  const times = { created_at: toTime(row['created_at']), updated_at: toTime(row['updated_at']) }
  return {
    id,
    name,
    description,
    visibility,
    memberships_count,
    admin_name,
    admin_email,
    lock_version,
    ...times,
  }
}

const toEntry = ({ id, name }: Row, action: string, changes: Row): Entry => ({
  action,
  type: 'Project',
  id,
  changes,
  name,
})

async function sendAnnouncement(
  run: Run,
  { session }: FloorRequest,
  icon: string,
  title: string,
  name: unknown,
) {
  const fields = { Project: name, By: `${String(session['name'])} (${String(session['email'])})` }
  await enqueueMessages(run, [{ kind: 'chat', payload: { icon, title, fields, channel: null } }])
}

const pickStored = ({ name, visibility, metadata }: Row) => ({ name, visibility, metadata })

const TEMPLATES = '/projects/{projectId}/triage_response_templates'

function toTemplate({ id, name, body, created_by_id, created_at, lock_version }: Row): Row {
  return {
    triage_response_template: { id, name, body, created_by_id, created_at: toTime(created_at), lock_version },
  }
}

/** Writes of projects and response templates. */
export const PROJECTS: WritesByName = {
  'POST /projects': {
    scope: 'anyone',
    write: async (request, run) => {
      const { name, description, visibility } = getMember(request.body, 'project')
      const [created = {}] = await run(
        'insert',
        `insert into projects (name, description, visibility) values ($1, $2, coalesce($3, 'hidden')) returning *`,
        [name, description, visibility],
      )
      const [membership = {}] = await run(
        'member',
        `insert into memberships (user_id, role, membership_type, project_id) values ($1, 'admin', 'Project', $2) returning *`,
        [request.session['user_id'], created['id']],
      )
      await updateContacts(run, created['id'], 'admin')
      await sendAnnouncement(run, request, 'ok', 'Project created', name)
      const { role, user_id, membership_type } = membership
      await writeAudit(run, { ...request, record: { project_id: created['id'] } }, [
        toEntry(created, 'create', pickStored(created)),
        toMemberEntry('create', membership, { role, user_id, membership_type }, request.session['name']),
      ])
      return {
        toast: toToast('Project created', `${String(name)} is ready.`),
        redirect_url: `/app/projects/${String(created['id'])}`,
        project: await readProject(run, created['id']),
      }
    },
  },
  'PATCH /projects/{id}': {
    scope: 'project to change',
    write: async (request, run) => {
      const { ids, record, body } = request
      const [after = {}] = await run(
        'update',
        `update projects set ${GIVEN.join()}, lock_version = lock_version + 1, updated_at = now() where id = $1 returning *`,
        [ids[0], JSON.stringify(getMember(body, 'project'))],
      )
      await writeAudit(run, request, [toEntry(after, 'update', listChanges(record, after, EDITED))])
      return {
        toast: toToast('Project saved', `${String(after['name'])} is saved.`),
        project: await readProject(run, ids[0]),
      }
    },
  },
  'DELETE /projects/{id}': {
    scope: 'project to change',
    write: async (request, run) => {
      const { ids, record } = request
      await sendAnnouncement(run, request, 'cross', 'Project removed', record['name'])
      await run('delete', 'delete from projects where id = $1', ids)
      await writeAudit(run, request, [toEntry(record, 'destroy', pickStored(record))])
      return { toast: toToast('Project deleted', `${String(record['name'])} is deleted.`) }
    },
  },
  [`POST ${TEMPLATES}`]: {
    scope: 'project',
    status: 201,
    write: async ({ ids, body, session }, run) => {
      const input = getMember(body, 'triage_response_template')
      const [created = {}] = await run(
        'insert',
        'insert into response_templates (project_id, created_by_id, name, body) values ($1, $2, $3, $4) returning *',
        [ids[0], session['user_id'], input['name'], input['body']],
      )
      return toTemplate(created)
    },
  },
  [`PATCH ${TEMPLATES}/{id}`]: {
    scope: 'project',
    write: async ({ ids, body }, run) => {
      const input = getMember(body, 'triage_response_template')
      const [after = {}] = await run(
        'update',
        `update response_templates set name = coalesce($3, name), body = coalesce($4, body), lock_version = lock_version + 1,
         updated_at = now() where project_id = $1 and id = $2 returning *`,
        [...ids, input['name'], input['body']],
      )
      return toTemplate(after)
    },
  },
  [`DELETE ${TEMPLATES}/{id}`]: {
    scope: 'project',
    status: 204,
    write: async ({ ids }, run) => {
      await run('delete', 'delete from response_templates where project_id = $1 and id = $2', ids)
    },
  },
}
