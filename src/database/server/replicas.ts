import type { Orm, Replicas } from '../database.ts'
import type { Db } from '../tables.ts'
import { ServerConnection, type ConnectionOptions } from './connection.ts'
import { toPoolOptions } from './server.ts'

/** A failed replica is skipped for this time, in milliseconds. */
const PAUSE_MS = 30_000
/** An unreachable replica must not delay a reader, who can use the primary. */
const CONNECT_TIMEOUT_MS = 2000

/** No replicas: all reads use the primary. */
export const noReplicas: Replicas = { next: () => null, close: () => Promise.resolve() }

/** Creates pools for these URLs. They connect on first use, so an unreachable replica does not prevent the start. */
export function openReplicas(
  orm: Orm,
  urls: readonly string[],
  connectionOptions: ConnectionOptions,
): Replicas {
  const members = urls.map((url) => {
    const options = {
      clientUrl: url,
      driverOptions: toPoolOptions(url, connectionOptions, CONNECT_TIMEOUT_MS),
    }
    const connection = new ServerConnection(orm.config, options, 'read')
    return { connection, pausedUntil: 0 }
  })
  let next = 0
  return {
    next: () => {
      const now = performance.now()
      for (let attempt = 0; attempt < members.length; attempt += 1) {
        const member = members[next % members.length]
        next = (next + 1) % members.length
        if (!member || member.pausedUntil > now) continue
        const pause = () => void (member.pausedUntil = performance.now() + PAUSE_MS)
        return { reader: member.connection.getClient<Db>(), pause }
      }
      return null
    },
    close: async () => {
      await Promise.all(members.map(({ connection }) => connection.close(true)))
    },
  }
}
