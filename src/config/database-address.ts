import { changed } from './database-tls.ts'

/** What may be wanted of several servers: the one that takes writes. */
const WRITABLE = ['read-write', 'primary']
const KNOWN = [...WRITABLE, 'any', 'read-only', 'standby', 'prefer-standby']

/**
 * The servers that an address names, each with an address of its own: `postgres://one:5432,two:5433/db` are two, as
 * libpq has it. The service always wants the one that takes writes; `target_session_attrs`, which only libpq knows, is
 * left out. Null for what is no such address.
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
 * What stands between the service and its server. `transaction`: a pooler that lends a session of the server for one
 * transaction each, so that nothing may be left in it. `none`: nothing, or a pooler that keeps one session for each
 * connection. `auto`: found out at every connection.
 */
export const POOLERS = ['auto', 'none', 'transaction'] as const
export type Pooler = (typeof POOLERS)[number]
