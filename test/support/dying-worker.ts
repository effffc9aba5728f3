// Run as a process: starts two workers, and kills the first one as soon as it listens, before the second one listens.
// Prints how many workers live once a third one was forked, or after ten seconds without one.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import pino from 'pino'
import { Workers } from '../../src/app/workers.ts'

const listen = () => createServer().listen(0, '127.0.0.1')

async function startAndCount(): Promise<void> {
  const workers = new Workers(pino({ level: 'silent' }), 1)
  cluster.on('listening', ({ id, process: child }) => id === 1 && child.kill('SIGKILL'))
  cluster.on('exit', ({ id }) => id === 1 && cluster.workers?.[2]?.send('listen'))
  const isReplaced = new Promise((resolve) => cluster.on('fork', ({ id }) => id === 3 && resolve(true)))
  await workers.start(2)
  await Promise.race([isReplaced, once(AbortSignal.timeout(10_000), 'abort')])
  process.stdout.write(`${Object.keys(cluster.workers ?? {}).length} workers`)
  workers.cut()
  process.exit()
}

if (cluster.isPrimary) await startAndCount()
else if (cluster.worker?.id === 2) process.once('message', listen)
else listen()
