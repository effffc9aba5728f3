import type { DatabaseError } from 'pg-protocol'

/** Whether an error is the last thing that an engine says: what is sent to it afterwards is never answered. */
export function isLastWord({ severity }: DatabaseError): boolean {
  return severity === 'PANIC' || severity === 'FATAL'
}

/** Ends the process: without its database it is of no use, and whoever supervises it starts it again. */
export function endProcess(reason: Error): void {
  setImmediate(() => {
    throw reason
  })
}
