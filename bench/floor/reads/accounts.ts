import { isRecord } from '../../../src/lib/json-values.ts'
import { digestHex } from '../../../src/lib/secrets.ts'
import { findProjectRole } from '../access.ts'
import { selectRows, type Row } from '../database.ts'
import type { ReadsByName } from '../reads.ts'
import { pickColumns, formatTimes } from '../rows/format-times.ts'
import { MEMBERS } from '../rows/membership.ts'

const LINKS = [
  { icon: 'folder', name: 'Projects', link: '/projects' },
  { icon: 'package', name: 'Released Components', link: '/components' },
  { icon: 'shield', name: 'STIGs', link: '/stigs' },
  { icon: 'list', name: 'SRGs', link: '/srgs' },
  { icon: 'book', name: 'Documentation', link: '/docs' },
]

const JOBS = `select j.id, j.operation, j.state, j.done, j.total, j.error, j.refusal, j.answer, j.created_at, j.finished_at
  from jobs j where`

function toJob({ answer, refusal, ...row }: Row): Row {
  const headers = isRecord(answer) && isRecord(answer['headers']) ? answer['headers'] : {}
  const share = Math.floor((100 * Number(row['done'])) / Number(row['total']))
  return {
    ...formatTimes(row),
    status: row['state'],
    progress: row['state'] === 'done' ? 100 : row['total'] ? Math.min(99, share) : 0,
    result_url: `/jobs/${String(row['id'])}/result`,
    filename: /filename="([^"]*)"/.exec(String(headers['content-disposition']))?.[1] ?? null,
    bytes: isRecord(answer) ? answer['bytes'] : null,
    refusal: isRecord(refusal) ? refusal['body'] : null,
  }
}

/** Reads of users, sessions, tokens and identities. */
export const ACCOUNTS: ReadsByName = {
  'GET /api/navigation': {
    scope: 'anyone',
    answer: async ({ session }) => {
      const request = await selectRows(
        'navigation',
        `select q.id, json_build_object('id', u.id, 'name', u.name, 'email', u.email) as user,
          json_build_object('id', p.id, 'name', p.name) as project
         from memberships m join project_access_requests q on q.project_id = m.project_id
         join users u on u.id = q.user_id join projects p on p.id = q.project_id
         where m.user_id = $1 and m.role = 'admin' order by q.id`,
        [session['user_id']],
      )
      return { nav_links: LINKS, access_requests: request, locked_users: [] }
    },
  },
  'GET /api/users/search': {
    scope: 'anyone',
    answer: async ({ session, query }) => {
      const membershipId = Number(query['membership_id'])
      if ((await findProjectRole(session['user_id'], membershipId)) !== 'admin') return null
      const users = await selectRows(
        'people',
        `select u.id, u.name, u.email from users u where (lower(u.name) like $1 or lower(u.email) like $1)
           and not exists (select from memberships m where m.user_id = u.id and m.project_id = $2)
           and u.confirmed_at is not null and u.lock_reason is distinct from 'admin'
         order by u.name, u.id limit 10`,
        [`%${String(query['q']).toLowerCase()}%`, membershipId],
      )
      return { users }
    },
  },
  'GET /jobs': {
    scope: 'anyone',
    answer: async ({ session }) => {
      const [users, [counted]] = await Promise.all([
        selectRows('jobs', `${JOBS} j.user_id = $1 order by j.id desc limit 25`, [session['user_id']]),
        selectRows('jobs counted', 'select count(*)::int as total from jobs where user_id = $1', [
          session['user_id'],
        ]),
      ])
      return { jobs: users.map(toJob), pagination: { page: 1, per_page: 25, total: counted?.['total'] } }
    },
  },
  'GET /jobs/{id}': {
    scope: 'anyone',
    answer: async ({ session, ids }) => {
      const [row] = await selectRows('job', `${JOBS} j.id = $1 and (j.user_id = $2 or $3)`, [
        ids[0],
        session['user_id'],
        session['admin'],
      ])
      return row ? toJob(row) : null
    },
  },
  'GET /memberships': {
    scope: 'anyone',
    answer: async ({ session, query }) => {
      const membershipId = Number(query['membership_id'])
      if (!(await findProjectRole(session['user_id'], membershipId))) return null
      return { memberships: await selectRows('members project_id', MEMBERS('project_id'), [membershipId]) }
    },
  },
  'GET /personal_access_tokens': {
    scope: 'anyone',
    answer: async ({ session }) => {
      const tokens = await selectRows(
        'tokens',
        `select t.id, t.name, t.token_prefix, t.scopes, t.expires_at, t.last_used_at, t.revoked_at, t.allowed_ips, t.created_at
         from access_tokens t where t.user_id = $1
         order by case when t.revoked_at is not null then 2 when t.expires_at <= current_date then 1 else 0 end, t.created_at desc, t.id desc`,
        [session['user_id']],
      )
      return { personal_access_tokens: tokens.map(formatTimes) }
    },
  },
  'GET /users': {
    scope: 'system admin',
    answer: async () => {
      const people = await selectRows(
        'users',
        `select u.id, u.name, u.email, u.provider, u.admin, u.last_sign_in_at, u.failed_attempts, u.locked_at, u.slack_user_id,
          (select coalesce(json_agg(json_build_object('provider', i.provider, 'email', i.email, 'title', i.provider) order by i.id), '[]')
            from identities i where i.user_id = u.id) as identities
         from users u order by u.name, u.id`,
        [],
      )
      return people.map(formatTimes)
    },
  },
  'GET /users/edit': {
    scope: 'anyone',
    answer: ({ session }) =>
      Promise.resolve({
        id: session['user_id'],
        ...pickColumns(session, ['name', 'email', 'admin', 'provider']),
      }),
  },
  'GET /users/identities': {
    scope: 'anyone',
    answer: async ({ session }) => {
      const [identities, [account]] = await Promise.all([
        selectRows(
          'identities',
          `select i.id, i.provider, i.email, i.last_sign_in_at, i.created_at, i.provider as title
           from identities i where i.user_id = $1 order by i.created_at, i.id`,
          [session['user_id']],
        ),
        selectRows(
          'password',
          `select password_hash is not null and not password_automatically_set as chosen, password_changed_at > created_at as changed
           from users where id = $1`,
          [session['user_id']],
        ),
      ])
      return {
        identities: identities.map(formatTimes),
        local_password: account?.['chosen'],
        password_changed: account?.['changed'],
      }
    },
  },
  'GET /users/notification_preferences': {
    scope: 'anyone',
    answer: async ({ session }) => ({
      notification_preferences: await selectRows(
        'preferences',
        `select project_id, event, delivery from notification_preferences where user_id = $1
         order by project_id nulls first, event, id`,
        [session['user_id']],
      ),
    }),
  },
  'GET /users/password/edit': {
    scope: 'public',
    answer: async ({ query }) => {
      const [owner] = await selectRows(
        'reset token',
        `select id from users where reset_password_token_digest = $1 and reset_password_sent_at > now() - interval '6 hours'
           and lock_reason is distinct from 'admin'`,
        [digestHex(query['reset_password_token'] ?? '')],
      )
      return owner ? { valid: true, minimum_password_length: 15 } : null
    },
  },
  'GET /users/sessions': {
    scope: 'anyone',
    answer: async ({ session }) => {
      const live = await selectRows(
        'sessions',
        `select s.id, coalesce(s.auth_method, 'local') as auth_method, s.created_at, s.last_seen_at, s.ip, s.user_agent, s.id = $2 as current
         from sessions s where s.user_id = $1 and s.ended_at is null and s.absolute_expires_at > now()
           and s.last_seen_at > now() - interval '1 hour' order by s.created_at desc, s.id desc`,
        [session['user_id'], session['id']],
      )
      return { sessions: live.map(formatTimes) }
    },
  },
}
