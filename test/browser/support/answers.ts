import type { CDPSession, Page } from 'playwright-core'

/** The response to reads of a page: none yet, 403, a failure, or that of the service. */
type Answers = 'held' | 'forbidden' | 'failed' | 'real'

/** Responses that every page requires. */
const FRAME = ['sessions.me', 'system.settings', 'system.navigation']

interface Controls {
  answerWith: (answers: Answers) => void
  isQuiet: () => Promise<boolean>
}

/**
 * Controls the responses to a page's reads from `held` on, so that one load shows all states of the page. Call it
 * before the page is opened.
 */
export async function controlAnswers(page: Page): Promise<void> {
  await page.addInitScript(installControls, { frame: FRAME, refusals: REFUSALS })
}

/** Answers pending and later reads with this response. */
export async function answerWith(page: Page, answers: Exclude<Answers, 'held'>): Promise<void> {
  await page.evaluate((response) => {
    const controls = Reflect.get(window, 'answerControls') as Controls
    controls.answerWith(response)
  }, answers)
}

/** Resolves when the page has sent its requests and nothing is loading. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForFunction(() => (Reflect.get(window, 'answerControls') as Controls).isQuiet())
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Disconnects a page from the network, or reconnects it, in one session, because each has its own conditions. */
export async function setOnline(page: Page, isOnline: boolean): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  await (
    await session
  ).send('Network.emulateNetworkConditions', {
    offline: !isOnline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

/** Responses of the service without access, and for a failure. */
const REFUSALS = {
  forbidden: {
    message: 'Not allowed',
    code: -32_003,
    data: { code: 'FORBIDDEN', httpStatus: 403, reason: 'forbidden' },
  },
  failed: {
    message: 'It failed',
    code: -32_603,
    data: {
      code: 'INTERNAL_SERVER_ERROR',
      httpStatus: 500,
      reason: 'internal_error',
      requestId: 'request-1',
    },
  },
}

/** Runs in the page. */
function installControls({ frame, refusals }: { frame: string[]; refusals: typeof REFUSALS }): void {
  const send = window.fetch.bind(window)
  let answers: Answers = 'held'
  let running = 0
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const refuse = (kind: keyof typeof REFUSALS, count: number, isBatch: boolean): Response => {
    const error = refusals[kind]
    const body = isBatch ? Array.from({ length: count }, () => ({ error })) : { error }
    const headers = { 'content-type': 'application/json' }
    return new Response(JSON.stringify(body), { status: error.data.httpStatus, headers })
  }
  window.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : input.toString()
    const names = decodeURIComponent(/\/trpc\/([^?]+)/.exec(address)?.[1] ?? '').split(',')
    const isRead = address.includes('/trpc/') && (init?.method ?? 'GET') === 'GET'
    if (!isRead || names.every((name) => frame.includes(name))) return send(input, init)
    running += 1
    try {
      await isReleased
      if (answers === 'forbidden' || answers === 'failed') {
        return refuse(answers, names.length, address.includes('batch=1'))
      }
      return await send(input, init)
    } finally {
      running -= 1
    }
  }
  const isStill = () => running === 0 && document.querySelector('main [aria-busy="true"]') === null
  const idle = () => new Promise<boolean>((resolve) => requestIdleCallback(() => resolve(isStill())))
  const controls: Controls = {
    answerWith: (response) => {
      answers = response
      release()
    },
    isQuiet: async () => isStill() && (await idle()) && (await idle()) && (await idle()),
  }
  Reflect.set(window, 'answerControls', controls)
}
