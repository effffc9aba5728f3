import { DomainError } from '../errors.ts'
import { type TaskName, tasks } from './tasks.ts'

/** Runs one task in a thread of the pool. Errors are returned as plain values, because threads can't pass classes. */
export default async function work({ name, input }: { name: TaskName; input: never }): Promise<unknown> {
  try {
    return await tasks[name](input)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { kind, reason, message, details } = error
    return { refused: true, kind, reason, message, details }
  }
}
