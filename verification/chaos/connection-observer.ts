import type { PostgresServer } from '../../test/support/postgres-server.ts'

/** Observes the service's connections from PostgreSQL; each query uses a new connection. */
export interface Observer {
  /** The number of sessions. */
  connections: () => Promise<number>
  /** The number of sessions that have been idle in a transaction for five seconds. */
  stuck: () => Promise<number>
  /** Ends all sessions and returns their number. */
  endAll: () => Promise<number>
}

const SERVICE_CONNECTIONS = `datname = $1 and backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Creates an observer of the connections to one database, which itself connects to another one. */
export function createObserver(server: PostgresServer, database: string): Observer {
  const count = async (statement: string) => (await server.ask(statement, [database])).length
  return {
    connections: () => count(`select from pg_stat_activity where ${SERVICE_CONNECTIONS}`),
    stuck: () =>
      count(`select from pg_stat_activity where ${SERVICE_CONNECTIONS}
        and state like 'idle in transaction%' and state_change < now() - interval '5 seconds'`),
    endAll: () =>
      count(`select pg_terminate_backend(pid) from pg_stat_activity where ${SERVICE_CONNECTIONS}`),
  }
}
