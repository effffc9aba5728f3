import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/database.ts'
import { lockDirectory } from '../../src/database/pid-lock.ts'

let root: string
let directory: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rulewright-lock-'))
  directory = join(root, 'data')
})
afterEach(() => rm(root, { recursive: true }))

/** Another process that takes the directory and holds it until it is killed. */
async function holder() {
  const module = new URL('../../src/database/pid-lock.ts', import.meta.url).href
  const script = `const { lockDirectory } = await import(${JSON.stringify(module)})
    lockDirectory(${JSON.stringify(directory)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('the data directory is made for its owner alone', async () => {
  lockDirectory(directory)()
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
})

test('a second process is refused in one line that names directory and process, until the first is gone', async () => {
  const child = await holder()
  expect(() => lockDirectory(directory)).toThrow(
    `The data directory ${directory} is in use by process ${child.pid}; stop it or choose another DATA_DIR.`,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockDirectory(directory)()
})

test('a lock whose process id was given to another process since is taken over', async () => {
  const release = lockDirectory(directory)
  release()
  await writeFile(join(directory, 'service.pid'), `${process.pid} other-boot:1 00\n`)
  const again = lockDirectory(directory)
  expect(await readFile(join(directory, 'service.pid'), 'utf8')).not.toContain('other-boot')
  again()
})

test('an unreadable lock is taken over', async () => {
  lockDirectory(directory)()
  await writeFile(join(directory, 'service.pid'), '')
  lockDirectory(directory)()
})

test('an embedded database keeps its rows, refuses a second opening, and gives the directory back on close', async () => {
  const first = await openDatabase({ dataDir: directory })
  await first.orm.em.fork().execute('create table kept as select 7 as id')
  await expect(openDatabase({ dataDir: directory })).rejects.toThrow(`in use by process ${process.pid}`)
  await first.close()
  const second = await openDatabase({ dataDir: directory })
  expect(await second.orm.em.fork().execute('select id from kept')).toEqual([{ id: 7 }])
  await second.close()
})
