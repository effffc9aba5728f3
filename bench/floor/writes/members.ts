import { getMember, type Row } from '../database.ts'
import type { FloorRequest } from '../floor-request.ts'
import { writeAudit, enqueueMessages, toToast, type Entry, type Run, type WritesByName } from '../writes.ts'

/** Updates the contact of a project, which is its first administrator. */
export async function updateContacts(run: Run, projectId: unknown, ...changed: unknown[]): Promise<void> {
  if (!changed.includes('admin')) return
  await run(
    'contacts',
    `update projects t set (admin_name, admin_email) = (select u.name, u.email from memberships m join users u on u.id = m.user_id
       where m.project_id = t.id and m.role = 'admin' order by m.id limit 1) where t.id = $1`,
    [projectId],
  )
}

/** Audited columns of a membership. */
export function toMemberEntry(
  action: string,
  { id, user_id, project_id }: Row,
  changes: Row,
  name: unknown,
): Entry {
  return { action, type: 'Membership', id, changes, within: ['Project', project_id], person: user_id, name }
}

const MEMBER = `select m.id, m.user_id, m.role, m.membership_type, m.project_id as membership_id, u.name, u.email
  from memberships m join users u on u.id = m.user_id where m.id = $1`

async function readMember(run: Run, id: unknown): Promise<Row> {
  const [row] = await run('member', MEMBER, [id])
  return row ?? {}
}

interface Notice {
  project: unknown
  role: unknown
  subject: string
  icon: string
  title: string
}

/** Sends a mail to the member and a message to the administrators' channel. */
async function sendNotice(
  run: Run,
  { session }: FloorRequest,
  { name, email }: Row,
  notice: Notice,
): Promise<void> {
  const { project, role, subject, icon, title } = notice
  const fields = {
    Project: project,
    Member: `${String(name)} (${String(email)})`,
    Role: role,
    By: `${String(session['name'])} (${String(session['email'])})`,
  }
  await enqueueMessages(run, [
    { kind: 'mail', payload: { to: email, cc: [], subject, text: `${subject}.\n\nRole: ${String(role)}\n` } },
    { kind: 'chat', payload: { icon, title, fields, channel: null } },
  ])
}

const pickStored = ({ role, user_id, membership_type }: Row) => ({ role, user_id, membership_type })

/** Writes of memberships and access requests. */
export const MEMBERS: WritesByName = {
  'POST /memberships': {
    scope: 'project of the body',
    write: async (request, run) => {
      const { record, body } = request
      const { user_id, role } = getMember(body, 'membership')
      const [created = {}] = await run(
        'insert',
        `insert into memberships (user_id, role, membership_type, project_id) values ($1, $2, 'Project', $3) returning *`,
        [user_id, role, record['project_id']],
      )
      await run(
        'lesser',
        `delete from memberships where user_id = $1 and component_id in (select id from components where project_id = $2)
         and role = any (case $3 when 'admin' then '{viewer,author,reviewer,admin}' when 'reviewer' then '{viewer,author,reviewer}'
           when 'author' then '{viewer,author}' else '{viewer}' end::text[])`,
        [user_id, record['project_id'], role],
      )
      await updateContacts(run, record['project_id'], role)
      const membership = await readMember(run, created['id'])
      await sendNotice(run, request, membership, {
        project: record['name'],
        role,
        subject: `You were added to project "${String(record['name'])}"`,
        icon: 'ok',
        title: 'Project membership created',
      })
      await writeAudit(run, request, [
        toMemberEntry('create', created, pickStored(created), membership['name']),
      ])
      const message = `${String(membership['name'])} is now ${String(role)} of ${String(record['name'])}.`
      return { toast: toToast('Member added', message), membership }
    },
  },
  'PATCH /memberships/{id}': {
    scope: 'membership',
    write: async (request, run) => {
      const { ids, record, body } = request
      const { role } = getMember(body, 'membership')
      const [after = {}] = await run(
        'update',
        'update memberships set role = $2, updated_at = now() where id = $1 returning *',
        [ids[0], role],
      )
      await updateContacts(run, record['project_id'], record['member_role'], role)
      const membership = await readMember(run, ids[0])
      await sendNotice(run, request, membership, {
        project: record['project_name'],
        role,
        subject: `Your role changed on project "${String(record['project_name'])}"`,
        icon: 'announcement',
        title: 'Project membership updated',
      })
      await writeAudit(run, request, [
        toMemberEntry('update', after, { role: [record['member_role'], role] }, membership['name']),
      ])
      const message = `${String(membership['name'])} is now ${String(role)} of ${String(record['project_name'])}.`
      return { toast: toToast('Role changed', message), membership }
    },
  },
  'DELETE /memberships/{id}': {
    scope: 'membership',
    write: async (request, run) => {
      const { ids, record } = request
      const membership = await readMember(run, ids[0])
      await run('delete', 'delete from memberships where id = $1', [ids[0]])
      await updateContacts(run, record['project_id'], membership['role'])
      await sendNotice(run, request, membership, {
        project: record['project_name'],
        role: membership['role'],
        subject: `You were removed from project "${String(record['project_name'])}"`,
        icon: 'cross',
        title: 'Project membership removed',
      })
      await writeAudit(run, request, [
        toMemberEntry('destroy', record, pickStored(membership), membership['name']),
      ])
      const message = `${String(membership['name'])} is no longer a member of ${String(record['project_name'])}.`
      return { toast: toToast('Member removed', message) }
    },
  },
  'POST /projects/{projectId}/project_access_requests': {
    scope: 'anyone',
    write: async ({ ids, session }, run) => {
      const [project = {}] = await run('project', 'select name from projects where id = $1 for share', ids)
      await run(
        'admins',
        `select u.name, u.email from memberships m join users u on u.id = m.user_id where m.project_id = $1 and m.role = 'admin' order by m.id`,
        ids,
      )
      const [created = {}] = await run(
        'insert',
        'insert into project_access_requests (user_id, project_id) values ($1, $2) returning id',
        [session['user_id'], ids[0]],
      )
      const message = `The admins of ${String(project['name'])} will decide.`
      return { toast: toToast('Access requested', message), id: created['id'] }
    },
  },
  'DELETE /projects/{projectId}/project_access_requests/{id}': {
    scope: 'project',
    write: async ({ ids, record }, run) => {
      const [person = {}] = await run(
        'delete',
        'delete from project_access_requests r using users u where r.project_id = $1 and r.id = $2 and u.id = r.user_id returning u.name, u.email',
        ids,
      )
      const subject = `Access to project "${String(record['name'])}" was denied`
      await enqueueMessages(run, [
        { kind: 'mail', payload: { to: person['email'], cc: [], subject, text: `${subject}.\n` } },
      ])
      return {
        toast: toToast('Request denied', `${String(person['name'])} does not get access.`),
        id: ids[1],
      }
    },
  },
}
