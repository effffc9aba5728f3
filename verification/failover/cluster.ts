import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { findFreePort } from '../../test/support/slapd.ts'

/** Debian's user `nobody`, because PostgreSQL refuses to run as root. */
const NOBODY_UID = 65_534
const user = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {}
const NODES = ['one', 'two', 'three']
/** Patroni's minimum TTL in seconds, after which a leader that disappears silently is replaced. */
export const TTL = 20
const TIMEOUT_MS = 180_000

const Member = z.object({ name: z.string(), role: z.string(), state: z.string() })
const Members = z.object({ members: z.array(Member) })

interface Node {
  name: string
  host: string
  port: number
  rest: number
  folder: string
  process: ChildProcess | null
}

/** Three PostgreSQL servers under Patroni with one etcd, each on its own loopback address. */
export interface Cluster {
  /** The address that lists all servers. */
  url: (database: string) => string
  /** The address of the current leader. */
  leader: () => Promise<string>
  /** Kills the leader's PostgreSQL, or also its Patroni like a machine failure; returns the leader's name. */
  kill: (target: 'server' | 'machine') => Promise<string>
  /** Restarts killed nodes and waits for a leader and two streaming standbys, one of them synchronous. */
  waitUntilComplete: () => Promise<void>
  remove: () => Promise<void>
}

/** Creates and starts a cluster in a temporary folder; `remove` stops all its processes. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'rulewright-failover-'))
  await changeOwner(folder)
  const binaries = await findBinaryFolder()
  const started: ChildProcess[] = []
  const run = (program: string, args: string[], log: string) => {
    const child = spawn(program, args, {
      ...user,
      detached: true,
      env: { PATH: `/usr/bin:/bin:${binaries}`, HOME: folder, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const file = createWriteStream(join(folder, log), { flags: 'a' })
    child.stdout?.pipe(file, { end: false })
    child.stderr?.pipe(file, { end: false })
    child.on('error', (error) => file.write(`${error.message}\n`))
    started.push(child)
    return child
  }
  const etcd = await startEtcd(folder, run)
  const nodes: Node[] = []
  for (const [index, name] of NODES.entries()) {
    const nodeFolder = join(folder, name)
    await mkdir(nodeFolder)
    await changeOwner(nodeFolder)
    const host = `127.0.0.${index + 11}`
    const node = {
      name,
      host,
      port: await findFreePort(),
      rest: await findFreePort(),
      folder: nodeFolder,
      process: null,
    }
    await writeFile(
      join(nodeFolder, 'patroni.yml'),
      JSON.stringify(createConfiguration(node, etcd, binaries)),
    )
    nodes.push(node)
  }
  const start = (node: Node) =>
    void (node.process = run('patroni', [join(node.folder, 'patroni.yml')], `${node.name}.log`))

  const listMembers = async () => {
    for (const { host, rest, process } of nodes) {
      if (process === null) continue
      try {
        const answer = await fetch(`http://${host}:${rest}/cluster`, { signal: AbortSignal.timeout(2000) })
        return Members.parse(await answer.json()).members
      } catch {
        // This node is not reachable; asks the next one.
      }
    }
    return []
  }
  const findLeader = async () => {
    const name = (await listMembers()).find(
      ({ role, state }) => role === 'leader' && state === 'running',
    )?.name
    return nodes.find((node) => node.name === name)
  }
  const waitFor = async (state: string, condition: () => Promise<boolean>) => {
    const end = performance.now() + TIMEOUT_MS
    while (!(await condition())) {
      if (performance.now() > end) throw new Error(`${state} was not reached; the logs are in ${folder}`)
      await pause(200)
    }
  }
  const waitUntilComplete = async () => {
    for (const node of nodes) if (node.process === null) start(node)
    await waitFor('a state with all nodes', async () => {
      const running = (await listMembers()).filter(
        ({ state }) => state === 'running' || state === 'streaming',
      )
      const roles = running.map(({ role }) => role).toSorted()
      return roles.join(' ') === 'leader replica sync_standby'
    })
  }
  return {
    url: (database) => {
      const hosts = nodes.map(({ host, port }) => `${host}:${port}`).join(',')
      return `postgres://postgres@${hosts}/${database}?target_session_attrs=read-write`
    },
    leader: async () => {
      const node = await findLeader()
      if (!node) throw new Error('there is no leader')
      return `postgres://postgres@${node.host}:${node.port}/postgres`
    },
    kill: async (target) => {
      const node = await findLeader()
      if (!node) throw new Error('there is no leader')
      const patroni = node.process
      if (target === 'machine' && patroni) {
        patroni.kill('SIGKILL')
        node.process = null
      }
      await killServer(node.folder)
      return node.name
    },
    waitUntilComplete,
    remove: async () => {
      for (const node of nodes) node.process?.kill('SIGKILL')
      for (const { folder: nodeFolder } of nodes) await killServer(nodeFolder)
      for (const child of started) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function changeOwner(path: string): Promise<void> {
  if (user.uid !== undefined) await chown(path, user.uid, user.gid)
}

/** Ends a server and all its sessions at once. */
async function killServer(folder: string): Promise<void> {
  try {
    const [pid = ''] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const each of [pid, ...children.split(' ').filter(Boolean)]) process.kill(Number(each), 'SIGKILL')
  } catch {
    // The server is not running, or the process has ended meanwhile.
  }
}

type Run = (program: string, args: string[], log: string) => ChildProcess

async function startEtcd(folder: string, run: Run): Promise<string> {
  const [clients, peers] = [await findFreePort(), await findFreePort()]
  const [client, peer] = [`http://127.0.0.1:${clients}`, `http://127.0.0.1:${peers}`]
  const child = run(
    'etcd',
    [
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
    ],
    'etcd.log',
  )
  const ended = once(child, 'exit')
  for (;;) {
    const healthy = await fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (healthy) return `127.0.0.1:${clients}`
    if ((await Promise.race([ended, pause(200, null)])) !== null) throw new Error('etcd ended')
  }
}

/** Patroni's configuration. A crashed leader is replaced at once; a commit waits for one standby. JSON is valid YAML. */
function createConfiguration({ name, host, port, rest, folder }: Node, etcd: string, binaries: string) {
  const trusted = [
    'local all all trust',
    'host all all 127.0.0.0/8 trust',
    'host replication all 127.0.0.0/8 trust',
  ]
  return {
    scope: 'rulewright',
    name,
    restapi: { listen: `${host}:${rest}`, connect_address: `${host}:${rest}` },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: TTL,
        loop_wait: 2,
        retry_timeout: 3,
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on', max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${host}:${port}`,
      connect_address: `${host}:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: binaries,
      pgpass: join(folder, 'pgpass'),
      pg_hba: trusted,
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: folder, shared_buffers: '32MB' },
    },
  }
}

/** The folder of Debian's newest PostgreSQL programs, which Patroni needs. */
async function findBinaryFolder(): Promise<string> {
  const debian = '/usr/lib/postgresql'
  const versions = await readdir(debian).catch(() => [])
  const newest = versions
    .map(Number)
    .filter(Number.isFinite)
    .toSorted((a, other) => other - a)[0]
  if (newest !== undefined) return join(debian, String(newest), 'bin')
  return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
}
