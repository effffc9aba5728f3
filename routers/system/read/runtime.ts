import { sql } from 'kysely'
import { DomainError } from '../../../src/errors.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import type { RequestContext } from '../../../src/request-context.ts'
import type { Services } from '../../../src/services.ts'

/** Whether the caller is a system administrator; an invalid credential counts as none. */
export async function isSystemAdmin(ctx: RequestContext): Promise<boolean> {
  if (ctx.credential.kind === 'none') return false
  try {
    return (await ctx.authenticate('read')).admin
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

/** Returns runtime versions; excludes facts that help non-members attack the service (rule A-73). */
export async function readRuntimeFacts({ database, env }: Pick<Services, 'database' | 'env'>) {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(database.queries)
  const engine = env.database.url === null ? 'embedded PostgreSQL' : 'PostgreSQL'
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    database: `${engine} ${rows[0]?.version ?? ''}`.trim(),
    workers: env.http.workers,
    started_at: toWireTime(new Date(Date.now() - process.uptime() * 1000)),
  }
}
