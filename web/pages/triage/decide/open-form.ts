import type { Task } from '../comment/tasks.tsx'
import type { Choice } from './decisions.ts'

/** The open form of the selected comment: the input of a decision, a reply, the fix, or a task. */
export type OpenForm =
  | { kind: 'response' | 'comment' | 'requirement'; choice: Choice; close: boolean }
  | { kind: 'reply' | 'edit' }
  | { kind: 'task'; task: Task }
