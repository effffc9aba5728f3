import type { Orm, Replicas } from '../database.ts'
import type { Db } from '../tables.ts'
import { ServerConnection, type Care } from './connection.ts'
import { poolOptions } from './server.ts'

/** A failed replica is skipped for this time, in milliseconds. */
const REST = 30_000
/** An unreachable replica must not delay a reader, who can use the primary. */
const CONNECT_WITHIN = 2000

/** No replicas: all reads use the primary. */
export const noReplicas: Replicas = { next: () => null, close: () => Promise.resolve() }

/** Creates pools for these URLs. They connect on first use, so an unreachable replica does not prevent the start. */
export function openReplicas(orm: Orm, urls: readonly string[], care: Care): Replicas {
  const members = urls.map((url) => {
    const options = { clientUrl: url, driverOptions: poolOptions(url, care, CONNECT_WITHIN) }
    const connection = new ServerConnection(orm.config, options, 'read')
    return { connection, until: 0 }
  })
  let turn = 0
  return {
    next: () => {
      const now = performance.now()
      for (let tried = 0; tried < members.length; tried += 1) {
        const member = members[turn % members.length]
        turn = (turn + 1) % members.length
        if (!member || member.until > now) continue
        const rest = () => void (member.until = performance.now() + REST)
        return { reader: member.connection.getClient<Db>(), rest }
      }
      return null
    },
    close: async () => {
      await Promise.all(members.map(({ connection }) => connection.close(true)))
    },
  }
}
