import type { z } from 'zod'
import { normalizeName, titleProblem } from '../../lib/unicode/names.ts'
import { requiredText } from './shapes.ts'

/** Creates a zod refinement that reports the problem that `problemOf` returns. */
export function withoutProblem(problemOf: (value: string) => string | null) {
  return (value: string, ctx: z.RefinementCtx): void => {
    const message = problemOf(value)
    if (message !== null) ctx.addIssue({ code: 'custom', message, input: value })
  }
}

/** Name of a project or component: normalized, without look-alike or invisible characters (rule A-93). */
export function nameText(max: number) {
  return requiredText(max).transform(normalizeName).superRefine(withoutProblem(titleProblem))
}
