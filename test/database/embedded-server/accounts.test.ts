import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  query,
  createDataDirectories,
  readServerPid,
  startServer,
  type DataDirectories,
} from '../../support/embedded-server.ts'

const isRoot = process.getuid?.() === 0
/** Debian's `daemon`, which owns nothing. */
const OWNER = 1
const NOBODY_UID = /^nobody:[^:]*:(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[1]

let directories: DataDirectories
beforeAll(async () => {
  directories = await createDataDirectories()
})
afterAll(() => directories.remove())

/** The user that the server of a folder runs as. */
const findUser = (folder: string) => statSync(`/proc/${readServerPid(folder)}`).uid

describe.runIf(isRoot)('the embedded server of a service that runs as root', () => {
  it('runs as the user nobody, in a folder that only this user can read', async () => {
    const dataDir = directories.missing()
    const server = await startServer(dataDir)
    onTestFinished(server.stop)
    expect(findUser(server.folder)).toBe(Number(NOBODY_UID))
    expect(server.folder).toBe(join(dataDir, 'postgresql'))
    expect(statSync(server.folder)).toMatchObject({ uid: Number(NOBODY_UID), mode: 0o40700 })
  })

  it('runs as the owner of DATA_DIR if that is another user', async () => {
    const dataDir = directories.missing()
    mkdirSync(dataDir, { mode: 0o700 })
    chownSync(dataDir, OWNER, OWNER)
    const server = await startServer(dataDir)
    onTestFinished(server.stop)
    expect(findUser(server.folder)).toBe(OWNER)
  })

  it('uses an empty folder of root, such as one of mktemp', async () => {
    const dataDir = directories.missing()
    mkdirSync(dataDir, { mode: 0o700 })
    const server = await startServer(dataDir)
    onTestFinished(server.stop)
    expect(server.folder).toBe(join(dataDir, 'postgresql'))
  })

  it('keeps its files in /var/lib/rulewright if its user cannot reach DATA_DIR, and finds them again', async () => {
    const parent = directories.missing()
    mkdirSync(parent, { mode: 0o700 })
    const dataDir = join(parent, 'data')
    const first = await startServer(dataDir)
    onTestFinished(() => rmSync(first.folder, { recursive: true }))
    expect(first.folder).toMatch(/^\/var\/lib\/rulewright\/./)
    expect(realpathSync(join(dataDir, 'postgresql'))).toBe(first.folder)
    await query(first.url, 'create table found as select 1 as id')
    await first.stop()

    const again = await startServer(dataDir)
    expect(await query(again.url, 'select id from found')).toEqual([{ id: 1 }])
    await again.stop()

    rmSync(dataDir, { recursive: true })
    const empty = await startServer(dataDir)
    onTestFinished(() => rmSync(empty.folder, { recursive: true }))
    await empty.stop()
    expect(empty.folder).not.toBe(first.folder)
    expect(existsSync(join(first.folder, 'cluster/PG_VERSION'))).toBe(true)
  })

  it('reports missing files when their link is broken', async () => {
    const parent = directories.missing()
    mkdirSync(parent, { mode: 0o700 })
    const dataDir = join(parent, 'data')
    const { folder, stop } = await startServer(dataDir)
    await stop()
    rmSync(folder, { recursive: true })
    await expect(startServer(dataDir)).rejects.toThrow(
      `the database is in ${folder}, which is missing: bring it back`,
    )
  })

  it('reports which user cannot write when its user loses access later', async () => {
    const dataDir = await directories.filled()
    chmodSync(dataDir, 0o700)
    await expect(startServer(dataDir)).rejects.toThrow(
      `the user nobody cannot write to ${dataDir}/postgresql, which holds the database`,
    )
  })
})

describe.runIf(!isRoot)('the embedded server of a service that does not run as root', () => {
  it('runs as the same user', async () => {
    const server = await startServer(directories.missing())
    onTestFinished(server.stop)
    expect(findUser(server.folder)).toBe(process.getuid?.())
  })
})
