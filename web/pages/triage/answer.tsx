import { Suspense } from 'react'
import type { Asking } from './asking.ts'
import type { Alike } from './comment-pane.tsx'
import { verdict, type Verdict } from './decisions.ts'
import { PickComment, PickRequirement, TaskForm } from './parts.ts'
import type { Person } from './people.ts'
import { ResponseForm } from './response-form.tsx'
import type { Row } from './rows.ts'

/** What is asked, above the decisions: a response, another comment, a requirement, or what a task needs. */
export function Answer({
  asking,
  row,
  projectId,
  people,
  own,
  alike,
  onVerdict,
  onLeave,
}: {
  asking: Asking
  row: Row
  projectId: number
  people: readonly Person[]
  own: number
  alike: readonly Alike[]
  /** `sent` is called once the decision stands. */
  onVerdict: (made: Verdict, sent?: () => void) => void
  onLeave: () => void
}) {
  return (
    <Suspense>
      {asking.kind === 'response' && (
        <ResponseForm
          key={`${row.id} ${asking.choice.status}`}
          place={`triage:${row.id}`}
          projectId={projectId}
          choice={asking.choice}
          close={asking.close}
          onSend={(response, sent) =>
            onVerdict(verdict(asking.choice, { close: asking.close, response }), sent)
          }
          onLeave={onLeave}
        />
      )}
      {asking.kind === 'comment' && (
        <PickComment
          row={row}
          alike={alike}
          onPick={(id) => onVerdict(verdict(asking.choice, { duplicateOf: id }))}
          onLeave={onLeave}
        />
      )}
      {asking.kind === 'requirement' && (
        <PickRequirement
          row={row}
          onPick={(rule) => onVerdict(verdict(asking.choice, { addressedBy: rule }))}
          onLeave={onLeave}
        />
      )}
      {asking.kind === 'task' && (
        <TaskForm key={row.id} task={asking.task} {...{ row, projectId, people, own }} onClose={onLeave} />
      )}
    </Suspense>
  )
}
