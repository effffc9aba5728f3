import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const SHELL = '/usr/bin/chromium-headless-shell'

/**
 * Path of the browser for tests: `CHROMIUM_PATH`, or Debian's. The headless shell needs a third of the work of the full
 * browser, because it draws no windows.
 */
export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium')

/** Returns an instruction if Chromium is missing, otherwise null. */
export function explainMissingChromium(): string | null {
  if (existsSync(CHROMIUM)) return null
  return `There is no Chromium at ${CHROMIUM}: install Debian's package chromium-headless-shell or chromium, or name another one in CHROMIUM_PATH.`
}

let shared: Browser | undefined

/** The browser of all files of a worker, which ends with it. Contexts are isolated. */
export async function openSharedChromium(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await startChromium()
  return shared
}

/** Starts a browser with an empty profile that connects only to the service. */
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
      // The pages of tests live for seconds: optimizing their code takes a fifth of the processor time and saves less.
      '--js-flags=--no-opt --no-maglev',
    ],
  })
}
