import { sql } from 'kysely'
import type { AuditLog } from '../../src/audit/audit-log.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { executeDeferred } from '../../src/database/fast-path/pipelined-lease.ts'
import { stateError, notFoundError } from '../../src/errors.ts'
import { announceSrg } from '../../src/outbox/guide-chat.ts'

/** Removes an SRG from the catalog; throws 422 if any component uses it as a source (rule C-13). */
export async function removeSrg(work: UnitOfWork, id: number): Promise<string> {
  const { db, auditLog } = work
  // Locks before checking its use, because a component may be in creation.
  await executeDeferred(db, sql`select from srgs where id = ${id} for update`)
  const guide = await db
    .selectFrom('srgs as g')
    .select([
      'g.title',
      'g.version',
      'g.name',
      sql<boolean>`exists (select from components c where c.security_requirements_guide_id = g.id)
        or exists (select from component_sources s where s.srg_id = g.id)
        or exists (select from rules r join srg_rules s on s.id in (r.srg_rule_id, r.derived_from_srg_rule_id)
          where s.srg_id = g.id)`.as('used'),
    ])
    .where('g.id', '=', id)
    .executeTakeFirst()
  if (!guide) throw notFoundError()
  if (guide.used) throw stateError('guide.in_use', `Components are based on ${guide.title} ${guide.version}.`)
  await executeDeferred(db, db.deleteFrom('srgs').where('id', '=', id))
  recordRemoval(auditLog, 'SecurityRequirementsGuide', id, guide)
  const name = guide.name ?? guide.title
  await announceSrg(work, { id, name, version: guide.version }, 'removed')
  return name
}

/** Removes a STIG from the catalog; nothing depends on it. */
export async function removeStig(db: Queries, auditLog: AuditLog, id: number): Promise<string> {
  const guide = await db
    .deleteFrom('stigs')
    .where('id', '=', id)
    .returning(['title', 'version', 'name'])
    .executeTakeFirst()
  if (!guide) throw notFoundError()
  recordRemoval(auditLog, 'Stig', id, guide)
  return guide.name ?? guide.title
}

function recordRemoval(
  auditLog: AuditLog,
  type: string,
  id: number,
  guide: { title: string; version: string; name: string | null },
): void {
  auditLog.record({
    action: 'destroy',
    auditableType: type,
    auditableId: id,
    affectedName: guide.name,
    changes: { version: guide.version, title: guide.title },
  })
}
