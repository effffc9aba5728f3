import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest'
import { createMigratedDatabase } from '../../support/db.ts'
import { startService, type Service } from '../../support/service.ts'
import { openSharedChromium } from './chromium.ts'
import { watch, type PageErrors } from './watch.ts'

/** Users who can sign in: the administrator of an empty service, or the users of the demo. */
export const PASSWORD = 'Harbor-Demo+2026-Gateway'
export const ADMIN = 'admin@demo.example'

type Settings = Record<string, string>

/** The window of a shared profile. */
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 900 } }

export interface Workbench {
  /** The address of the service. */
  url: () => string
  /** Opens a page in an unused browser profile. Any error that it reports fails the test. */
  visit: (path: string, options?: BrowserContextOptions) => Promise<Page>
  /** Opens a page as a user who is signed in. */
  visitAs: (email: string, path: string, options?: BrowserContextOptions) => Promise<Page>
  /**
   * Runs in a new tab of a browser profile that one user, or an anonymous visitor, has in this file. Tabs of a profile
   * share session and cache, so that pages load faster, and may be open in parallel.
   */
  inTab: (email: string | null, work: (page: Page, complaints: PageErrors) => Promise<void>) => Promise<void>
  /** Waits for a mail to an address and returns the text of the newest one. */
  mailTo: (address: string) => Promise<string>
  service: () => Service
  /** Shuts the service down and starts it again at the same address. */
  down: () => Promise<void>
  up: () => Promise<void>
}

/**
 * Starts a service for a test file and uses the browser of its worker. With `demo` it is filled with examples, otherwise
 * it has only the administrator. Call it at the top of the file.
 */
export function createWorkbench({
  demo = false,
  env = {},
}: {
  demo?: boolean
  env?: Settings | (() => Promise<Settings>)
} = {}): Workbench {
  const profiles = new Map<string | null, Promise<BrowserContext>>()
  let service: Service
  let browser: Browser
  let url = ''
  let folder = ''
  let database = ''

  const start = async (port = '0') =>
    startService({
      cwd: folder,
      env: {
        PORT: port,
        DATABASE_URL: database,
        DATA_DIR: join(folder, 'data'),
        ...(demo ? {} : { MAIL_DIR: join(folder, 'mail') }),
        BOOTSTRAP_ADMIN_EMAIL: ADMIN,
        BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
        RATE_LIMIT_ENABLED: 'false',
        LOG_LEVEL: 'warn',
        ...(typeof env === 'function' ? await env() : env),
      },
    })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rulewright-browser-'))
    database = await createMigratedDatabase(demo ? inject('demo') : undefined)
    service = await start()
    const started = await Promise.all([service.ready, openSharedChromium()])
    url = started[0]
    browser = started[1]
  })
  afterAll(async () => {
    for (const profile of profiles.values()) await (await profile).close()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const visit: Workbench['visit'] = (path, options) => open(null, path, options)
  const visitAs: Workbench['visitAs'] = (email, path, options) => open(email, path, options)
  const open = async (email: string | null, path: string, options?: BrowserContextOptions): Promise<Page> => {
    const context = await openProfile(email, options)
    const page = await context.newPage()
    const complaints = await watch(page)
    onTestFinished(async () => {
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
      complaints.none()
    })
    await page.goto(path)
    return page
  }
  const inTab: Workbench['inTab'] = async (email, work) => {
    const profile = profiles.get(email) ?? openProfile(email, DESK)
    profiles.set(email, profile)
    const page = await (await profile).newPage()
    const complaints = await watch(page)
    try {
      await work(page, complaints)
      complaints.none()
    } finally {
      await page.close()
    }
  }
  const openProfile = async (
    email: string | null,
    options: BrowserContextOptions = {},
  ): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
    // A busy machine needs much longer than an idle one.
    context.setDefaultTimeout(90_000)
    if (email !== null) await signIn(context, email)
    return context
  }
  const signIn = async ({ request }: BrowserContext, email: string): Promise<void> => {
    const answer = await request.post('/api/auth/login', {
      data: { email, password: PASSWORD },
      headers: { origin: url },
    })
    if (!answer.ok()) throw new Error(`signing in as ${email} answered ${answer.status()}`)
  }
  const mailTo: Workbench['mailTo'] = async (address) => {
    const deadline = Date.now() + 90_000
    for (;;) {
      const mails = await listMails(join(folder, 'mail'))
      const found = mails.findLast((mail) => new RegExp(`^To:.*${address}`, 'im').test(mail))
      if (found !== undefined) return found
      if (Date.now() > deadline) throw new Error(`no mail to ${address} in ${mails.length}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const down = async () => void (await service.stop())
  const up = async () => {
    service = await start(new URL(url).port)
    await service.ready
  }
  return { url: () => url, visit, visitAs, inTab, mailTo, service: () => service, down, up }
}

async function listMails(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(names.map(async (name) => decodeMail(await readFile(join(folder, name), 'utf8'))))
}

/** Decodes the quoted-printable lines of a mail. */
function decodeMail(mail: string): string {
  return mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
}
