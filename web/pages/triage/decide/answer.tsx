import { Suspense } from 'react'
import type { SimilarComment } from '../comment/similar-comments.tsx'
import { PickComment, PickRequirement, TaskForm } from '../lazy-parts.ts'
import type { Person } from '../people.ts'
import type { Row } from '../queue/rows.ts'
import { createVerdict, type Verdict } from './decisions.ts'
import type { DialogState } from './dialog-state.ts'
import { ResponseForm } from './response-form.tsx'
import { ShowComment } from './show-comment.tsx'

/** The form in place of the decisions: a response, another comment, a requirement, or a task. */
export function Answer({
  asking,
  row,
  projectId,
  people,
  userId,
  alike,
  onVerdict,
  onLeave,
}: {
  asking: DialogState
  row: Row
  projectId: number
  people: readonly Person[]
  userId: number
  alike: readonly SimilarComment[]
  /** `sent` is called after the decision is saved. */
  onVerdict: (made: Verdict, sent?: () => void) => void
  onLeave: () => void
}) {
  if (asking.kind === 'response') {
    const { choice, close } = asking
    return (
      <>
        <ResponseForm
          key={`${row.id} ${choice.status}`}
          draftId={`triage:${row.id}`}
          {...{ projectId, choice, close, onLeave }}
          onSend={(response, sent) => onVerdict(createVerdict(choice, { close, response }), sent)}
        />
        <ShowComment />
      </>
    )
  }
  return (
    <Suspense>
      {asking.kind === 'comment' && (
        <PickComment
          {...{ row, alike, onLeave }}
          onPick={(id) => onVerdict(createVerdict(asking.choice, { duplicateOf: id }))}
        />
      )}
      {asking.kind === 'requirement' && (
        <PickRequirement
          {...{ row, onLeave }}
          onPick={(rule) => onVerdict(createVerdict(asking.choice, { addressedBy: rule }))}
        />
      )}
      {asking.kind === 'task' && (
        <TaskForm key={row.id} task={asking.task} {...{ row, projectId, people, userId }} onClose={onLeave} />
      )}
      <ShowComment />
    </Suspense>
  )
}
