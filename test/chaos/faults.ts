import { setTimeout as pause } from 'node:timers/promises'
import type { OwnPostgres } from '../support/own-postgres.ts'
import type { Chance } from './chance.ts'
import type { Journal } from './journal.ts'
import type { Observer } from './observer.ts'
import { isUp } from './place.ts'
import type { Supervised } from './supervised.ts'

/** Faults of one kind, and how the service stood them. */
export interface Struck {
  kind: string
  times: number
  /** Milliseconds from each fault to the next acknowledged writes. */
  recovered: number[]
  /** Faults after which nothing was acknowledged any more, until somebody restarted the service. */
  stuck: number
  /** Connections that were ended. */
  ended: number
}

export interface Storm {
  service: Supervised
  journal: Journal
  chance: Chance
  /** Writes that must be acknowledged between two faults. */
  between: number
}

/** Time for the writes between two faults; what does not come back within it stays away. */
const PATIENCE = 30_000

/** Kills the service so many times in the middle of its work, and starts it again. */
export function kill(storm: Storm, times: number): Promise<Struck> {
  return strike(storm, 'service killed with -9', times, async () => {
    await storm.service.kill()
    await storm.service.start()
    return 0
  })
}

/** Ends every connection of the service in so many rounds. */
export function endConnections(storm: Storm, observer: Observer, times: number): Promise<Struck> {
  return strike(storm, 'connections ended', times, () => observer.endAll())
}

/** Restarts the PostgreSQL so many times; every other time it ends without order and recovers from its log. */
export function restartServer(storm: Storm, server: OwnPostgres, times: number): Promise<Struck> {
  return strike(storm, 'PostgreSQL restarted', times, async (round) => {
    await server.stop(round % 2 === 0 ? 'fast' : 'immediate')
    await pause(storm.chance.below(500))
    await server.start()
    return 0
  })
}

async function strike(
  storm: Storm,
  kind: string,
  times: number,
  fault: (round: number) => Promise<number>,
): Promise<Struck> {
  const struck: Struck = { kind, times, recovered: [], stuck: 0, ended: 0 }
  for (let round = 0; round < times; round += 1) {
    await pause(storm.chance.below(150))
    struck.ended += await fault(round)
    const started = performance.now()
    if (await writesGoOn(storm)) struck.recovered.push(performance.now() - started)
    else {
      struck.stuck += 1
      await storm.service.kill()
      await storm.service.start()
      await writesGoOn(storm)
    }
  }
  return struck
}

async function writesGoOn({ journal, between, service }: Storm): Promise<boolean> {
  const wanted = journal.acknowledged + between
  const until = performance.now() + PATIENCE
  while (journal.acknowledged < wanted) {
    if (performance.now() > until) return false
    await pause(10)
  }
  return isUp(service.url)
}
