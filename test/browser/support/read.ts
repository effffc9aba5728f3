import type { Page } from 'playwright-core'

/** A connection that has been idle may be closed just as it is used again; only that is tried again. */
export const PATIENT = { maxRetries: 3 }

/** What the service answers to someone; the type is what the test knows of it. */
export async function read<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(path, PATIENT)
  return (await answer.json()) as T
}
