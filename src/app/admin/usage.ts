import type { Services } from '../../services.ts'

/** What a command does once the database is open; answers the line that tells what was done. */
export type CommandAction = (services: Services) => Promise<string>

/** One command of the operator. */
export interface Command {
  /** How it is written, after its name. */
  usage: string
  /** What it does, in one line. */
  summary: string
  /** Reads its arguments before anything is opened. Throws a UsageError that says what is wrong. */
  prepare: (given: string[]) => CommandAction
}

/** A command that no one can carry out as it is written. */
export class UsageError extends Error {}

/** All commands, one line each. */
export function overview(commands: Record<string, Command>): string {
  const lines = Object.entries(commands).map(
    ([name, { usage, summary }]) => `  npm run admin -- ${name} ${usage}\n      ${summary}\n`,
  )
  return `Commands:\n${lines.join('')}`
}
