import type { AnswerChange } from '../../entities/rule-changes.ts'
import type { Queries } from '../../src/database/database.ts'
import { validationError } from '../../src/errors.ts'
import { isWebAddress } from '../../src/formats/web-address.ts'

/**
 * Throws 422 for answers to questions of other components, duplicate answers, and invalid URLs (rule C-32).
 * The entity checks ids of unknown answers.
 */
export async function assertAnswers(
  db: Queries,
  { componentId, ruleId }: { componentId: number; ruleId: number | null },
  answers: AnswerChange[] | undefined,
): Promise<void> {
  if (!answers || answers.length === 0) return
  const questions = await db
    .selectFrom('additional_questions as q')
    .leftJoin('additional_answers as a', (join) =>
      join.onRef('a.additional_question_id', '=', 'q.id').on('a.rule_id', '=', ruleId ?? 0),
    )
    .select(['q.id', 'q.name', 'q.question_type', 'a.id as answer_id'])
    .where('q.component_id', '=', componentId)
    .execute()
  const answered = new Set<number>()
  for (const { id, questionId, answer } of answers) {
    const question = questions.find((row) =>
      id === undefined ? row.id === questionId : row.answer_id === id,
    )
    if (id !== undefined && !question) continue
    if (!question || (questionId !== undefined && questionId !== question.id)) {
      throw createAnswerError('The answer belongs to another question.')
    }
    if (answered.has(question.id)) {
      throw createAnswerError(`There is more than one answer to ${question.name}.`)
    }
    answered.add(question.id)
    if (question.question_type === 'url' && answer && !isWebAddress(answer)) {
      throw createAnswerError(`The answer to ${question.name} must be an http or https address.`)
    }
  }
}

function createAnswerError(message: string) {
  return validationError('validation', 'additional_answers_attributes', message)
}
