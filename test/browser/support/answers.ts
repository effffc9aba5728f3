import type { CDPSession, Page } from 'playwright-core'

/** What reads of a page get: no answer yet, a refusal, a failure, or what the service answers. */
type Answers = 'held' | 'forbidden' | 'failed' | 'real'

/** Answers that the frame needs; without them there is no page at all. */
const FRAME = ['sessions.me', 'system.settings', 'system.navigation']

interface Controls {
  answerWith: (answers: Answers) => void
  isQuiet: () => Promise<boolean>
}

/**
 * Decides in the page itself what its reads get, from `held` on, so that one load shows all states of a page. Call it
 * before the page is opened.
 */
export async function controlAnswers(page: Page): Promise<void> {
  await page.addInitScript(installControls, { frame: FRAME, refusals: REFUSALS })
}

/** Lets reads that are held, and those that follow, get this answer. */
export async function answerWith(page: Page, answers: Exclude<Answers, 'held'>): Promise<void> {
  await page.evaluate((wanted) => {
    const controls = Reflect.get(window, 'answerControls') as Controls
    controls.answerWith(wanted)
  }, answers)
}

/** Resolves when the page has asked for all that it shows and nothing in it is still loading. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForFunction(() => (Reflect.get(window, 'answerControls') as Controls).isQuiet())
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Cuts one page off from the network, or connects it again: by one session, as each keeps its own conditions. */
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

/** What the service answers to someone who may not see a record, and when it fails. */
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
    answerWith: (wanted) => {
      answers = wanted
      release()
    },
    isQuiet: async () => isStill() && (await idle()) && (await idle()) && (await idle()),
  }
  Reflect.set(window, 'answerControls', controls)
}
