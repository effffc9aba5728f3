import type { Person } from '../people.ts'
import type { Row } from '../queue/rows.ts'
import { Assign, Delete, Move, Override, Retag } from './task-forms.tsx'

/** The actions on a comment other than decisions. */
export type Task = 'assign' | 'section' | 'move' | 'withdraw' | 'restore' | 'delete'

/** The form of an action, above the decisions. */
export function TaskForm({
  task,
  row,
  projectId,
  people,
  userId,
  onClose,
}: {
  task: Task
  row: Row
  projectId: number
  people: readonly Person[]
  /** The signed-in user: the first choice for an assignment. */
  userId: number
  onClose: () => void
}) {
  const props = { row, onClose }
  if (task === 'assign') return <Assign {...props} {...{ projectId, people, userId }} />
  if (task === 'section') return <Retag {...props} />
  if (task === 'move') return <Move {...props} />
  if (task === 'delete') return <Delete {...props} />
  return <Override {...props} task={task} />
}
