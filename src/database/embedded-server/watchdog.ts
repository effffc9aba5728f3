import { spawn } from 'node:child_process'
import { inheritedEnvironment } from '../../config/env.ts'

/**
 * Waits until its standard input ends, which is when the service has ended in whatever way. Then it stops the server of
 * the cluster `$1`, if it still runs, and removes the other folders.
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
 * Starts a small process that outlives this one and ends the server after a \`kill -9\` of the service. The answer ends
 * it, for a service that has stopped the server itself. Windows has none: there the next start ends the server.
 */
export function startWatchdog(cluster: string, temporary: readonly string[]): () => void {
  if (process.platform === 'win32') return () => undefined
  const { PATH } = inheritedEnvironment()
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'rulewright-watchdog', cluster, ...temporary], {
    cwd: '/',
    env: { PATH },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  // Without it the next start ends the server.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  return () => void child.kill('SIGKILL')
}
