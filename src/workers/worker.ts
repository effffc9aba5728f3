import { DomainError } from '../errors.ts'
import { recordStart, type TaskStart } from './task-clock.ts'
import { type TaskName, tasks } from './tasks.ts'

interface Task {
  name: TaskName
  input: never
  start?: TaskStart
}

/** Runs one task in a thread of the pool. Errors are returned as plain values, because threads can't pass classes. */
export default async function runTask({ name, input, start }: Task): Promise<unknown> {
  if (start) recordStart(start)
  try {
    return await tasks[name](input)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { kind, reason, message, details } = error
    return { refused: true, kind, reason, message, details }
  }
}
