import { sql } from 'kysely'
import type { Actor } from '../../src/context.ts'
import type { Reader } from '../../src/database.ts'
import { DomainError } from '../../src/errors.ts'
import type { SectionName } from '../../src/vocabulary.ts'

/** A live, unlocked requirement and why a bulk lock leaves it out; null when it does not (components 3.4). */
interface Candidate {
  id: number
  rule_id: string
  reason: string | null
}

/** What counts as white space everywhere else in the service; the classes of PostgreSQL depend on its locale. */
const WHITE_SPACE =
  '\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'

const saysSomething = (column: string) =>
  sql<boolean>`btrim(coalesce(${sql.ref(column)}, ''), ${WHITE_SPACE}) <> ''`

function candidates(db: Reader, componentId: number): Promise<Candidate[]> {
  return db
    .selectFrom('rules as r')
    .select([
      'r.id',
      'r.rule_id',
      sql<string | null>`case
        when r.review_requestor_id is not null then 'under review'
        when r.status = 'Not Yet Determined' and not exists (select from satisfactions l
          join rules p on p.id = l.satisfied_by_rule_id where l.rule_id = r.id and p.deleted_at is null)
          then 'not yet determined'
        when r.status = 'Applicable - Does Not Meet' and not exists (select from disa_descriptions d
          where d.rule_id = r.id and ${saysSomething('d.mitigations')}) then 'without mitigations'
        when r.status = 'Applicable - Inherently Meets' and not ${saysSomething('r.artifact_description')}
          then 'without artifact description' end`.as('reason'),
    ])
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .where('r.locked', '=', false)
    .orderBy('r.rule_id')
    .execute()
}

export interface BulkLock {
  locked: number
  skipped: string[]
}

/**
 * Locks every requirement that is ready, with one review each, in a fixed number of statements; names the others.
 * Throws a 422 warning when there were candidates and none was ready.
 */
export async function lockAll(
  db: Reader,
  where: { componentId: number; projectId: number },
  actor: Actor,
  comment: string,
  origin: { requestId: string; address: string | null; now: Date },
): Promise<BulkLock> {
  const found = await candidates(db, where.componentId)
  const ready = found.filter(({ reason }) => reason === null).map(({ id }) => id)
  const skipped = found.flatMap(({ rule_id, reason }) => (reason ? [`${rule_id} (${reason})`] : []))
  if (ready.length === 0 && skipped.length > 0) {
    throw new DomainError('invalid', 'component.nothing_to_lock', 'No requirement was ready to be locked.', {
      variant: 'warning',
      messages: ['No requirement was ready to be locked.', `Left out: ${skipped.join(', ')}.`],
    })
  }
  if (ready.length > 0) {
    const ids = sql`any (${sql.val(ready)}::integer[])`
    const now = origin.now.toISOString()
    await sql`update rules set locked = true, lock_version = lock_version + 1, updated_at = ${now} where id = ${ids}`.execute(
      db,
    )
    await sql`insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, created_at, updated_at)
      select ${where.projectId}::integer, r.component_id, r.id, 'BaseRule', ${actor.id}::integer, 'lock_control', ${comment}, ${now}, ${now}
      from rules r where r.id = ${ids} order by r.rule_id`.execute(db)
    const changes = sql`jsonb_build_object('locked', jsonb_build_array(false, true))`
    await recordRules(db, where, actor, origin, sql`r.id = ${ids}`, changes, comment)
  }
  return { locked: ready.length, skipped }
}

/** Sets or removes section locks on all requirements that are not locked as a whole; counts those that changed. */
export async function lockSectionsOfAll(
  db: Reader,
  where: { componentId: number; projectId: number },
  actor: Actor,
  given: { sections: SectionName[]; locked: boolean; comment: string },
  origin: { requestId: string; address: string | null; now: Date },
): Promise<number> {
  const keys = sql`array[${sql.join(given.sections.map((name) => sql`${name}::text`))}]`
  const added = JSON.stringify(Object.fromEntries(given.sections.map((name) => [name, true])))
  const next = given.locked ? sql`r.locked_fields || ${added}::jsonb` : sql`r.locked_fields - ${keys}`
  const which = sql<boolean>`r.component_id = ${where.componentId} and r.deleted_at is null and not r.locked
    and r.locked_fields <> (${next})`
  const changes = sql`jsonb_build_object('locked_fields', jsonb_build_array(r.locked_fields, ${next}))`
  await recordRules(db, where, actor, origin, which, changes, given.comment)
  const { numAffectedRows } =
    await sql`update rules r set locked_fields = ${next}, lock_version = lock_version + 1,
    updated_at = ${origin.now.toISOString()} where ${which}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** One audit entry per requirement that a bulk statement changes, in one statement. */
async function recordRules(
  db: Reader,
  where: { componentId: number; projectId: number },
  actor: Actor,
  origin: { requestId: string; address: string | null; now: Date },
  which: ReturnType<typeof sql>,
  changes: ReturnType<typeof sql>,
  comment: string,
): Promise<void> {
  await sql`insert into audit_entries (action, auditable_type, auditable_id, associated_type, associated_id, project_id,
      component_id, rule_id, actor_type, actor_id, actor_name, affected_name, changes, comment, remote_address, request_id, created_at)
    select 'update', 'BaseRule', r.id, 'Component', r.component_id, ${where.projectId}::integer, r.component_id, r.id,
      'User', ${actor.id}::integer, ${actor.name}, 'Control ' || c.prefix || '-' || r.rule_id, ${changes}, ${comment},
      ${origin.address}, ${origin.requestId}, ${origin.now.toISOString()}
    from rules r join components c on c.id = r.component_id where ${which} order by r.rule_id`.execute(db)
}
