import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { forLibpq } from '../database/server/tls.ts'
import { inheritedEnvironment } from '../env.ts'

/** The programs of PostgreSQL's client, which the service does not bring. */
export type Program = 'pg_dump' | 'pg_restore' | 'psql'

/** How a program reaches a database: its password is not for the list of processes. */
export interface Reached {
  address: string
  env: NodeJS.ProcessEnv
}

/** The address without its password, which the program finds in its environment. */
export function reached(url: string): Reached {
  const address = new URL(forLibpq(url))
  const password = decodeURIComponent(address.password)
  address.password = ''
  return {
    address: address.href,
    env: { ...inheritedEnvironment(), ...(password === '' ? {} : { PGPASSWORD: password }) },
  }
}

/** Starts a program; what it complains of becomes the error of `ended`, in one line. */
export function start(program: Program, given: readonly string[], { env }: Pick<Reached, 'env'>) {
  const child = spawn(program, given, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  // Whoever writes to a program that has ended hears of its end.
  child.stdin.on('error', () => undefined)
  const complaint = text(child.stderr)
  const ended = (async () => {
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`${program}: ${firstLine(program, await complaint)}`)
  })()
  ended.catch(() => undefined)
  return { child, ended }
}

/** What a program prints. Throws an Error of one line. */
export async function printed(
  program: Program,
  given: readonly string[],
  reach: Pick<Reached, 'env'>,
): Promise<string> {
  const { child, ended } = start(program, given, reach)
  child.stdin.end()
  const [out] = await Promise.all([text(child.stdout), ended])
  return out
}

/** Throws an Error of one line when a program is missing, or older than the server. */
export async function assertPrograms(programs: readonly Program[], server: number): Promise<void> {
  for (const program of programs) {
    const said = await printed(program, ['--version'], { env: inheritedEnvironment() }).catch(
      (error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
          throw new Error(
            `${program} is not installed; PostgreSQL's client programs of version ${server} or newer have it`,
          )
        }
        throw error
      },
    )
    const version = Number.parseInt(/\) (\d+)/.exec(said)?.[1] ?? '0', 10)
    if (version < server) {
      throw new Error(
        `${program} is of version ${version}, and the server of ${server}: a program as new as the server is needed`,
      )
    }
  }
}

/** Without its own name and the word for how bad it is, which stand before each line. */
function firstLine(program: Program, complaint: string): string {
  const lines = complaint.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((one) => /error|fatal/i.test(one)) ?? lines[0] ?? 'it failed without a word'
  return line.trim().replace(new RegExp(`^${program}: (error: |fatal: )?`), '')
}
