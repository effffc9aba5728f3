import type { Page, Route } from 'playwright-core'

const FAILURE = {
  error: {
    message: 'It failed',
    code: -32_603,
    data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, reason: 'internal_error', requestId: 'r-1' },
  },
}

/** The names of the operations of a request, which may be a batch. */
const listNames = (url: string) => new URL(url).pathname.replace('/trpc/', '').split(',')

/** Replaces one operation's part of an answer of the service, also in a batch. */
async function changePart(
  page: Page,
  name: string,
  change: (part: Record<string, unknown>) => Record<string, unknown>,
): Promise<() => Promise<void>> {
  const isCall = (url: URL) => listNames(url.href).includes(name)
  const replace = async (route: Route) => {
    const response = await route.fetch()
    const body: unknown = await response.json()
    const parts = (Array.isArray(body) ? body : [body]).map((part: Record<string, unknown>, index) =>
      listNames(route.request().url())[index] === name ? change(part) : part,
    )
    await route.fulfill({ response, json: Array.isArray(body) ? parts : parts[0] })
  }
  await page.route(isCall, replace)
  return () => page.unroute(isCall, replace)
}

/** Lets a write fail after an optional delay, without sending it to the service. */
export async function failWrite(page: Page, name: string, delay?: Promise<void>): Promise<void> {
  await page.route(
    (url) => url.pathname === `/trpc/${name}`,
    async (route) => {
      await delay
      await route.fulfill({ json: FAILURE })
    },
  )
}

/** Lets one operation answer with a failure of the service; the returned function ends it. */
export function failCall(page: Page, name: string): Promise<() => Promise<void>> {
  return changePart(page, name, () => FAILURE)
}

/** Changes the data that one operation answers; the returned function ends it. */
export function changeAnswer<T extends object>(
  page: Page,
  name: string,
  change: (data: T) => object,
): Promise<() => Promise<void>> {
  return changePart(page, name, ({ result }) => ({
    result: { data: change((result as { data: T }).data) },
  }))
}
