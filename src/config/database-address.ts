import { changed } from './database-tls.ts'

/** Values of `target_session_attrs` that select the server that accepts writes. */
const WRITABLE = ['read-write', 'primary']
const KNOWN = [...WRITABLE, 'any', 'read-only', 'standby', 'prefer-standby']

/**
 * Splits an address with several hosts, as libpq accepts it (`postgres://one:5432,two:5433/db`), into one address per host.
 * Drops `target_session_attrs`: the service always uses the server that accepts writes. Null for an invalid address.
 */
export function serversOf(url: string): string[] | null {
  const [, start = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)([^/?#]*)((?:[/?#].*)?)$/s.exec(url) ?? []
  const servers = hosts.split(',').map((host) => start + host + rest)
  if (start === '' || (servers.length > 1 && hosts.split(',').includes(''))) return null
  if (!servers.every((server) => URL.canParse(server))) return null
  const wanted = servers.length === 1 ? KNOWN : WRITABLE
  const unmet = servers.some((server) => {
    const given = new URL(server).searchParams.get('target_session_attrs')
    return given !== null && !wanted.includes(given)
  })
  if (unmet) return null
  if (servers.length === 1) return servers
  return servers.map((server) => changed(server, (parameters) => parameters.delete('target_session_attrs')))
}

/**
 * The pooler between the service and its server. `transaction`: it assigns a server session per transaction, so nothing may
 * remain in it. `none`: there is no pooler, or it assigns a session per connection. `auto`: detected for each connection.
 */
export const POOLERS = ['auto', 'none', 'transaction'] as const
export type Pooler = (typeof POOLERS)[number]
