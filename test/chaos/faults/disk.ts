import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { http } from '../../support/http.ts'
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

const EMBEDDED_KIND = 'disk of the embedded database full'
/** Less than a segment of the engine's log: rows find room where the log does not, and the engine ends. */
const LEFT_MIB = 15
const ENDED_MS = 15_000
/** Long texts of which nothing can be packed away, in so many writes at once. */
const TEXT_BYTES = 7000
const AT_ONCE = 6

/**
 * Fills the disk that the embedded database is on but for less than its log needs next, writes until the engine ends
 * for want of it, or fills the rest where it does not; then gives the room back. The process must be the same afterwards.
 */
export function fillEmbeddedDisk(storm: Storm, disk: SmallDisk | null, times: number): Promise<Struck> {
  if (disk === null) return Promise.resolve(skipped(EMBEDDED_KIND, 'mounting a small disk needs root'))
  return strike(storm, EMBEDDED_KIND, times, async () => {
    const { service, journal } = storm
    const pid = service.pid()
    const before = journal.unavailable
    await disk.fill(LEFT_MIB)
    const ended = await writeUntilItEnds(storm)
    if (!ended) {
      await disk.fill()
      const until = performance.now() + FULL_MS
      while (journal.unavailable === before && performance.now() < until) await pause(20)
    }
    await pause(storm.chance.below(2000))
    const { status } = await http(service.url).get('/up')
    const refused = journal.unavailable - before
    await disk.free()
    return {
      said: [`${refused} writes were 503; the engine ${ended ? 'ended and was opened anew' : 'lived'}`],
      wrong: [
        ...(refused > 0 ? [] : ['no write was refused with 503']),
        ...(status === 200 ? [] : [`/up answered ${status}`]),
        ...(service.lives() && service.pid() === pid ? [] : ['the process ended']),
      ],
    }
  })
}

/** Changes long texts until the service says that its database does not answer, or time is over; whether it said so. */
async function writeUntilItEnds({ service, place, chance }: Storm): Promise<boolean> {
  const until = performance.now() + ENDED_MS
  const health = http(service.url)
  const text = () => randomBytes(TEXT_BYTES).toString('base64')
  while (performance.now() < until) {
    await Promise.allSettled(
      place.people.slice(0, AT_ONCE).map(({ rest }) => {
        const rule = { fixtext: text(), vendor_comments: text() }
        return rest.patch(`/rules/${chance.pick(place.openRules)}`, { rule })
      }),
    )
    if ((await health.get('/health_check').catch(() => null))?.status === 503) return true
  }
  return false
}
