import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const SHELL = '/usr/bin/chromium-headless-shell'

/**
 * The browser that the tests drive: `CHROMIUM_PATH`, else Debian's. Its headless shell draws no windows around its pages,
 * which is a third of the work of the whole browser.
 */
export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium')

/** What to do where there is none, in one line; null where there is one. */
export function missingChromium(): string | null {
  if (existsSync(CHROMIUM)) return null
  return `There is no Chromium at ${CHROMIUM}: install Debian's package chromium-headless-shell or chromium, or name another one in CHROMIUM_PATH.`
}

let shared: Browser | undefined

/** The browser of all files of a worker, which ends with the worker. Its contexts have nothing of each other. */
export async function sharedChromium(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await startChromium()
  return shared
}

/** Starts a browser with nothing of an earlier one, that talks to no one but the service. */
function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
