import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceUnderTest } from '../../test/chaos/service-under-test.ts'
import type { Observer } from './connection-observer.ts'

/** More concurrent requests than any pool has connections. */
const CROWD = 60
/** The time limit for a pool to reach its size again. */
const TIMEOUT_MS = 20_000
const SETTLED = 4

/**
 * Counts the connections that the service opens under load. Stops at `size` connections, or when their number does not
 * grow for some rounds.
 */
export async function measurePoolUnderLoad(
  target: ServiceUnderTest,
  observer: Observer,
  size?: number,
): Promise<number> {
  let peak = 0
  let unchanged = 0
  for (const until = performance.now() + TIMEOUT_MS; performance.now() < until;) {
    await sendConcurrentReads(target)
    const now = await observer.connections()
    unchanged = now > peak ? 0 : unchanged + 1
    peak = Math.max(peak, now)
    if (size === undefined ? unchanged >= SETTLED : now === size) return now
    await pause(250)
  }
  return size === undefined ? peak : observer.connections()
}

async function sendConcurrentReads({ people, projectId }: ServiceUnderTest): Promise<void> {
  const askers = Array.from({ length: CROWD }, (_, index) => people[index % people.length]?.rest ?? null)
  const path = `/projects/${projectId}/comments?per_page=1`
  await Promise.all(askers.map(async (rest) => rest?.get(path).catch(() => null)))
}
