import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { readServerPid } from '../../test/support/embedded-server.ts'
import { createDirectory, startService, type Service } from '../../test/support/service.ts'
import { findFreePort } from '../../test/support/slapd.ts'

export const ADMIN = { email: 'admin@chaos.example', password: 'Kestrel!7 over Mire#42' }

/** The service as a process on a fixed address, which can be restarted as a supervisor does. */
export interface SupervisedService {
  url: string
  /** Starts the process and waits for its readiness line; restarts it if it exits before. */
  start: () => Promise<void>
  /** The id of the running process; throws before the first start. */
  pid: () => number
  /** The id of the main process of the embedded PostgreSQL. */
  serverPid: () => number
  /** Whether the process is running. */
  lives: () => boolean
  /** Kills the process with SIGKILL. */
  kill: () => Promise<void>
  /** Stops the process gracefully; returns the exit code. */
  stop: () => Promise<number | null>
  /** The distinct error lines in the logs of all its processes, with their numbers. */
  errors: () => Map<string, number>
  dataDir: string
  remove: () => Promise<void>
}

const STARTS = 20

/** Creates a service without starting it, on the given PostgreSQL or on the embedded database. */
export async function createSupervisedService(
  databaseUrl?: string,
  more: Record<string, string> = {},
): Promise<SupervisedService> {
  const { path, remove } = await createDirectory()
  const dataDir = `${path}/data`
  const port = await findFreePort()
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ...('SMTP_URL' in more ? {} : { MAIL_DIR: `${path}/mail` }),
    RATE_LIMIT_ENABLED: 'false',
    LOG_LEVEL: 'error',
    LOG_FORMAT: 'json',
    BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
    BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...more,
  }
  const processes: Service[] = []
  const getCurrent = () => processes.at(-1)
  const start = async () => {
    for (let attempt = 1; ; attempt += 1) {
      const service = startService({ cwd: path, env })
      processes.push(service)
      try {
        await service.ready
        return
      } catch (error) {
        if (attempt === STARTS) throw error
        await pause(200)
      }
    }
  }
  const kill = async () => {
    getCurrent()?.process.kill('SIGKILL')
    await getCurrent()?.ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    pid: () => {
      const pid = getCurrent()?.process.pid
      if (pid === undefined) throw new Error('the service was not started')
      return pid
    },
    serverPid: () => readServerPid(join(env.DATA_DIR, 'postgresql')),
    lives: () => getCurrent()?.process.exitCode === null && getCurrent()?.process.signalCode === null,
    kill,
    stop: async () => (await getCurrent()?.stop()) ?? null,
    errors: () => findErrors(processes.map(({ stdout }) => stdout()).join('\n')),
    dataDir: env.DATA_DIR,
    remove: async () => {
      await kill()
      await remove()
    },
  }
}

const LogLine = z.object({
  msg: z.string(),
  err: z.object({ message: z.string().default('') }).default({ message: '' }),
})

function findErrors(log: string): Map<string, number> {
  const errors = new Map<string, number>()
  for (const line of log.split('\n')) {
    if (!line.startsWith('{')) continue
    const text = toMessage(line)
    errors.set(text, (errors.get(text) ?? 0) + 1)
  }
  return errors
}

function toMessage(line: string): string {
  try {
    const { msg, err } = LogLine.parse(JSON.parse(line))
    return `${msg}: ${err.message.split('\n')[0]}`.slice(0, 200)
  } catch {
    return line.slice(0, 200)
  }
}
