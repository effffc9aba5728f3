import type { QuestionType } from '../../../../src/vocabulary.ts'
import type { Inputs } from '../../../api/client.ts'
import type { Entries } from '../../../app/live-draft.ts'
import type { Header } from './use-save-details.ts'

type QuestionChanges = NonNullable<
  Inputs['components']['update']['component']['additional_questions_attributes']
>

/** A question while it is edited. */
export interface QuestionDraft {
  /** The id of the question; negative if it is new. */
  key: number
  name: string
  type: QuestionType
  /** One option on each line. */
  options: string
}

/** Converts the stored questions to drafts for the form. */
export function toDrafts({
  additional_questions: questions,
}: Pick<Header, 'additional_questions'>): QuestionDraft[] {
  return questions.map(({ id, name, question_type: type, options }) => ({
    key: id,
    name,
    type,
    options: options.join('\n'),
  }))
}

/** The questions by key, as text for comparisons. */
export function toEntries(drafts: readonly QuestionDraft[]): Entries {
  return Object.fromEntries(drafts.map((draft) => [draft.key, JSON.stringify(toInput(draft))]))
}

/** The drafts that a save sends. */
export function selectChanged(drafts: readonly QuestionDraft[], changes: Entries): QuestionDraft[] {
  return drafts.filter(({ key }) => key in changes)
}

/** The stored questions that a save deletes. */
export function selectRemoved(
  { additional_questions: questions }: Pick<Header, 'additional_questions'>,
  changes: Entries,
) {
  return questions.filter(({ id }) => id in changes && changes[id] === undefined)
}

/** What a save sends: removed questions first. A changed question that another user deleted is added again. */
export function toChanges(
  component: Pick<Header, 'additional_questions'>,
  drafts: readonly QuestionDraft[],
  changes: Entries,
): QuestionChanges {
  const ids = new Set(component.additional_questions.map(({ id }) => id))
  return [
    ...selectRemoved(component, changes).map(({ id }) => ({ id, _destroy: true })),
    ...selectChanged(drafts, changes).map((draft) => ({
      ...(ids.has(draft.key) ? { id: draft.key } : {}),
      ...toInput(draft),
    })),
  ]
}

function toInput({ name, type, options }: QuestionDraft) {
  return {
    name: name.trim(),
    question_type: type,
    options: type === 'dropdown' ? splitLines(options) : [],
  }
}

function splitLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter(Boolean))]
}
