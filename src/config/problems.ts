import { readFileSync } from 'node:fs'

/** One thing that is wrong: the variable and what to do about it. */
export interface SettingProblem {
  variable: string
  message: string
}

/** The start is refused; the message has one line per wrong variable and repeats no value. */
export class SettingsError extends Error {
  readonly problems: readonly SettingProblem[]

  constructor(problems: readonly SettingProblem[]) {
    const lines = problems.map(({ variable, message }) => `  ${variable}: ${message}`)
    super(['The settings cannot be used:', ...lines].join('\n'))
    this.name = 'SettingsError'
    this.problems = problems
  }
}

/** The text of a file named by a setting; unreadable is a problem of that setting and gives null. */
export function readSettingFile(variable: string, path: string, problems: SettingProblem[]): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    problems.push({ variable, message: 'the file cannot be read' })
    return null
  }
}
