import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isClusterServer } from '../../../src/database/embedded-server/postmaster-file.ts'
import {
  skipFault,
  injectFault,
  type FaultContext,
  type FaultResult,
} from '../../../test/chaos/faults/inject.ts'
import { http } from '../../../test/support/http.ts'
import type { PostgresServer } from '../../../test/support/postgres-server.ts'
import type { SmallDisk } from '../../../test/support/small-disk.ts'
import { startAgain } from './processes.ts'

const KIND = 'disk of the database full'
/** The time until writes fail, because PostgreSQL first fills existing files. */
const FULL_MS = 10_000

/** Fills the disk of PostgreSQL until the service rejects writes, then frees the space. */
export function fillDisk(
  inject: FaultContext,
  server: PostgresServer,
  disk: SmallDisk | null,
  times: number,
): Promise<FaultResult> {
  if (disk === null) return Promise.resolve(skipFault(KIND, 'mounting a small disk needs root'))
  return injectFault(inject, KIND, times, async () => {
    const before = inject.journal.unavailable
    await disk.fill()
    const until = performance.now() + FULL_MS
    while (inject.journal.unavailable === before && performance.now() < until) await pause(20)
    await pause(inject.chance.below(1000))
    const refused = inject.journal.unavailable - before
    await disk.free()
    const ended = !server.lives()
    if (ended) await startAgain(server)
    return {
      notes: [
        `${refused} writes were answered with 503${ended ? '; PostgreSQL ended and was started again' : ''}`,
      ],
      wrong: refused === 0 ? ['no write was answered with 503'] : [],
    }
  })
}

const EMBEDDED_KIND = 'disk of the embedded database full'
const TEXT_BYTES = 7000
const CLIENT_COUNT = 6

/**
 * Fills the disk of the embedded database until the service rejects writes, then frees the space. Its PostgreSQL may stop
 * meanwhile, but the service process must survive.
 */
export function fillEmbeddedDisk(
  inject: FaultContext,
  disk: SmallDisk | null,
  times: number,
): Promise<FaultResult> {
  if (disk === null) return Promise.resolve(skipFault(EMBEDDED_KIND, 'mounting a small disk needs root'))
  return injectFault(inject, EMBEDDED_KIND, times, async () => {
    const { service, journal } = inject
    const pid = service.pid()
    const server = service.serverPid()
    const before = journal.unavailable
    await disk.fill()
    const until = performance.now() + FULL_MS
    while (journal.unavailable === before && performance.now() < until) await writeLongTexts(inject)
    await pause(inject.chance.below(2000))
    const { status } = await http(service.url).get('/up')
    const refused = journal.unavailable - before
    await disk.free()
    const ended = !isClusterServer(server, service.dataDir)
    return {
      notes: [
        `${refused} writes were answered with 503${ended ? '; PostgreSQL ended and was started again' : ''}`,
      ],
      wrong: [
        ...(refused > 0 ? [] : ['no write was answered with 503']),
        ...(status === 200 ? [] : [`/up answered ${status}`]),
        ...(service.lives() && service.pid() === pid ? [] : ['the process of the service ended']),
      ],
    }
  })
}

/** Writes long incompressible texts, which no existing file has space for. */
async function writeLongTexts({ target, chance }: FaultContext): Promise<void> {
  const createText = () => randomBytes(TEXT_BYTES).toString('base64')
  await Promise.allSettled(
    target.people.slice(0, CLIENT_COUNT).map(({ rest }) => {
      const rule = { fixtext: createText(), vendor_comments: createText() }
      return rest.patch(`/rules/${chance.pick(target.openRules)}`, { rule })
    }),
  )
}
