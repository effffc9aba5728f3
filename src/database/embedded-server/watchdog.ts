import { spawn } from 'node:child_process'
import { readInheritedEnvironment } from '../../config/env.ts'

/**
 * Waits until standard input closes, which happens when the service ends in any way. Then stops the server of cluster
 * `$1` if it still runs, and deletes the other folders.
 */
const SCRIPT = `
read -r _
cluster=$1
shift
pid=$(head -n 1 "$cluster/postmaster.pid" 2>/dev/null)
is_server() {
  { tr '\\0' ' ' <"/proc/$pid/cmdline" || ps -o args= -p "$pid"; } 2>/dev/null | grep -qF -- "$cluster"
}
if [ -n "$pid" ] && is_server; then
  kill -INT "$pid"
  while is_server; do sleep 0.1; done
fi
[ $# -eq 0 ] || rm -rf -- "$@"
`

/**
 * Starts a small process that stops the server after a `kill -9` of the service. Returns a function that ends it after
 * a clean stop. On Windows there is none: the next start stops the server.
 */
export function startWatchdog(cluster: string, temporary: readonly string[]): () => void {
  if (process.platform === 'win32') return () => undefined
  const { PATH } = readInheritedEnvironment()
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'rulewright-watchdog', cluster, ...temporary], {
    cwd: '/',
    env: { PATH },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  // Without the watchdog, the next start stops the server.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  return () => void child.kill('SIGKILL')
}
