import type { z } from 'zod'
import { normalizeName, findTitleProblem } from '../../lib/unicode/names.ts'
import { requiredText } from './shapes.ts'

/** Creates a zod refinement that reports the problem that `findProblem` returns. */
export function withoutProblem(findProblem: (value: string) => string | null) {
  return (value: string, ctx: z.RefinementCtx): void => {
    const message = findProblem(value)
    if (message !== null) ctx.addIssue({ code: 'custom', message, input: value })
  }
}

/** A name of something other than a person: normalized, without look-alike or invisible characters (rule A-93). */
export function nameText(max: number) {
  return requiredText(max).transform(normalizeName).superRefine(withoutProblem(findTitleProblem))
}
