import { differencesOf } from '../../../src/workers/tasks/differences.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Word differences of two texts. */
export const differenceOf = (before: unknown, after: unknown) =>
  differencesOf({ texts: [{ before: textOf(before), after: textOf(after) }] })[0]
