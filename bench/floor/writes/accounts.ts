import { digestHex, createRandomToken } from '../../../src/lib/secrets.ts'
import { toTime, getMember, type Row } from '../database.ts'
import { writeAudit, toToast, type Entry, type Run, type Write, type WritesByName } from '../writes.ts'

/** Audited columns of an account. */
function toEntry({ id, name }: Row, action: string, changes: Row = {}): Entry {
  return { action, type: 'User', id, changes, person: id, name }
}

const ADMIN_VIEW = `select u.*, (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'provider', i.provider) order by i.id), '[]')
  from identities i where i.user_id = u.id) as identities from users u where u.id = $1`

/** An account in the administrator view. */
async function readUser(run: Run, id: unknown): Promise<Row> {
  const [row = {}] = await run('view', ADMIN_VIEW, [id])
  const { name, email, provider, admin, failed_attempts, slack_user_id, identities } = row
  const times = { last_sign_in_at: toTime(row['last_sign_in_at']), locked_at: toTime(row['locked_at']) }
  return { id, name, email, provider, admin, failed_attempts, slack_user_id, identities, ...times }
}

async function lockUser(run: Run, id: unknown): Promise<Row> {
  const [row] = await run('lock', 'select * from users where id = $1 for update', [id])
  return row ?? {}
}

/** Ends all sessions of a user, including remembered browsers. */
async function endSessions(run: Run, userId: unknown, reason: string): Promise<void> {
  await run(
    'end',
    'update sessions set ended_at = now(), end_reason = $2 where user_id = $1 and ended_at is null',
    [userId, reason],
  )
  await forgetBrowsers(run, userId)
}

async function forgetBrowsers(run: Run, userId: unknown): Promise<void> {
  await run(
    'forget',
    'update sessions set remember_digest = null, remember_expires_at = null where user_id = $1 and remember_digest is not null',
    [userId],
  )
}

async function renameUser(run: Run, id: unknown, name: unknown): Promise<{ before: Row; after: Row }> {
  await run(
    'projects',
    `select id from projects where id in (select coalesce(m.project_id, c.project_id) from memberships m
       left join components c on c.id = m.component_id where m.user_id = $1 and m.role = 'admin') order by id for update`,
    [id],
  )
  const before = await lockUser(run, id)
  const [after = {}] = await run(
    'update',
    'update users set name = coalesce($2, name), updated_at = now() where id = $1 returning *',
    [id, name],
  )
  await run(
    'contacts',
    `update projects t set admin_name = $2 where admin_email = $3 and id in (select project_id from memberships where user_id = $1 and role = 'admin')`,
    [id, after['name'], after['email']],
  )
  return { before, after }
}

/** Locks or unlocks an account. */
function createLockWrite(locking: boolean): Write {
  return {
    scope: 'system admin',
    write: async (request, run) => {
      const [id] = request.ids
      const before = await lockUser(run, id)
      const [after = {}] = await run(
        'update',
        `update users set locked_at = case when $2::boolean then now() end, lock_reason = case when $2::boolean then 'admin' end,
         updated_at = now() where id = $1 returning *`,
        [id, locking],
      )
      if (locking) await endSessions(run, id, 'account_locked')
      const changes = { locked_at: [before['locked_at'], after['locked_at']] }
      await writeAudit(run, request, [toEntry(after, locking ? 'locked' : 'unlocked', changes)])
      const name = String(after['name'])
      return {
        toast: locking
          ? toToast('Account locked', `${name} can no longer sign in.`)
          : toToast('Account unlocked', `${name} can sign in again.`),
        user: await readUser(run, id),
      }
    },
  }
}

function toToken(row: Row): Row {
  const { id, name, token_prefix, scopes, expires_at, allowed_ips } = row
  return {
    id,
    name,
    token_prefix,
    scopes,
    expires_at,
    last_used_at: toTime(row['last_used_at']),
    revoked_at: toTime(row['revoked_at']),
    allowed_ips,
    created_at: toTime(row['created_at']),
  }
}

const REVOKE = 'update access_tokens set revoked_at = now(), updated_at = now() where id = $1'

function toTokenEntry(row: Row, action: string, comment: unknown = null): Entry {
  const { id, name, user_id } = row
  const changes = { revoked_at: [null, row['revoked_at']] }
  return {
    action,
    type: 'AccessToken',
    id,
    changes,
    within: ['User', user_id],
    comment,
    person: user_id,
    name,
  }
}

/** Deletes a guide from the catalog. */
function createDeletion(table: 'srgs' | 'stigs', type: string, label: string): Write {
  return {
    scope: 'system admin',
    write: async (request, run) => {
      const [guide = {}] = await run(
        'delete',
        `delete from ${table} where id = $1 returning title, version, name`,
        request.ids,
      )
      const { title, version, name } = guide
      await writeAudit(run, request, [
        { action: 'destroy', type, id: request.ids[0], changes: { title, version }, name },
      ])
      return { toast: toToast(`${label} removed`, `${String(name)} is no longer in the catalog.`) }
    },
  }
}

/** Writes of accounts, sessions and tokens, and deletions by system administrators. */
export const ACCOUNTS: WritesByName = {
  'DELETE /api/auth/logout': {
    scope: 'anyone',
    write: async (request, run) => {
      const { session } = request
      await forgetBrowsers(run, session['user_id'])
      await run('end', `update sessions set ended_at = now(), end_reason = 'logout' where id = $1`, [
        session['id'],
      ])
      await writeAudit(run, request, [
        { ...toEntry({ ...session, id: session['user_id'] }, 'sign_out'), kind: 'security' },
      ])
      return { message: 'You are signed out.' }
    },
  },
  'PATCH /users': {
    scope: 'anyone',
    write: async (request, run) => {
      const { before, after } = await renameUser(
        run,
        request.session['user_id'],
        getMember(request.body, 'user')['name'],
      )
      await writeAudit(run, request, [toEntry(after, 'update', { name: [before['name'], after['name']] })])
      const { id, name, email, admin, provider } = after
      return {
        toast: toToast('Profile saved', 'Your profile is saved.'),
        user: { id, name, email, admin, provider },
      }
    },
  },
  'PATCH /users/{userId}': {
    scope: 'system admin',
    write: async (request, run) => {
      const { before, after } = await renameUser(run, request.ids[0], getMember(request.body, 'user')['name'])
      await writeAudit(run, request, [toEntry(after, 'update', { name: [before['name'], after['name']] })])
      return {
        toast: toToast('User saved', `${String(after['name'])} is saved.`),
        user: await readUser(run, request.ids[0]),
      }
    },
  },
  'POST /users/{userId}/lock': createLockWrite(true),
  'POST /users/{userId}/unlock': createLockWrite(false),
  'POST /users/{userId}/generate_reset_link': {
    scope: 'system admin',
    write: async (request, run) => {
      const secret = createRandomToken()
      const [after = {}] = await run(
        'update',
        'update users set reset_password_token_digest = $2, reset_password_sent_at = now(), updated_at = now() where id = $1 returning id, name',
        [request.ids[0], digestHex(secret)],
      )
      await writeAudit(run, request, [toEntry(after, 'password_reset_link_made')])
      return {
        toast: toToast('Link created', `Pass it on to ${String(after['name'])}. It works once.`),
        reset_url: `/app/users/password/edit?reset_password_token=${secret}`,
      }
    },
  },
  'DELETE /users/{userId}/sessions': {
    scope: 'system admin',
    status: 204,
    write: async (request, run) => {
      const before = await lockUser(run, request.ids[0])
      await endSessions(run, request.ids[0], 'admin')
      await writeAudit(run, request, [toEntry(before, 'sessions_ended')])
    },
  },
  'DELETE /users/sessions/{id}': {
    scope: 'anyone',
    status: 204,
    write: async ({ ids, session }, run) => {
      await run(
        'end',
        `update sessions set ended_at = now(), end_reason = 'logout' where id = $1 and user_id = $2 and ended_at is null`,
        [ids[0], session['user_id']],
      )
    },
  },
  'PUT /users/notification_preferences': {
    scope: 'anyone',
    write: async ({ body, session }, run) => {
      const parameters = [session['user_id']]
      await run('lock', 'select from users where id = $1 for no key update', parameters)
      await run('clear', 'delete from notification_preferences where user_id = $1', parameters)
      await run(
        'insert',
        `insert into notification_preferences (user_id, project_id, event, delivery)
         select $1, n.project_id, n.event, n.delivery from jsonb_to_recordset($2) as n(project_id int, event text, delivery text)`,
        [session['user_id'], JSON.stringify(body['notification_preferences'])],
      )
      const text =
        'select project_id, event, delivery from notification_preferences where user_id = $1 order by project_id nulls first, event, id'
      return { notification_preferences: await run('view', text, parameters) }
    },
  },
  'DELETE /personal_access_tokens/{id}': {
    scope: 'anyone',
    write: async (request, run) => {
      const parameters = [request.ids[0], request.session['user_id']]
      const [after = {}] = await run('revoke', `${REVOKE} and user_id = $2 returning *`, parameters)
      await writeAudit(run, request, [toTokenEntry(after, 'update')])
      return {
        toast: toToast('Token revoked', `${String(after['name'])} no longer works.`),
        personal_access_token: toToken(after),
      }
    },
  },
  'DELETE /personal_access_tokens/{id}/admin_revoke': {
    scope: 'system admin',
    write: async (request, run) => {
      const [after = {}] = await run('revoke', `${REVOKE} returning *`, request.ids)
      const [owner = {}] = await run('owner', 'select name from users where id = $1', [after['user_id']])
      const reason = request.body['audit_comment']
      await writeAudit(run, request, [
        toTokenEntry(after, 'admin_revoke', reason),
        toTokenEntry(after, 'update', reason),
      ])
      const message = `${String(after['name'])} of ${String(owner['name'])} no longer works.`
      return { toast: toToast('Token revoked', message), personal_access_token: toToken(after) }
    },
  },
  'DELETE /srgs/{id}': createDeletion('srgs', 'SecurityRequirementsGuide', 'SRG'),
  'DELETE /stigs/{id}': createDeletion('stigs', 'Stig', 'STIG'),
  'DELETE /jobs/{id}': {
    scope: 'anyone',
    write: async ({ ids }, run) => {
      const [row = {}] = await run('delete', 'delete from jobs where id = $1 returning *', ids)
      const { id, operation, state, done, total, error, refusal = null } = row
      const { bytes } = getMember(row, 'answer')
      return {
        toast: toToast('Job removed', 'The result is no longer available.'),
        job: {
          id: Number(id),
          operation,
          status: state,
          state,
          progress: 100,
          done,
          total,
          result_url: `/jobs/${String(id)}/result`,
          filename: null,
          bytes: bytes ?? null,
          error,
          refusal,
          created_at: toTime(row['created_at']),
          finished_at: toTime(row['finished_at']),
        },
      }
    },
  },
}
