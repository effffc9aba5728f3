import { SettingsError } from '../env.ts'
import { reasonOf } from './reason.ts'

/** Says why the start failed: settings as their list, anything else in one line without a stack. */
export function complain(error: unknown): void {
  const text = error instanceof SettingsError ? error.message : `Rulewright did not start: ${reasonOf(error)}`
  process.stderr.write(`${text}\n`)
}
