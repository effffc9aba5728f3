/** A part of a file that was skipped or changed by the import (rule C-92). */
export interface GuideWarning {
  /** The file, with its path in the archive. */
  file: string
  line: number | null
  what: string
  why: string
}

/** Records a warning for the current file. */
export type WarningReporter = (line: number, content: string, reason: string) => void

/** Maximum listed warnings; further ones are counted. */
export const MAX_WARNINGS = 500
const MAX_CONTENT_LENGTH = 300

/** The warnings of a file or an operation: the first 500, and the number of all. */
export class GuideWarnings {
  readonly list: GuideWarning[] = []
  count = 0

  add(warning: GuideWarning): void {
    this.count += 1
    if (this.list.length < MAX_WARNINGS) this.list.push({ ...warning, what: shortenText(warning.what) })
  }

  /** Adds another list, which may have more warnings than it lists. */
  addAll({ list, count }: Pick<GuideWarnings, 'list' | 'count'>): void {
    for (const warning of list) this.add(warning)
    this.count += count - list.length
  }
}

function shortenText(text: string): string {
  if (text.length <= MAX_CONTENT_LENGTH) return text
  return `${text.slice(0, MAX_CONTENT_LENGTH).toWellFormed()}…`
}
