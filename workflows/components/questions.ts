import { sql } from 'kysely'
import { AdditionalQuestion } from '../../entities/additional-question.ts'
import type { Component } from '../../entities/component.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Em, Queries } from '../../src/database/database.ts'
import { validationError } from '../../src/errors.ts'
import type { QuestionType } from '../../src/vocabulary.ts'

/** An additional question: with `id` an existing one, with `destroy` to be removed (rule C-32). */
export interface QuestionChange {
  id?: number | undefined
  name?: string | undefined
  type?: QuestionType | undefined
  options?: string[] | undefined
  destroy?: boolean | undefined
}

/** Adds questions to a component; names must be unique, and a dropdown needs options. */
export function createQuestions(em: Em, component: Component, questions: QuestionChange[]): void {
  const seen = new Set<string>()
  for (const { name, type = 'freeform', options = [], destroy } of questions) {
    if (destroy) continue
    if (name === undefined || seen.has(name)) throw createQuestionError('Each question needs a unique name.')
    seen.add(name)
    const question = em.create(AdditionalQuestion, {
      componentId: component.id,
      name,
      questionType: type,
      options: [...options],
    })
    question.assertOptions()
  }
}

/**
 * Changes questions, removals first so that their names can be reused. Throws 422 for ids of other components
 * and duplicate names.
 */
export async function changeQuestions(
  { em, db }: UnitOfWork,
  component: Component,
  requested: QuestionChange[],
): Promise<void> {
  const questions = await em.find(AdditionalQuestion, { componentId: component.id })
  const changes = matchQuestions(questions, requested)
  const removed = new Set(changes.filter(({ change }) => change.destroy).map(({ question }) => question))
  for (const question of removed) em.remove(question)
  await em.flush()
  const remaining = questions.filter((question) => !removed.has(question))
  const formerNames = new Set(remaining.map(({ name }) => name))
  const renamed = applyChanges(changes.filter(({ question }) => !removed.has(question)))
  const added = requested.filter(({ id, destroy }) => id === undefined && !destroy)
  const names = [...remaining, ...added].map(({ name }) => name)
  if (new Set(names).size < names.length) throw createQuestionError('Each question needs a unique name.')
  // Questions that swap names would violate the unique index.
  if (renamed.some(({ name }) => formerNames.has(name))) await clearNames(db, renamed)
  await em.flush()
  createQuestions(em, component, added)
}

interface MatchedChange {
  question: AdditionalQuestion
  change: Omit<QuestionChange, 'id'>
}

/** Matches changes with existing questions. Throws 422 for an id that the component does not have. */
function matchQuestions(known: AdditionalQuestion[], changes: QuestionChange[]): MatchedChange[] {
  return changes.flatMap(({ id, ...change }) => {
    if (id === undefined) return []
    const question = known.find((item) => item.id === id)
    if (!question) throw createQuestionError(`This component has no question with the id ${id}.`)
    return [{ question, change }]
  })
}

/** Applies the changes; returns the renamed questions. */
function applyChanges(changes: MatchedChange[]): AdditionalQuestion[] {
  const renamed = changes.filter(({ question, change }) => (change.name ?? question.name) !== question.name)
  for (const { question, change } of changes) {
    if (change.name !== undefined) question.name = change.name
    if (change.type !== undefined) question.questionType = change.type
    if (change.options !== undefined) question.options = change.options
    question.assertOptions()
  }
  return renamed.map(({ question }) => question)
}

async function clearNames(db: Queries, questions: AdditionalQuestion[]): Promise<void> {
  await db
    .updateTable('additional_questions')
    .set({ name: sql<string>`gen_random_uuid()::text` })
    .where(
      'id',
      'in',
      questions.map(({ id }) => id),
    )
    .execute()
}

function createQuestionError(message: string) {
  return validationError('validation', 'additional_questions_attributes', message)
}
