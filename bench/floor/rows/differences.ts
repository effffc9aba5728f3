import { differencesOf } from '../../../src/workers/tasks/differences.ts'

const toText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Word differences of two texts. */
export const diffWords = (before: unknown, after: unknown) =>
  differencesOf({ texts: [{ before: toText(before), after: toText(after) }] })[0]
