import type { Page } from 'playwright-core'

/** Retries only if an idle connection was closed while it was reused. */
export const PATIENT = { maxRetries: 3 }

/** Reads a response of the service as a user; the test states its type. */
export async function read<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(path, PATIENT)
  return (await answer.json()) as T
}
