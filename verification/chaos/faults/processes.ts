import { setTimeout as pause } from 'node:timers/promises'
import { injectFault, type FaultContext, type FaultResult } from '../../../test/chaos/faults/inject.ts'
import type { PostgresServer } from '../../../test/support/postgres-server.ts'
import type { Observer } from '../connection-observer.ts'

const STARTS = 100

/** Kills and restarts the service this many times during writes. */
export function killService(inject: FaultContext, times: number): Promise<FaultResult> {
  return injectFault(inject, 'service killed with -9', times, async () => {
    await inject.service.kill()
    await inject.service.start()
    return {}
  })
}

/** Ends all database connections of the service this many times. */
export function endConnections(
  inject: FaultContext,
  observer: Observer,
  times: number,
): Promise<FaultResult> {
  return injectFault(inject, 'connections ended', times, async () => ({ ended: await observer.endAll() }))
}

/** Kills PostgreSQL this many times; every second time only its main process with -9, which its children detect. */
export function killServer(
  inject: FaultContext,
  server: PostgresServer,
  times: number,
): Promise<FaultResult> {
  return injectFault(inject, 'PostgreSQL killed', times, async (round) => {
    await server.stop(round % 2 === 0 ? 'killed' : 'immediate')
    await pause(inject.chance.below(500))
    await startAgain(server)
    return {}
  })
}

/** Kills the main process of the embedded PostgreSQL this many times; the service restarts it. */
export function killEmbeddedServer(inject: FaultContext, times: number): Promise<FaultResult> {
  return injectFault(inject, 'embedded PostgreSQL killed with -9', times, async () => {
    const { service, chance } = inject
    const before = service.pid()
    process.kill(service.serverPid(), 'SIGKILL')
    await pause(chance.below(500))
    return { wrong: service.lives() && service.pid() === before ? [] : ['the process of the service ended'] }
  })
}

/** Restarts PostgreSQL gracefully this many times. */
export function restartServer(
  inject: FaultContext,
  server: PostgresServer,
  times: number,
): Promise<FaultResult> {
  return injectFault(inject, 'PostgreSQL restarted', times, async () => {
    await server.stop('fast')
    await pause(inject.chance.below(500))
    await startAgain(server)
    return {}
  })
}

/** Restarts like a supervisor, with retries, because children of a killed server briefly block the next start. */
export async function startAgain(server: PostgresServer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await server.start()
    } catch (error) {
      if (attempt === STARTS) throw error
      await pause(100)
    }
  }
}
