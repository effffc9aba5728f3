import type { DatabaseFigures } from '../../database/database.ts'
import { createFamily, type Family, type Labels } from '../../telemetry/metrics/families.ts'

/** Returns the metrics of this process's database connection pool. */
export function listDatabaseFamilies(
  { open, idle, limit, waiting }: DatabaseFigures,
  labels: Labels,
): Family[] {
  return [
    createFamily('gauge', 'db_client_connections_usage', 'Connections to the database by state.', [
      [{ state: 'used', ...labels }, open - idle],
      [{ state: 'idle', ...labels }, idle],
    ]),
    createFamily('gauge', 'db_client_connections_max', 'Connections that this process may open.', [
      [labels, limit],
    ]),
    createFamily('gauge', 'db_client_connections_pending_requests', 'Requests waiting for a connection.', [
      [labels, waiting],
    ]),
  ]
}
