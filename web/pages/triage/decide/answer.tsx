import { Suspense } from 'react'
import { toResponseDraftId } from '../../comments/use-draft.ts'
import type { SimilarComment } from '../comment/similar-comments.tsx'
import { PickComment, PickRequirement, TaskForm } from '../lazy-parts.ts'
import type { Person } from '../people.ts'
import type { Row } from '../queue/rows.ts'
import { createVerdict, type Verdict } from './decisions.ts'
import type { OpenForm } from './open-form.ts'
import { ResponseForm } from './response-form.tsx'
import { ShowComment } from './show-comment.tsx'

/** The form in place of the decisions: a response, another comment, a requirement, or a task. */
export function Answer({
  form,
  row,
  projectId,
  people,
  userId,
  alike,
  onVerdict,
  onLeave,
}: {
  form: OpenForm
  row: Row
  projectId: number
  people: readonly Person[]
  userId: number
  alike: readonly SimilarComment[]
  /** `onStored` is called after the decision is saved. */
  onVerdict: (verdict: Verdict, onStored?: () => void) => void
  onLeave: () => void
}) {
  if (form.kind === 'response') {
    const { choice, close } = form
    return (
      <>
        <ResponseForm
          key={`${row.id} ${choice.status}`}
          draftId={toResponseDraftId(row.id)}
          {...{ projectId, choice, close, onLeave }}
          onSend={(response, onStored) => onVerdict(createVerdict(choice, { close, response }), onStored)}
        />
        <ShowComment />
      </>
    )
  }
  return (
    <Suspense>
      {form.kind === 'comment' && (
        <PickComment
          {...{ row, alike, onLeave }}
          onPick={(id) => onVerdict(createVerdict(form.choice, { duplicateOf: id }))}
        />
      )}
      {form.kind === 'requirement' && (
        <PickRequirement
          {...{ row, onLeave }}
          onPick={(rule) => onVerdict(createVerdict(form.choice, { addressedBy: rule }))}
        />
      )}
      {form.kind === 'task' && (
        <TaskForm key={row.id} task={form.task} {...{ row, projectId, people, userId }} onClose={onLeave} />
      )}
      <ShowComment />
    </Suspense>
  )
}
