import { wrap } from '@mikro-orm/core'
import { AdditionalQuestion } from '../../entities/additional-question.ts'
import type { Component } from '../../entities/component.ts'
import type { Em, Reader } from '../../src/database.ts'
import type { NeedsByBody } from '../../src/access/by-body.ts'
import { invalid, notFound } from '../../src/errors.ts'
import { isRecord } from '../../src/refused-input.ts'
import { isBlank } from '../../src/shapes.ts'
import type { ComponentChanges, QuestionInput } from '../components.schema.ts'
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
  const names = Object.keys(wrapper(raw))
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
  if (questions.length > 0) await changeQuestions(em, component, questions)
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

async function changeQuestions(em: Em, component: Component, given: QuestionInput[]): Promise<void> {
  const known = await em.find(AdditionalQuestion, { componentId: component.id })
  for (const { id, name, question_type, options, _destroy } of given) {
    if (id === undefined) continue
    const question = known.find((item) => item.id === id)
    if (!question) throw notFound()
    if (_destroy) {
      em.remove(question)
      continue
    }
    if (name !== undefined) question.name = name
    if (question_type !== undefined) question.questionType = question_type
    if (options !== undefined) question.options = options
    assertOptions(question.questionType, question.options)
  }
  await em.flush()
  const names = known
    .filter((item) => em.getUnitOfWork().getById(AdditionalQuestion, item.id))
    .map((item) => item.name)
  const added = given.filter((item) => item.id === undefined)
  if (added.some(({ name }) => name !== undefined && names.includes(name))) {
    throw invalid('validation', 'additional_questions_attributes', 'Each question needs a name of its own.')
  }
  createQuestions(em, component, added)
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
