import type { z } from 'zod'
import { normalizeName, titleProblem } from '../../lib/unicode/names.ts'
import { requiredText } from './shapes.ts'

/** A refinement of zod that reports the problem that `problemOf` finds. */
export function withoutProblem(problemOf: (value: string) => string | null) {
  return (value: string, ctx: z.RefinementCtx): void => {
    const message = problemOf(value)
    if (message !== null) ctx.addIssue({ code: 'custom', message, input: value })
  }
}

/** The name of a project or component: composed, without look-alike or invisible characters (rule A-93). */
export function nameText(max: number) {
  return requiredText(max).transform(normalizeName).superRefine(withoutProblem(titleProblem))
}
