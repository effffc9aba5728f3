import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Pool, PoolClient } from 'pg'
import { digestHex } from '../../src/lib/secrets.ts'
import { selectRows, type Row } from './database.ts'

/** Authenticates the caller with the service's lookups. */
export async function findSession(c: Context, client?: Pool | PoolClient): Promise<Row | undefined> {
  const [session] = await selectRows(
    'session',
    `select s.id, u.id as user_id, u.name, u.email, u.admin, u.provider from sessions s join users u on u.id = s.user_id
     where s.digest = $1 and s.ended_at is null and s.absolute_expires_at > now() and s.last_seen_at > now() - interval '1 hour'`,
    [digestHex(getCookie(c, '_service_session') ?? '')],
    client,
  )
  return session
}

export async function findProjectRole(userId: unknown, projectId: number): Promise<unknown> {
  const [row] = await selectRows(
    'project',
    `select p.visibility, m.role from projects p left join memberships m on m.project_id = p.id and m.user_id = $2 where p.id = $1`,
    [projectId, userId],
  )
  return row?.['role']
}

export async function findComponentRole(userId: unknown, componentId: number): Promise<unknown> {
  const [row] = await selectRows(
    'component',
    `select c.released, pm.role, cm.role as component_role from components c
     left join memberships pm on pm.project_id = c.project_id and pm.user_id = $2
     left join memberships cm on cm.component_id = c.id and cm.user_id = $2 where c.id = $1`,
    [componentId, userId],
  )
  return row?.['role'] ?? row?.['component_role']
}
