import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, getErrorReason } from '../../../client/src/index.ts'
import { PASSWORD } from '../../support/accounts.ts'
import { expectStatus, http } from '../../support/http.ts'
import { createServiceHome, type ServiceHome } from '../../support/service-database.ts'
import { startService, type Service } from '../../support/service.ts'

const EMAIL = 'admin@example.org'
let home: ServiceHome
let service: Service
let url: string

beforeAll(async () => {
  home = await createServiceHome()
  const env = {
    ...home.env,
    WORKERS: '2',
    BOOTSTRAP_ADMIN_EMAIL: EMAIL,
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT_ENABLED: 'false',
  }
  service = startService({ cwd: home.cwd, env })
  url = await service.ready
})
afterAll(async () => {
  await service?.stop()
  await home.remove()
})

type StreamEnd = 'refused' | 'other'

interface Board {
  /** Resolves with the first event, or with the rejection. */
  begun: Promise<'open' | StreamEnd>
  leave: () => void
}

async function createSession(): Promise<string> {
  const answer = await http(url).post('/api/auth/login', { email: EMAIL, password: PASSWORD })
  const lines = expectStatus(200, answer).headers.getSetCookie()
  return lines.map((line) => line.split(';')[0]).join('; ')
}

async function createProject(cookie: string): Promise<number> {
  const answer = await http(url, { cookie }).post('/projects', { project: { name: 'Harbor' } })
  return expectStatus(200, answer).body.project.id
}

/** Referenced here, because the garbage collector closes streams without references. */
const unread: Response[] = []

/** Opens a stream over REST. Each open stream has its own connection, so the workers receive the streams in turn. */
function openOverRest(cookie: string, project: number): Board {
  const leaving = new AbortController()
  const headers = { cookie }
  const waitForStart = async () => {
    const answer = await fetch(`${url}/projects/${project}/events`, { headers, signal: leaving.signal })
    unread.push(answer)
    if (answer.status === 200) return 'open'
    return (await answer.text()).includes('too_many_boards') ? 'refused' : 'other'
  }
  return { begun: waitForStart(), leave: () => leaving.abort() }
}

function openOverTrpc(cookie: string, projectId: number): Board {
  const client = createClient({
    url,
    fetch: (address, init) =>
      fetch(address, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie },
      }),
  })
  let leave: () => void = () => undefined
  const opened = new Promise<'open' | StreamEnd>((resolve) => {
    const isRejected = (error: unknown) =>
      resolve(getErrorReason(error) === 'too_many_boards' ? 'refused' : 'other')
    const handlers = { onData: () => resolve('open'), onError: isRejected }
    const subscription = client.events.ofProject.subscribe({ projectId }, handlers)
    leave = () => subscription.unsubscribe()
  })
  return { begun: opened, leave: () => leave() }
}

/** The number of client connections of each worker. */
function countConnectionsByWorker(): number[] {
  const { pid } = service.process
  const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  const established = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(`:${port}`) && state === '01')
    .map((columns) => `socket:[${columns[9]}]`)
  return workers.map((worker) => listFiles(worker).filter((file) => established.includes(file)).length)
}

/** The targets of a process's open descriptors, without those that are closed meanwhile. */
function listFiles(pid: string): string[] {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)]
    } catch {
      return []
    }
  })
}

describe('live streams of one user with two workers', () => {
  test('are limited to 20 in both together, over both transports, and are free again when one closes', async () => {
    const cookie = await createSession()
    const project = await createProject(cookie)
    const boards = Array.from({ length: 36 }, (_, index) =>
      (index % 2 === 0 ? openOverRest : openOverTrpc)(cookie, project),
    )
    const outcomes = await Promise.all(boards.map((board) => board.begun))
    expect(outcomes.filter((how) => how === 'open')).toHaveLength(20)
    expect(outcomes.filter((how) => how === 'refused')).toHaveLength(16)
    expect(Math.min(...countConnectionsByWorker())).toBeGreaterThan(0)
    const open = boards.filter((_, index) => outcomes[index] === 'open')
    open[0]?.leave()
    const next = openOverRest(cookie, project)
    expect(await next.begun).toBe('open')
    for (const board of [...boards, next]) board.leave()
  })

  test('live streams of one user with two workers are free again when a worker has died', async () => {
    const cookie = await createSession()
    const project = await createProject(cookie)
    const boards = Array.from({ length: 20 }, () => openOverRest(cookie, project))
    const outcomes = await Promise.all(boards.map((board) => board.begun))
    expect(outcomes).toEqual(Array<string>(20).fill('open'))
    const { pid } = service.process
    const [worker] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    process.kill(Number(worker), 'SIGKILL')
    await service.says('a worker died and is replaced')
    const next = openOverRest(cookie, project)
    expect(await next.begun).toBe('open')
    for (const board of [...boards, next]) board.leave()
  })
})
