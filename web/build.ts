import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const WEB = fileURLToPath(new URL('.', import.meta.url))
/** The folder of the built web application, which the service serves. */
export const DIST = fileURLToPath(new URL('../dist/web', import.meta.url))

/** Builds in a temporary folder and renames it, so that no request sees a partial build. Throws if the build fails. */
export async function buildWeb(): Promise<void> {
  const draft = `${DIST}.${process.pid}`
  const old = `${draft}.old`
  try {
    const { build } = await import('vite')
    await build({
      configFile: `${WEB}vite.config.ts`,
      mode: 'production',
      logLevel: 'error',
      build: { outDir: draft, emptyOutDir: true },
    })
    const { weigh } = await import('./budget.ts')
    const { writePageFiles } = await import('./page-files.ts')
    const { compress } = await import('./compress.ts')
    await compress(draft)
    await weigh(draft)
    await writePageFiles(WEB, draft)
    await rename(DIST, old).catch(() => undefined)
    await rename(draft, DIST)
  } finally {
    for (const folder of [draft, old]) await rm(folder, { recursive: true, force: true })
  }
}
