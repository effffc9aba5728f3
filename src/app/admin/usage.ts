import { summarizeError } from '../../lib/error-summary.ts'
import type { Services } from '../../services.ts'

/** Runs a command on the open database; returns the line to print. */
export type CommandAction = (services: Services) => Promise<string>

/** One command of the operator. */
export interface Command {
  /** The arguments, as shown in the help. */
  usage: string
  /** The description in the help, one line. */
  summary: string
  /** Parses the arguments before anything is opened. Throws a UsageError that says what is wrong. */
  prepare: (args: string[]) => CommandAction
}

/** An unknown command or invalid arguments. */
export class UsageError extends Error {}

/** Converts an error of `parseArgs`, without its advice about arguments that begin with a dash. */
export function toUsageError(error: unknown): UsageError {
  return new UsageError(summarizeError(error).replace(/\. To specify a positional argument.*$/s, '.'))
}

/** Returns the help text of all commands. */
export function formatOverview(commands: Record<string, Command>): string {
  const lines = Object.entries(commands).map(
    ([name, { usage, summary }]) => `  npm run admin -- ${name} ${usage}\n      ${summary}\n`,
  )
  return `Commands:\n${lines.join('')}`
}
