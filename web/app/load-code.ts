import { isServiceUp, reachability } from '../api/reachability.ts'

const RELOADED = 'workbench-reloaded'

/** The parts of the browser that loading code depends on. */
export interface CodeWorld {
  /** Whether the service is reachable. */
  isReachable: () => Promise<boolean>
  /** Resolves when the service may be reachable again. */
  untilBack: () => Promise<void>
  /** Reloads the page, once for an address; false if it did already. */
  reload: () => boolean
}

/**
 * Loads code that is not part of the first load. Without a connection it waits, because a reload would lose the page.
 * After an update of the service the file is gone, and the page reloads.
 */
export async function loadCode<T>(load: () => Promise<T>, world: CodeWorld = BROWSER): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (await world.isReachable()) {
        if (world.reload()) return new Promise<T>(() => undefined)
        throw error
      }
      await world.untilBack()
    }
  }
}

const BROWSER: CodeWorld = {
  isReachable: async () => navigator.onLine && (await isServiceUp()),
  untilBack: async () => {
    await new Promise<void>((resolve) => {
      reachability.retryOnRecovery(resolve)
    })
    if (navigator.onLine) await loadMissingStyles()
  },
  reload: () => {
    if (sessionStorage.getItem(RELOADED) === location.href) return false
    sessionStorage.setItem(RELOADED, location.href)
    location.reload()
    return true
  },
}

/** The bundler's loader requests each stylesheet once: adds those that failed to the page again. */
async function loadMissingStyles(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
    ({ sheet }) => sheet === null,
  )
  await Promise.all(
    missing.map((link) => {
      const copy = document.createElement('link')
      copy.rel = 'stylesheet'
      copy.crossOrigin = link.crossOrigin
      const { promise, resolve } = Promise.withResolvers<void>()
      copy.addEventListener('load', () => resolve())
      copy.addEventListener('error', () => resolve())
      copy.href = link.href
      link.replaceWith(copy)
      return promise
    }),
  )
}
