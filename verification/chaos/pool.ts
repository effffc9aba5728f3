import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceUnderTest } from '../../test/chaos/service-under-test.ts'
import type { Observer } from './observer.ts'

/** More at once than any pool has connections. */
const CROWD = 60
/** A pool that is to fill up again may take so long. */
const PATIENCE = 20_000
const SETTLED = 4

/**
 * How many connections the service opens for a crowd. Stops as soon as there are `wanted`; without that when no more
 * come for some rounds.
 */
export async function poolUnderCrowd(
  place: ServiceUnderTest,
  observer: Observer,
  wanted?: number,
): Promise<number> {
  let most = 0
  let unchanged = 0
  for (const until = performance.now() + PATIENCE; performance.now() < until;) {
    await crowd(place)
    const now = await observer.connections()
    unchanged = now > most ? 0 : unchanged + 1
    most = Math.max(most, now)
    if (wanted === undefined ? unchanged >= SETTLED : now === wanted) return now
    await pause(250)
  }
  return wanted === undefined ? most : observer.connections()
}

async function crowd({ people, projectId }: ServiceUnderTest): Promise<void> {
  const askers = Array.from({ length: CROWD }, (_, index) => people[index % people.length]?.rest ?? null)
  const path = `/projects/${projectId}/comments?per_page=1`
  await Promise.all(askers.map(async (rest) => rest?.get(path).catch(() => null)))
}
