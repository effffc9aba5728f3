import type { Context } from 'hono'
import type { Pool, PoolClient } from 'pg'
import { findSession } from './access.ts'
import { selectRows, getMember, type Row } from './database.ts'

/** An authorized request. */
export interface FloorRequest {
  /** `user_id`, `name`, `email` and `admin` of the caller. */
  session: Row
  /** The first record of the path, with the caller's `role` on it. */
  record: Row
  /** The ids of the path, in order. */
  ids: number[]
  query: Record<string, string>
  body: Row
}

/** The required access, by the first record of the path; `public` requires no session. */
export type FloorScope = 'public' | 'anyone' | 'system admin' | keyof typeof RECORD_LOOKUPS

const ROLES = (columns: string, component: string) => `
  select ${columns}, c.id as component_id, c.project_id, c.released, c.comment_phase, c.closed_reason, c.prefix,
    coalesce(pm.role, cm.role) as role
  from ${component} left join memberships pm on pm.project_id = c.project_id and pm.user_id = $2
  left join memberships cm on cm.component_id = c.id and cm.user_id = $2`

interface RecordLookup {
  text: string
  locks: string
  /** Reads the id of the record from the body, if it is not in the path. */
  key?: (body: Row) => unknown
}

const ofProject =
  'select p.*, p.id as project_id, m.role from projects p left join memberships m on m.project_id = p.id and m.user_id = $2 where p.id = $1'
const ofComponent = `${ROLES('c.*', 'components c')} where c.id = $1`
const ofRule = `${ROLES('r.*', 'rules r join components c on c.id = r.component_id')} where r.id = $1`
const relocation = 'requirement_relocations v join components c on c.id = v.component_id'

/** One statement per kind of record: the record and the caller's role on it. */
const RECORD_LOOKUPS = {
  project: {
    text: ofProject,
    locks: 'for share of p',
  },
  'project to change': { text: ofProject, locks: 'for update of p' },
  'project of the body': {
    text: ofProject,
    locks: 'for update of p',
    key: (body) => getMember(body, 'membership')['membership_id'],
  },
  component: { text: ofComponent, locks: 'for share of c' },
  'component to change': { text: ofComponent, locks: 'for update of c' },
  rule: { text: ofRule, locks: 'for share of c' },
  // A comment locks its component, so that it can't be posted on a requirement that is being deleted.
  'rule to delete': { text: ofRule, locks: 'for update of c' },
  'rule of the body': { text: ofRule, locks: 'for share of c', key: (body) => body['rule_id'] },
  review: {
    text: `${ROLES('v.*', 'reviews v join components c on c.id = v.component_id')} where v.id = $1`,
    locks: 'for share of c',
  },
  'reviews of the body': {
    text: `${ROLES('c.*', 'components c')} where c.id = (select component_id from reviews where id = any($1) limit 1)`,
    locks: 'for share of c',
    key: (body) => body['review_ids'],
  },
  relocation: { text: `${ROLES('v.*', relocation)} where v.id = $1`, locks: 'for update of v' },
  membership: {
    text: `select t.*, t.role as member_role, p.id as project_id, p.name as project_name, m.role from memberships t
      join projects p on p.id = t.project_id left join memberships m on m.project_id = p.id and m.user_id = $2 where t.id = $1`,
    locks: 'for update of p, t',
  },
} satisfies Record<string, RecordLookup>

/**
 * Authenticates and authorizes a request with two lookups, like the service. `locks` locks the component or project until
 * the transaction ends.
 * @returns null for callers without a session or role
 */
export async function readFloorRequest(
  c: Context,
  scope: FloorScope,
  { client, locks }: { client?: Pool | PoolClient; locks: boolean },
): Promise<FloorRequest | null> {
  // Anonymous callers have no session to look up.
  const session = scope === 'public' ? {} : await findSession(c, client)
  if (!session) return null
  const ids = Object.values(c.req.param()).map(Number)
  const type = c.req.header('content-type') ?? ''
  const body: Row = type.startsWith('application/json') ? await c.req.json<Row>().catch(() => ({})) : {}
  const request = { session, ids, query: c.req.query(), body }
  if (scope === 'public' || scope === 'anyone') return { ...request, record: {} }
  if (scope === 'system admin') return session['admin'] === true ? { ...request, record: {} } : null
  const { text, locks: lockClause, key }: RecordLookup = RECORD_LOOKUPS[scope]
  const [record] = await selectRows(
    `record ${scope} ${locks ? 'locked' : ''}`,
    locks ? `${text} ${lockClause}` : text,
    [key ? key(body) : ids[0], session['user_id']],
    client,
  )
  return record && (record['role'] !== null || session['admin'] === true) ? { ...request, record } : null
}
