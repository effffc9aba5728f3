import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { reachEmbeddedServer } from '../../../src/database/embedded-server/embedded-server.ts'
import { isAlive, isClusterServer } from '../../../src/database/embedded-server/postmaster-file.ts'
import {
  query,
  createDataDirectories,
  startOtherProcess,
  readServerPid,
  startServer,
  type DataDirectories,
} from '../../support/embedded-server.ts'

let directories: DataDirectories
beforeAll(async () => {
  directories = await createDataDirectories()
})
afterAll(() => directories.remove())

const readKept = (url: string) => query<{ id: number }>(url, 'select id from kept')

/** A server that the end of the test stops. */
async function startHere(dataDir: string) {
  const server = await startServer(dataDir)
  onTestFinished(server.stop)
  return server
}

/** Waits until another process has caused a condition. */
const waitFor = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

describe('an embedded server', () => {
  it('keeps committed data, rejects a second start, and releases the folder when it stops', async () => {
    const dataDir = await directories.filled()
    const first = await startServer(dataDir)
    expect(await readKept(first.url)).toEqual([{ id: 7 }])
    await expect(startServer(dataDir)).rejects.toThrow(
      `The data directory ${dataDir} is in use by process ${process.pid}`,
    )
    await first.stop()
    const second = await startHere(dataDir)
    expect(await readKept(second.url)).toEqual([{ id: 7 }])
  })

  it('listens on a socket that only its account can reach, and on no network address', async () => {
    const { url, folder } = await startHere(await directories.filled())
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  })

  it('syncs commits to disk, sorts by code point, and folds the case of all letters', async () => {
    const { url } = await startHere(await directories.filled())
    const [settings] = await query(
      url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('data_checksums') as checksums, lower('ÄÉ') as lower, 'ä' ilike 'Ä' as alike,
        (select string_agg(v, '' order by v) from (values ('b'), ('a'), ('B'), ('ä')) t (v)) as ordered`,
    )
    expect(settings).toEqual({
      fsync: 'on',
      commit: 'on',
      checksums: 'on',
      lower: 'äé',
      alike: true,
      ordered: 'Babä',
    })
  })

  it('restarts when its process is killed, with all committed data', async () => {
    const { url, folder } = await startHere(await directories.filled())
    await query(url, 'insert into kept values (8)')
    const killed = readServerPid(folder)
    process.kill(killed, 'SIGKILL')
    await waitFor(async () => expect(await readKept(url)).toEqual([{ id: 7 }, { id: 8 }]))
    expect(readServerPid(folder)).not.toBe(killed)
  })

  it('is used by a command while it runs, and is started for the command otherwise', async () => {
    const dataDir = await directories.filled()
    const options = { dataDir, log: null }
    const running = await startServer(dataDir)
    const reached = await reachEmbeddedServer(options)
    expect(reached.url).toBe(running.url)
    await reached.stop()
    expect(await readKept(running.url)).toEqual([{ id: 7 }])
    await running.stop()
    const server = await reachEmbeddedServer(options)
    expect(await readKept(server.url)).toEqual([{ id: 7 }])
    await server.stop()
    await expect(readKept(server.url)).rejects.toThrow(/ENOENT|ECONNREFUSED/)
  })

  it('puts its socket into a short folder if the path is too long for the system', async () => {
    const parent = join(directories.missing(), 'x'.repeat(120))
    mkdirSync(parent, { recursive: true, mode: 0o711 })
    const server = await startServer(join(parent, 'data'))
    const [row] = await query<{ place: string }>(
      server.url,
      `select current_setting('unix_socket_directories') as place`,
    )
    const socketFolder = row?.place.replaceAll('"', '') ?? ''
    expect(Buffer.byteLength(socketFolder)).toBeLessThan(90)
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
    await server.stop()
    expect(existsSync(socketFolder)).toBe(false)
  })
})

describe('an embedded server whose service was killed', () => {
  it('stops automatically', async () => {
    const dataDir = await directories.filled()
    const other = await startOtherProcess(dataDir)
    const pid = readServerPid(other.folder)
    await other.kill()
    await waitFor(() => expect(isAlive(pid)).toBe(false))
    expect(await readKept((await startHere(dataDir)).url)).toEqual([{ id: 7 }])
  })

  it('is stopped by the next start if it is still running', async () => {
    const dataDir = await directories.filled()
    const other = await startOtherProcess(dataDir)
    const pid = readServerPid(other.folder)
    await other.kill({ watchdog: true })
    const isRunning = () => isClusterServer(pid, join(other.folder, 'cluster'))
    expect(isRunning()).toBe(true)
    const next = await startHere(dataDir)
    expect(isRunning()).toBe(false)
    expect(await readKept(next.url)).toEqual([{ id: 7 }])
  })

  it('removes the files of a temporary database', async () => {
    const other = await startOtherProcess('memory:')
    expect(existsSync(join(other.folder, 'cluster'))).toBe(true)
    await other.kill()
    await waitFor(() => expect(existsSync(other.folder)).toBe(false))
  })
})

describe('a start of an embedded server', () => {
  it('does not stop an unrelated program whose process id is in a stale postmaster.pid', async () => {
    const dataDir = await directories.filled()
    const other = spawn('sleep', ['600'], { stdio: 'ignore' })
    onTestFinished(() => void other.kill())
    const folder = join(dataDir, 'postgresql')
    writePostmasterFile(folder, other.pid ?? 0)
    expect(await readKept((await startHere(dataDir)).url)).toEqual([{ id: 7 }])
    expect(isAlive(other.pid ?? 0)).toBe(true)
  })

  it('is rejected while a server answers that this process cannot see, as in another container', async () => {
    const dataDir = await directories.filled()
    const folder = join(dataDir, 'postgresql')
    const exitedProcess = spawn('true')
    await once(exitedProcess, 'exit')
    writePostmasterFile(folder, exitedProcess.pid ?? 0)
    const hidden = createServer().listen(join(folder, '.s.PGSQL.5432'))
    await once(hidden, 'listening')
    await expect(startServer(dataDir)).rejects.toThrow('a PostgreSQL server that this process cannot see')
    hidden.close()
    expect(await readKept((await startHere(dataDir)).url)).toEqual([{ id: 7 }])
  })

  it('removes the unfinished clusters of killed starts', async () => {
    const dataDir = await directories.filled()
    const folder = join(dataDir, 'postgresql')
    rmSync(join(folder, 'cluster'), { recursive: true })
    mkdirSync(join(folder, 'cluster.new.half'))
    const { url } = await startHere(dataDir)
    expect(await query(url, `select to_regclass('kept') is null as empty`)).toEqual([{ empty: true }])
    expect(existsSync(join(folder, 'cluster.new.half'))).toBe(false)
  })

  it.each([
    [
      'files of another version',
      'PG_VERSION',
      '12\n',
      /^its files are those of PostgreSQL 12, .*npm run backup/,
    ],
    [
      'files without a version',
      'PG_VERSION',
      '',
      /names no version: nothing was changed in .*restore a backup/,
    ],
    ['a damaged control file', 'global/pg_control', 'x'.repeat(8192), /incompatible.*nothing was changed in/],
  ])('reports what is wrong with %s in one line, and changes no file', async (_, file, content, message) => {
    const dataDir = await directories.filled()
    const path = join(dataDir, 'postgresql/cluster', file)
    const whole = readFileSync(path)
    writeFileSync(path, content)
    const refused = await startServer(dataDir).catch((error: Error) => error.message)
    expect(refused).toMatch(message)
    expect(refused).not.toContain('\n')
    writeFileSync(path, whole)
    expect(await readKept((await startHere(dataDir)).url)).toEqual([{ id: 7 }])
  })

  it('explains how to migrate a PGlite database, and leaves it unchanged', async () => {
    const dataDir = directories.missing()
    mkdirSync(join(dataDir, 'database'), { recursive: true })
    writeFileSync(join(dataDir, 'database/PG_VERSION'), '18\n')
    await expect(startServer(dataDir)).rejects.toThrow(
      /^it holds a database of PGlite: export .* empty DATA_DIR$/,
    )
    expect(existsSync(join(dataDir, 'postgresql'))).toBe(false)
  })

  it('reports that DATA_DIR is a file', async () => {
    const dataDir = directories.missing()
    writeFileSync(dataDir, '')
    await expect(startServer(dataDir)).rejects.toThrow(/^\S+: it is not a folder$/)
  })
})

/** The file of a server that ran with this process id. */
function writePostmasterFile(folder: string, pid: number): void {
  const cluster = join(folder, 'cluster')
  const lines = [pid, cluster, 1_700_000_000, 5432, folder, '', '  1234567         0', 'ready   ', '']
  writeFileSync(join(cluster, 'postmaster.pid'), lines.join('\n'), { mode: 0o644 })
}
