import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../telemetry/log.ts'
import type { Postmaster } from './postmaster.ts'

const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 5000
/** After so long the next end begins with the first delay again. */
const SETTLED_MS = 60_000

/** Starts a server; the signal ends a start that takes long. */
type Start = (signal: AbortSignal) => Promise<Postmaster>

/**
 * Starts a server again whenever it ends by itself. Meanwhile connections are refused, so that requests get 503, and
 * pools connect again by themselves. Rejects when the first start fails.
 */
export async function superviseServer(
  start: Start,
  log: Logger | null,
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: Postmaster | null = await start(signal)
  let delay = FIRST_DELAY_MS

  const startAgain = async (): Promise<void> => {
    await pause(delay, undefined, { signal }).catch(() => undefined)
    delay = Math.min(LONGEST_DELAY_MS, 2 * delay)
    if (signal.aborted) return
    try {
      current = await start(signal)
      log?.info('the PostgreSQL server accepts connections again')
    } catch (error) {
      if (!signal.aborted) log?.error({ err: error }, 'the PostgreSQL server cannot be started again yet')
    }
  }
  const supervise = async (): Promise<void> => {
    while (!signal.aborted) {
      if (current === null) {
        await startAgain()
        continue
      }
      const startedAt = performance.now()
      const reason = await current.ended
      current = null
      if (signal.aborted) return
      log?.error({ reason }, 'the PostgreSQL server has ended and is started again')
      if (performance.now() - startedAt > SETTLED_MS) delay = FIRST_DELAY_MS
    }
  }
  const supervised = supervise()
  return {
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await supervised
    },
  }
}
