import { diffTexts } from '../../../src/workers/tasks/diff-texts.ts'

const toText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Word differences of two texts. */
export const diffWords = (before: unknown, after: unknown) =>
  diffTexts({ texts: [{ before: toText(before), after: toText(after) }] })[0]
