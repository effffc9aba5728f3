import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Server {
  base: string
  /** Resolves once the process is gone, and with it its connections. */
  stop: () => Promise<void>
}

/** Starts `bench/<name>.ts` in a process of its own and waits for its port. */
export function startServer(
  name: 'product' | 'floor' | 'accounts-server',
  databaseUrl: string,
): Promise<Server> {
  const file = fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
  const child: ChildProcess = fork(file, { env: { ...process.env, DATABASE_URL: databaseUrl } })
  return new Promise((resolve, reject) => {
    child.once('message', (port) => {
      const gone = new Promise<void>((ended) => child.once('exit', () => ended()))
      const stop = () => {
        child.kill()
        return gone
      }
      resolve({ base: `http://127.0.0.1:${Number(port)}`, stop })
    })
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it listened`)))
  })
}
