import type { DatabaseFigures } from '../../database/database.ts'
import { family, type Family, type Labels } from '../../telemetry/metrics/families.ts'

/** How the connections of this process stand. */
export function databaseFamilies({ open, idle, most, waiting }: DatabaseFigures, labels: Labels): Family[] {
  return [
    family('gauge', 'db_client_connections_usage', 'Connections to the database by state.', [
      [{ state: 'used', ...labels }, open - idle],
      [{ state: 'idle', ...labels }, idle],
    ]),
    family('gauge', 'db_client_connections_max', 'Connections that this process may open.', [[labels, most]]),
    family('gauge', 'db_client_connections_pending_requests', 'Who waits for a connection.', [
      [labels, waiting],
    ]),
  ]
}
