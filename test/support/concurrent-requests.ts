import { expect } from 'vitest'
import type { Answer } from './rest.ts'

/** The number of runs of a race. */
export const ROUNDS = 4

/** Sends concurrent requests and returns their answers in the same order; none may be a server error. */
export async function sendConcurrently(...requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers = await Promise.all(requests.map((send) => send()))
  for (const { status, text } of answers) expect(status, text).toBeLessThan(500)
  return answers
}

/** The statuses of answers, sorted. */
export function sortStatuses(answers: Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b)
}
