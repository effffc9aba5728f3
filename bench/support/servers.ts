import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ResourceCounts } from './resource-counters.ts'

export interface Server {
  base: string
  child: ChildProcess
  /** CPU time and statements of the process since its start. */
  readCounters: () => Promise<ResourceCounts>
  /** Makes the server's connections report their statistics to the database. */
  flushStatistics: () => Promise<void>
  /** Stops the process; resolves when it and its connections have ended. */
  stop: () => Promise<void>
}

/** Starts `bench/<name>.ts` as a process and waits for its port. */
export function startServer(
  name: 'product' | 'floor' | 'limit' | 'accounts-server',
  databaseUrl: string,
): Promise<Server> {
  const file = fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
  const counting = fileURLToPath(new URL('resource-counters.ts', import.meta.url))
  const child: ChildProcess = fork(file, {
    // The application name identifies the server's connections.
    env: { ...process.env, DATABASE_URL: databaseUrl, PGAPPNAME: `bench_${name}` },
    execArgv: [...process.execArgv, '--import', counting],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (port) => {
      const exited = new Promise<void>((ended) => child.once('exit', () => ended()))
      const stop = () => {
        child.kill()
        return exited
      }
      const request = <T>(command: string) =>
        new Promise<T>((answered) => {
          child.once('message', (message: T) => answered(message))
          child.send(command)
        })
      const readCounters = () => request<ResourceCounts>('counted')
      const flushStatistics = () => request<void>('flushed')
      resolve({
        base: `http://127.0.0.1:${Number(port)}`,
        child,
        readCounters,
        flushStatistics,
        stop,
      })
    })
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it listened`)))
  })
}
