import { SettingsError } from '../config/env.ts'
import { summarizeError } from '../lib/error-summary.ts'

/** Prints why the start failed: invalid settings as a list, other errors in one line without a stack. */
export function reportStartupError(error: unknown): void {
  const text =
    error instanceof SettingsError ? error.message : `Rulewright did not start: ${summarizeError(error)}`
  process.stderr.write(`${text}\n`)
}
