import type { Logger } from 'pino'

/** `npm run dev` serves the web application by itself, and an installation asks for none. */
export const WITHOUT_WORKBENCH = '--without-workbench'

/**
 * Makes the web application when it is missing or older than its sources, before the readiness line. A service that
 * cannot build it says why and goes on: its API needs none of it.
 */
export async function prepareWorkbench(log: Logger): Promise<void> {
  if (process.argv.includes(WITHOUT_WORKBENCH)) return
  const { ensureBuilt } = await import('../../web/built.ts')
  const started = performance.now()
  try {
    if (await ensureBuilt())
      log.info({ ms: Math.round(performance.now() - started) }, 'web application built')
  } catch (error) {
    log.error({ err: error }, 'the web application is missing')
  }
}
