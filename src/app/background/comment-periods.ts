import { sql } from 'kysely'
import { Component } from '../../../entities/component.ts'
import { createSystemOrigin } from '../../audit/origin.ts'
import { runInTransaction } from '../../audit/transaction.ts'
import { toKysely } from '../../database/database.ts'
import { notifyOfCommentPeriod } from '../../events/period-notices.ts'
import { toWireTime } from '../../procedures/schemas/times.ts'
import type { Services } from '../../services.ts'

/** Components of one batch. */
const BATCH = 50
/** How long before a date the notice is sent: more than a day, because most people get it in their daily mail. */
const NOTICE_MS = 48 * 3_600_000

type PeriodServices = Pick<Services, 'database' | 'env' | 'clock' | 'throttle'>

/**
 * Opens and closes comment phases by their dates, and notifies people before and after (rule C-40). Each component has
 * its own transaction; a locked component waits for the next run.
 */
export async function followCommentPeriods(services: PeriodServices, signal: AbortSignal): Promise<void> {
  await services.throttle.runBatches(() => handleBatch(services, listDueIds, followPeriod), signal)
  await services.throttle.runBatches(() => handleBatch(services, listApproachingIds, announcePeriod), signal)
}

async function handleBatch(
  services: PeriodServices,
  find: (services: PeriodServices, now: Date) => Promise<number[]>,
  handle: (services: PeriodServices, id: number, now: Date) => Promise<boolean>,
): Promise<boolean> {
  const now = services.clock()
  const ids = await find(services, now)
  let handled = 0
  for (const id of ids) if (await handle(services, id, now)) handled += 1
  return ids.length === BATCH && handled > 0
}

const selectPeriodColumn = (name: string) => sql.ref(`c.comment_period_${name}_at`)

async function listDueIds({ database }: Pick<Services, 'database'>, now: Date): Promise<number[]> {
  const isDueSql = (name: string) =>
    sql`(${selectPeriodColumn(name)} > c.comment_phase_set_at and ${selectPeriodColumn(name)} <= ${now}::timestamptz)`
  const { rows } = await sql<{ id: number }>`select c.id from components c
    where ${isDueSql('starts')} or ${isDueSql('ends')} order by c.id limit ${BATCH}`.execute(database.queries)
  return rows.map(({ id }) => id)
}

async function listApproachingIds({ database }: Pick<Services, 'database'>, now: Date): Promise<number[]> {
  const noticeEnd = new Date(now.getTime() + NOTICE_MS)
  const isApproachingSql = (
    name: string,
  ) => sql`(${selectPeriodColumn(name)} > ${now}::timestamptz and ${selectPeriodColumn(name)} <= ${noticeEnd}::timestamptz
    and (c.comment_period_announced_at is null or ${selectPeriodColumn(name)} > c.comment_period_announced_at))`
  const { rows } = await sql<{ id: number }>`select c.id from components c
    where ${isApproachingSql('starts')} or ${isApproachingSql('ends')} order by c.id limit ${BATCH}`.execute(
    database.queries,
  )
  return rows.map(({ id }) => id)
}

/** Applies the dates that have passed; returns false if the component is locked. */
function followPeriod(
  { database, env }: Pick<Services, 'database' | 'env'>,
  id: number,
  now: Date,
): Promise<boolean> {
  return runInTransaction(database, createSystemOrigin(now), async (em, auditLog) => {
    const component = await lockOrNull(em, id)
    if (!component) return false
    if (!component.followPeriod(now)) return true
    component.touch()
    auditLog.setReason(component, 'By the dates of the comment period')
    const news =
      component.commentPhase === 'open' ? 'open for comments from now on' : 'the comment period has ended'
    const { projectId, name } = component
    await notifyOfCommentPeriod(
      { em, db: toKysely(em), env, now },
      { componentId: id, projectId, name, news },
    )
    return true
  })
}

/** Announces the next date of the period; returns false if the component is locked. */
function announcePeriod(
  { database, env }: Pick<Services, 'database' | 'env'>,
  id: number,
  now: Date,
): Promise<boolean> {
  return runInTransaction(database, createSystemOrigin(now), async (em) => {
    const component = await lockOrNull(em, id)
    if (!component) return false
    const notice = findNextNotice(component, now)
    if (!notice) return true
    component.commentPeriodAnnouncedAt = notice.at
    const { projectId, name } = component
    if (notice.news) {
      await notifyOfCommentPeriod(
        { em, db: toKysely(em), env, now },
        { componentId: id, projectId, name, news: notice.news },
      )
    }
    return true
  })
}

/** Returns the next date that was not announced; `news` is null if it changes nothing. */
function findNextNotice(component: Component, now: Date): { at: Date; news: string | null } | null {
  const { commentPeriodStartsAt: start, commentPeriodEndsAt: end } = component
  const announced = component.commentPeriodAnnouncedAt?.getTime() ?? 0
  const isNext = (date: Date) =>
    date > now && date.getTime() > announced && date.getTime() <= now.getTime() + NOTICE_MS
  const isOpen = component.commentPhase === 'open'
  const isFinal = component.isFrozen()
  if (start && isNext(start)) {
    const news = isOpen || isFinal ? null : `open for comments from ${toWireTime(start)} on`
    return { at: start, news }
  }
  if (!end || !isNext(end)) return null
  const opens = isOpen || (start != null && start > now && start < end)
  return { at: end, news: opens && !isFinal ? `open for comments until ${toWireTime(end)}` : null }
}

async function lockOrNull(em: Parameters<typeof toKysely>[0], id: number): Promise<Component | null> {
  const { rows } = await sql`select from components where id = ${id} for update skip locked`.execute(
    toKysely(em),
  )
  return rows.length === 0 ? null : em.findOne(Component, { id }, { refresh: true })
}
