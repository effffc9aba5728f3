import { differencesOf } from '../../../src/workers/tasks/differences.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** What became of the words of a text. */
export const differenceOf = (before: unknown, after: unknown) =>
  differencesOf({ texts: [{ before: textOf(before), after: textOf(after) }] })[0]
