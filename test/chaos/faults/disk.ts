import { setTimeout as pause } from 'node:timers/promises'
import type { OwnPostgres } from '../../support/own-postgres.ts'
import type { SmallDisk } from '../../support/small-disk.ts'
import { startAgain } from './processes.ts'
import { skipped, strike, type Storm, type Struck } from './strike.ts'

const KIND = 'disk of the database full'
/** Writes go on for a while in files that are there already. */
const FULL_MS = 10_000

/** Fills the disk that the PostgreSQL is on until the service refuses writes, and gives the room back. */
export function fillDisk(
  storm: Storm,
  server: OwnPostgres,
  disk: SmallDisk | null,
  times: number,
): Promise<Struck> {
  if (disk === null) return Promise.resolve(skipped(KIND, 'mounting a small disk needs root'))
  return strike(storm, KIND, times, async () => {
    const before = storm.journal.unavailable
    await disk.fill()
    const until = performance.now() + FULL_MS
    while (storm.journal.unavailable === before && performance.now() < until) await pause(20)
    await pause(storm.chance.below(1000))
    const refused = storm.journal.unavailable - before
    await disk.free()
    const ended = !server.lives()
    if (ended) await startAgain(server)
    return {
      said: [`${refused} writes were 503${ended ? '; PostgreSQL ended and was started again' : ''}`],
      wrong: refused === 0 ? ['no write was refused with 503'] : [],
    }
  })
}
