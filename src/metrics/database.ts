import type { DatabaseFigures } from '../database.ts'
import { family, type Family, type Labels } from './families.ts'

/** How the connections of this process stand, or the queue of the embedded engine. */
export function databaseFamilies({ pool, queue }: DatabaseFigures, labels: Labels): Family[] {
  if (pool) {
    return [
      family('gauge', 'rulewright_pool_connections', 'Connections to the database by state.', [
        [{ state: 'busy', ...labels }, pool.open - pool.idle],
        [{ state: 'idle', ...labels }, pool.idle],
      ]),
      family('gauge', 'rulewright_pool_connections_max', 'Connections that this process may open.', [
        [labels, pool.most],
      ]),
      family('gauge', 'rulewright_pool_waiting', 'Who waits for a connection.', [[labels, pool.waiting]]),
    ]
  }
  if (!queue) return []
  return [
    family(
      'gauge',
      'rulewright_embedded_queue_length',
      'Statements and transactions that wait for the embedded database.',
      [[labels, queue.length]],
    ),
    family(
      'counter',
      'rulewright_embedded_queue_turns_total',
      'Statements and transactions that had their turn.',
      [[labels, queue.turns]],
    ),
    family('counter', 'rulewright_embedded_queue_wait_seconds_total', 'Seconds that they waited for it.', [
      [labels, queue.waitedMs / 1000],
    ]),
  ]
}
