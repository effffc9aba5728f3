import { diffTexts } from '../../../src/workers/tasks/diff-texts.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Word differences of two texts. */
export const differenceOf = (before: unknown, after: unknown) =>
  diffTexts({ texts: [{ before: textOf(before), after: textOf(after) }] })[0]
