import type { AnswerChange } from '../../entities/rule-edit.ts'
import type { Reader } from '../../src/database.ts'
import { invalid } from '../../src/errors.ts'

/**
 * Refuses (422) answers to questions of other components, choices that a dropdown does not offer, and what is no
 * web address where one is asked for (components 2.6).
 */
export async function assertAnswers(
  db: Reader,
  componentId: number,
  answers: AnswerChange[] | undefined,
): Promise<void> {
  if (!answers || answers.length === 0) return
  const questions = await db
    .selectFrom('additional_questions as q')
    .leftJoin('additional_answers as a', 'a.additional_question_id', 'q.id')
    .select(['q.id', 'q.name', 'q.question_type', 'a.id as answer_id'])
    .where('q.component_id', '=', componentId)
    .execute()
  for (const { id, questionId, answer } of answers) {
    if (id !== undefined && questionId === undefined && !questions.some((row) => row.answer_id === id))
      continue
    const question = questions.find((row) =>
      questionId === undefined ? row.answer_id === id : row.id === questionId,
    )
    if (!question) throw refused('The answer belongs to a question of another component.')
    if (question.question_type === 'url' && answer && !isWebAddress(answer)) {
      throw refused(`The answer to ${question.name} must be an http or https address.`)
    }
  }
}

function refused(message: string) {
  return invalid('validation', 'additional_answers_attributes', message)
}

/** An http or https address whose host has a dotted suffix. */
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && /\.[^.\d][^.]*$/.test(hostname)
}
