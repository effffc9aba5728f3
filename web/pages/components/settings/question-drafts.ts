import type { QuestionType } from '../../../../src/vocabulary.ts'
import type { Inputs } from '../../../api/client.ts'
import type { Header } from './use-save-component.ts'

export type Question = Header['additional_questions'][number]
type QuestionChanges = NonNullable<
  Inputs['components']['update']['component']['additional_questions_attributes']
>

/** A question while it is edited; one without `id` is new. */
export interface QuestionDraft {
  key: number
  id?: number
  name: string
  type: QuestionType
  /** One option on each line. */
  options: string
}

/** Converts the stored questions to drafts for the form. */
export function toDrafts(questions: readonly Question[]): QuestionDraft[] {
  return questions.map(({ id, name, question_type: type, options }) => ({
    key: id,
    id,
    name,
    type,
    options: options.join('\n'),
  }))
}

/** Returns the changes that turn the stored questions into the drafts. */
export function toChanges(known: readonly Question[], drafts: readonly QuestionDraft[]): QuestionChanges {
  const removed = known.filter(({ id }) => !drafts.some((draft) => draft.id === id))
  return [
    ...removed.map(({ id }) => ({ id, _destroy: true })),
    ...drafts.map(({ id, name, type, options }) => ({
      ...(id === undefined ? {} : { id }),
      name: name.trim(),
      question_type: type,
      options: type === 'dropdown' ? splitLines(options) : [],
    })),
  ]
}

function splitLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter(Boolean))]
}
