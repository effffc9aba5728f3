import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lockDirectory, waitForEnding } from '../../../src/database/embedded-server/directory-lock.ts'

let root: string
let directory: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rulewright-lock-'))
  directory = join(root, 'data')
})
afterEach(() => rm(root, { recursive: true }))

/** Another process that locks the directory until it is killed. */
async function startHolder() {
  const module = new URL('../../../src/database/embedded-server/directory-lock.ts', import.meta.url).href
  const script = `const { lockDirectory } = await import(${JSON.stringify(module)})
    lockDirectory(${JSON.stringify(directory)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

test('the data directory is readable only by its owner', async () => {
  lockDirectory(directory).release()
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
})

test('a second process is rejected with one line that names directory and process, until the first one ends', async () => {
  const child = await startHolder()
  expect(() => lockDirectory(directory)).toThrow(
    `The data directory ${directory} is in use by process ${child.pid}; stop it or choose another DATA_DIR.`,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  lockDirectory(directory).release()
})

test('a lock is taken over if its process id now belongs to another process', async () => {
  lockDirectory(directory).release()
  await writeFile(join(directory, 'service.pid'), `${process.pid} other-boot:1 00\n`)
  const again = lockDirectory(directory)
  expect(await readFile(join(directory, 'service.pid'), 'utf8')).not.toContain('other-boot')
  again.release()
})

test('a lock is taken over if its process is dead but not yet reaped by its parent', async () => {
  const module = new URL('../../../src/database/embedded-server/directory-lock.ts', import.meta.url).href
  const script = `const { lockDirectory } = await import('${module}'); lockDirectory('${directory}'); console.log(process.pid); process.kill(process.pid, 'SIGKILL')`
  const parent = spawn(
    'sh',
    ['-c', '"$0" --input-type=module -e "$1" & exec sleep 60', process.execPath, script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const pid = Number(String((await once(parent.stdout, 'data'))[0]))
  await vi.waitUntil(async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z '), {
    interval: 20,
  })
  lockDirectory(directory).release()
  parent.kill('SIGKILL')
})

test('a second process waits for one that is shutting down, but not for a running one', async () => {
  const lock = lockDirectory(directory)
  await waitForEnding(directory)
  lock.announceRelease()
  const waiting = waitForEnding(directory)
  const first = await Promise.race([
    waiting.then(() => 'free'),
    new Promise((r) => setImmediate(() => r('held'))),
  ])
  expect(first).toBe('held')
  lock.release()
  await waiting
  lockDirectory(directory).release()
})

test('an unreadable lock is taken over', async () => {
  lockDirectory(directory).release()
  await writeFile(join(directory, 'service.pid'), '')
  lockDirectory(directory).release()
})
