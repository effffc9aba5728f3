import { wrap } from '@mikro-orm/core'
import { sql } from 'kysely'
import { AdditionalQuestion } from '../../entities/additional-question.ts'
import type { Component } from '../../entities/component.ts'
import type { Em, Reader } from '../../src/database.ts'
import type { NeedsByBody } from '../../src/access/by-body.ts'
import { invalid } from '../../src/errors.ts'
import { isRecord } from '../../src/refused-input.ts'
import { isBlank } from '../../src/shapes.ts'
import { ComponentChanges, type QuestionInput } from '../components.schema.ts'
import {
  assertNewRevision,
  assertOptions,
  CHANNEL,
  createQuestions,
  instantOf,
} from '../workflows/create-component.ts'

const WINDOW = ['comment_phase', 'closed_reason', 'comment_period_starts_at', 'comment_period_ends_at']

/** Release, phase, advanced fields and the chat channel are an administrator's (components 4.3). */
export const CHANGE_NEEDS: NeedsByBody = {
  cases: [
    {
      needs: 'admin',
      when: 'given',
      members: ['released', 'advanced_fields', ...WINDOW].map((name) => `component.${name}`),
    },
    {
      needs: 'admin',
      when: 'not blank',
      members: ['component.slack_channel_id', `component.component_metadata_attributes.data.${CHANNEL}`],
    },
  ],
  otherwise: 'author',
}

function wrapper(raw: unknown): Record<string, unknown> {
  return isRecord(raw) && isRecord(raw['component']) ? raw['component'] : {}
}

/** On a released component only the comment window stays open (contract, decision 18). */
export function onlyCommentWindow(raw: unknown): boolean {
  const names = Object.keys(wrapper(raw)).filter((name) => Object.hasOwn(ComponentChanges.shape, name))
  return names.length > 0 && names.every((name) => WINDOW.includes(name))
}

/**
 * Applies the given changes to a write-locked component and counts one change of its state, if any (components 4.3, 3.8).
 * Throws 422 for a revision that exists, an unordered comment period, or a release that is not due.
 */
export async function changeComponent(
  work: { em: Em; db: Reader; now: Date },
  component: Component,
  given: ComponentChanges,
): Promise<void> {
  const { em, db, now } = work
  const before = JSON.stringify(wrap(component).toPOJO())
  applyFields(component, given)
  component.assertCommentWindow()
  const { name, version, release, projectId } = component
  await assertNewRevision(db, projectId, { name, version, release }, component.id)
  const questions = given.additional_questions_attributes ?? []
  if (questions.length > 0) await changeQuestions(work, component, questions)
  if (given.released !== undefined) await changeRelease(db, component, given.released, now)
  if (questions.length > 0 || JSON.stringify(wrap(component).toPOJO()) !== before) component.touch()
  await em.flush()
}

function applyFields(component: Component, given: ComponentChanges): void {
  if (given.name !== undefined) component.name = given.name
  if (given.prefix !== undefined) component.prefix = given.prefix.toUpperCase()
  if (given.title !== undefined) component.title = given.title
  if (given.description !== undefined) component.description = given.description
  if (given.version !== undefined) component.version = given.version
  if (given.release !== undefined) component.release = given.release
  if (given.admin_name !== undefined) component.adminName = given.admin_name
  if (given.admin_email !== undefined) component.adminEmail = given.admin_email
  if (given.advanced_fields !== undefined) component.advancedFields = given.advanced_fields
  if (given.comment_phase !== undefined) component.commentPhase = given.comment_phase
  if (given.closed_reason !== undefined) component.closedReason = given.closed_reason
  if (given.comment_period_starts_at !== undefined) {
    component.commentPeriodStartsAt = instantOf(given.comment_period_starts_at)
  }
  if (given.comment_period_ends_at !== undefined) {
    component.commentPeriodEndsAt = instantOf(given.comment_period_ends_at)
  }
  const metadata = changedMetadata(component, given)
  if (metadata) component.metadata = metadata
}

/** Writing the map replaces it; the channel alone is put into the present one (components 2.6). */
function changedMetadata(component: Component, given: ComponentChanges): Record<string, string> | null {
  const { component_metadata_attributes: map, slack_channel_id: channel } = given
  if (map === undefined && channel === undefined) return null
  const next = { ...(map?.data ?? component.metadata) }
  if (channel !== undefined) {
    if (isBlank(channel)) delete next[CHANNEL]
    else if (channel !== null) next[CHANNEL] = channel
  }
  return next
}

/** Removals come first, so that their names are free; 422 for ids of other components and names used twice. */
async function changeQuestions(
  { em, db }: { em: Em; db: Reader },
  component: Component,
  given: QuestionInput[],
): Promise<void> {
  const known = await em.find(AdditionalQuestion, { componentId: component.id })
  const changes = given.flatMap(({ id, ...change }) => {
    if (id === undefined) return []
    const question = known.find((item) => item.id === id)
    if (!question) throw refusedQuestion(`This component has no question with the id ${id}.`)
    return [{ question, change }]
  })
  const removed = new Set(changes.filter(({ change }) => change._destroy).map(({ question }) => question))
  for (const question of removed) em.remove(question)
  await em.flush()
  const kept = known.filter((question) => !removed.has(question))
  const taken = new Set(kept.map(({ name }) => name))
  const renamed = changes.filter(({ question, change }) => (change.name ?? question.name) !== question.name)
  for (const { question, change } of changes) {
    if (removed.has(question)) continue
    if (change.name !== undefined) question.name = change.name
    if (change.question_type !== undefined) question.questionType = change.question_type
    if (change.options !== undefined) question.options = change.options
    assertOptions(question.questionType, question.options)
  }
  const added = given.filter(({ id, _destroy }) => id === undefined && !_destroy)
  const names = [...kept, ...added].map(({ name }) => name)
  if (new Set(names).size < names.length) throw refusedQuestion('Each question needs a name of its own.')
  // Questions that swap names would meet in the unique index.
  if (renamed.some(({ question }) => taken.has(question.name))) {
    await db
      .updateTable('additional_questions')
      .set({ name: sql<string>`gen_random_uuid()::text` })
      .where(
        'id',
        'in',
        renamed.map(({ question }) => question.id),
      )
      .execute()
  }
  await em.flush()
  createQuestions(em, component, added)
}

function refusedQuestion(message: string) {
  return invalid('validation', 'additional_questions_attributes', message)
}

async function changeRelease(db: Reader, component: Component, released: boolean, now: Date): Promise<void> {
  component.assertReleaseByUpdate(released)
  if (released) component.publish(await lockFigures(db, component.id), now)
}

/** How many live requirements there are, and how many are not locked. */
export async function lockFigures(
  db: Reader,
  componentId: number,
): Promise<{ total: number; unlocked: number }> {
  const { total, unlocked } = await db
    .selectFrom('rules')
    .select(({ fn }) => [
      fn.countAll<string>().as('total'),
      fn.countAll<string>().filterWhere('locked', '=', false).as('unlocked'),
    ])
    .where('component_id', '=', componentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { total: Number(total), unlocked: Number(unlocked) }
}
