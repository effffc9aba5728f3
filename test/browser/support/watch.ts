import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export interface PageErrors {
  /** Fails if the page reported an unexpected error. */
  none: () => void
  /** An expected error, such as a rejected request that Chromium reports. */
  expect: (pattern: RegExp) => void
}

/**
 * Messages of Chromium about rejected requests, and about requests that a test blocks or that reach a stopped service:
 * tests check the responses instead.
 */
const REFUSED =
  /Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING))/

/** The API reference tests eval, which the policy blocks, and works without it. */
const EVAL_OF_REFERENCE = /^policy: script-src eval \S+\/docs\/scalar\.js/

/** Collects errors of the console, uncaught exceptions and violations of the content security policy. */
export async function watch(page: Page): Promise<PageErrors> {
  const found: string[] = []
  const expected: RegExp[] = [REFUSED, EVAL_OF_REFERENCE]
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text())
  })
  page.on('pageerror', (error) => found.push(String(error)))
  await page.exposeFunction('noteViolation', (text: string) => found.push(`policy: ${text}`))
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, sample }) => {
        const note = Reflect.get(window, 'noteViolation') as (text: string) => void
        note(`${violatedDirective} ${blockedURI} ${sourceFile} ${sample}`)
      },
    )
  })
  return {
    expect: (pattern) => void expected.push(pattern),
    none: () => expect(found.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]),
  }
}
