import { withParameters } from './database-tls.ts'

/** Values of `target_session_attrs` that select the server that accepts writes. */
const WRITABLE = ['read-write', 'primary']
const ATTRIBUTES = [...WRITABLE, 'any', 'read-only', 'standby', 'prefer-standby']

/**
 * Splits an address with several hosts, as libpq accepts it (`postgres://one:5432,two:5433/db`), into one address per host.
 * Drops `target_session_attrs`: the service always uses the server that accepts writes. Null for an invalid address.
 */
export function splitServers(url: string): string[] | null {
  const [, start = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)([^/?#]*)((?:[/?#].*)?)$/s.exec(url) ?? []
  const servers = hosts.split(',').map((host) => start + host + rest)
  if (start === '' || (servers.length > 1 && hosts.split(',').includes(''))) return null
  if (!servers.every((server) => URL.canParse(server))) return null
  const accepted = servers.length === 1 ? ATTRIBUTES : WRITABLE
  const unmet = servers.some((server) => {
    const attributes = new URL(server).searchParams.get('target_session_attrs')
    return attributes !== null && !accepted.includes(attributes)
  })
  if (unmet) return null
  if (servers.length === 1) return servers
  return servers.map((server) =>
    withParameters(server, (parameters) => parameters.delete('target_session_attrs')),
  )
}

/**
 * The pooler between the service and its server. `transaction`: it assigns a server session per transaction, so nothing may
 * remain in it. `none`: there is no pooler, or it assigns a session per connection. `auto`: detected for each connection.
 */
export const POOLERS = ['auto', 'none', 'transaction'] as const
export type Pooler = (typeof POOLERS)[number]
