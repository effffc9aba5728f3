import { sql, type RawBuilder } from 'kysely'
import { topLevelSql } from '../../entities/top-level.ts'
import { MAX_WATCHES, Watch, type WatchedType } from '../../entities/watch.ts'
import type { Actor } from '../../src/audit/actor.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { isMemberSql } from '../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../src/database/database.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { validationError } from '../../src/errors.ts'

/** A record to watch. */
export interface WatchedRecord {
  type: WatchedType
  id: number
}

/**
 * Starts or stops watching a record; idempotent. Stopping needs no access, so that users who left can stop.
 * @throws 422 for a record that the caller is not a member of, a reply, and more than 500 watches
 */
export async function setWatch(work: UnitOfWork, record: WatchedRecord, watching: boolean): Promise<void> {
  const { em, db, actor } = work
  // Concurrent requests could exceed the limit or store the watch twice.
  await lockUser(db, actor.id)
  const key = { userId: actor.id, ...toColumns(record) }
  const [watch, count] = await Promise.all([em.findOne(Watch, key), em.count(Watch, { userId: actor.id })])
  if (!watching) {
    if (watch) await em.remove(watch).flush()
    return
  }
  if (!(await isWatchable(db, actor, record))) {
    throw validationError('watch.unknown_record', 'watched_id', 'There is no such record to watch.')
  }
  if (watch) return
  if (count >= MAX_WATCHES) {
    throw validationError('watch.too_many', 'watched_id', `You watch ${MAX_WATCHES} records already.`)
  }
  em.create(Watch, key)
  await em.flush()
}

const lockUser = preparedQuery((_, userId) => sql`select from users where id = ${userId} for no key update`, {
  ignoresResult: true,
})

function toColumns({ type, id }: WatchedRecord) {
  return {
    projectId: type === 'Project' ? id : null,
    componentId: type === 'Component' ? id : null,
    ruleId: type === 'Rule' ? id : null,
    reviewId: type === 'Review' ? id : null,
  }
}

/**
 * Queries for the `project_id` and `component_id` of a record; no row for a deleted requirement or a reply.
 */
const LOCATIONS: Record<WatchedType, (id: number) => RawBuilder<unknown>> = {
  Project: (id) =>
    sql`select p.id as project_id, null::int as component_id from projects p where p.id = ${id}`,
  Component: (id) => sql`select c.project_id, c.id as component_id from components c where c.id = ${id}`,
  Rule: (id) => sql`select c.project_id, c.id as component_id from rules r
    join components c on c.id = r.component_id where r.id = ${id} and r.deleted_at is null`,
  Review: (id) => sql`select v.project_id, v.component_id from reviews v
    left join rules r on r.id = v.rule_id
    where v.id = ${id} and ${sql.raw(topLevelSql('v'))} and r.deleted_at is null`,
}

async function isWatchable(db: Queries, actor: Actor, { type, id }: WatchedRecord): Promise<boolean> {
  const columns = { project: sql.ref('location.project_id'), component: sql.ref('location.component_id') }
  const member = actor.admin ? sql`true` : isMemberSql({ user: actor.id, ...columns })
  const { rows } = await sql`
    select from (${LOCATIONS[type](id)}) as location where ${member}`.execute(db)
  return rows.length > 0
}
