import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** A problem with a setting: the variable and what to do about it. */
export interface SettingProblem {
  variable: string
  message: string
}

/** Invalid settings prevent the start. The message has one line per variable and contains no values. */
export class SettingsError extends Error {
  readonly problems: readonly SettingProblem[]

  constructor(problems: readonly SettingProblem[]) {
    const lines = problems.map(({ variable, message }) => `  ${variable}: ${message}`)
    super(['The settings cannot be used:', ...lines].join('\n'))
    this.name = 'SettingsError'
    this.problems = problems
  }
}

/** Reads the file that a setting names; adds a problem and returns null if it is unreadable. */
export function readSettingFile(variable: string, path: string, problems: SettingProblem[]): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    problems.push({ variable, message: 'the file cannot be read' })
    return null
  }
}

/** Adds a problem if the folder that a setting names cannot be created or written. */
export function checkFolder(variable: string, path: string, problems: SettingProblem[]): void {
  let existing = resolve(path)
  while (!existsSync(existing)) existing = dirname(existing)
  if (!statSync(existing).isDirectory()) return void problems.push({ variable, message: 'is not a folder' })
  try {
    accessSync(existing, constants.W_OK | constants.X_OK)
  } catch {
    problems.push({ variable, message: 'this user cannot write to the folder' })
  }
}
