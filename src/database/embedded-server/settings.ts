import { platform } from 'node:process'

/** Settings of a server. */
export interface ServerSettings {
  /** Maximum sessions. */
  connections: number
  /** Whether commits are synced to disk before they are acknowledged. */
  durable: boolean
  /** The folder of its Unix socket, or the port on the loopback address. */
  endpoint: { socketFolder: string } | { port: number }
  /** Further settings, `name=value`. */
  more?: readonly string[]
}

/**
 * Builds the arguments of `postgres`, with all settings that the service relies on, so that edited files cannot change
 * them. Statements are never logged, because they contain texts and addresses.
 */
export function listServerArguments(
  cluster: string,
  major: number,
  { connections, durable, endpoint, more = [] }: ServerSettings,
): string[] {
  const settings = [
    ...('port' in endpoint
      ? ['listen_addresses=127.0.0.1', `port=${endpoint.port}`, 'unix_socket_directories=']
      : [
          'listen_addresses=',
          'port=5432',
          `unix_socket_directories=${quotePath(endpoint.socketFolder)}`,
          'unix_socket_permissions=0700',
        ]),
    `max_connections=${connections}`,
    ...MEMORY,
    ...(major >= 18 ? ['io_method=sync'] : []),
    ...(durable ? DURABLE : VOLATILE),
    // There is no standby, and no base backup.
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_logical_replication_workers=0',
    'timezone=UTC',
    ...LOG,
    ...more,
  ]
  return ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
}

/** These values are small, because the service has caches and the operating system caches files. */
const MEMORY = [
  'shared_buffers=32MB',
  'work_mem=4MB',
  'maintenance_work_mem=64MB',
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=0',
]

const DURABLE = [
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  // After a crash, one call syncs all files.
  ...(platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
]
const VOLATILE = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

const LOG = [
  'logging_collector=off',
  'log_destination=stderr',
  'log_line_prefix=',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_statement=none',
  'log_checkpoints=off',
  'lc_messages=C',
]

/** Quotes a path, because the setting is a comma-separated list. */
function quotePath(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}
