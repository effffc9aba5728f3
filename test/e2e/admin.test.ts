import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENVIRONMENT } from '../../src/launch.ts'
import { openTestDatabase } from '../support/db.ts'
import { signIn } from '../support/http.ts'
import { bundlePath, createDirectory, startService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../..')
let directory: Awaited<ReturnType<typeof createDirectory>>

beforeAll(async () => {
  directory = await createDirectory()
})
afterAll(() => directory.remove())

/** Runs the operator's command line as its npm script does. */
function runAdmin(args: string[], env: Record<string, string> = {}) {
  const node = join(ROOT, 'node_modules/.bin/node')
  const options = {
    cwd: directory.path,
    env: { PATH: process.env['PATH'] ?? '', ...ENVIRONMENT, ...env },
  }
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(node, [bundlePath('admin'), ...args], options, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    )
  })
}

test('the command line prints its help on request and exits successfully', async () => {
  for (const args of [['--help'], ['create', '--help'], ['prune-audit', '-h']]) {
    const { code, out, err } = await runAdmin(args)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('npm run admin -- reset-password EMAIL')
  }
})

test('the command line prints its help when a command is missing, unknown or wrong', async () => {
  for (const [args, message] of [
    [[], 'A command is required.'],
    [['constructor'], 'There is no command constructor.'],
    [['prune-audit'], '--before takes a day'],
    [['create', '--force'], "Unknown option '--force'.\n"],
  ] as const) {
    const { code, err } = await runAdmin([...args])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    expect(err).toContain('npm run admin -- prune-audit --before YYYY-MM-DD [--kind security]')
    expect(err).toContain('npm run admin -- reset-password EMAIL')
  }
})

test('a command requires a database that the service has created', async () => {
  expect(await runAdmin(['prune-audit', '--before', '2026-01-01'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('start the service once'),
  })
})

test('a lost administrator password is reset on the embedded database, while the service runs or not', async () => {
  const env = { DATA_DIR: join(directory.path, 'lost') }
  const first = startService({ cwd: directory.path, env })
  const url = await first.ready
  const [, email = '', lost = ''] = /email:\s+(\S+)\n\s+password: (\S+)\n/.exec(first.stdout()) ?? []
  const unknown = await runAdmin(['reset-password', 'nobody@example.org'], env)
  expect([unknown.code, unknown.err.trim()]).toEqual([
    1,
    'There is no account with the address nobody@example.org.',
  ])
  const reset = async () => {
    const done = await runAdmin(['reset-password', email], env)
    expect([done.code, done.err]).toEqual([0, ''])
    return /password: (\S+)/.exec(done.out)?.[1] ?? ''
  }
  const second = await reset()
  await expect(signIn(url, email, lost)).rejects.toThrow()
  await signIn(url, email, second)
  expect(await first.stop()).toBe(0)

  const third = await reset()
  const again = startService({ cwd: directory.path, env })
  await signIn(await again.ready, email, third)
  expect(await again.stop()).toBe(0)
})

test('the command line works while the service runs on PostgreSQL', async () => {
  const database = await openTestDatabase()
  const result = await runAdmin(['create', 'second@example.org'], { DATABASE_URL: database.url })
  expect(result.out).toMatch(/email: +second@example\.org\n +password: \S+/)
  await database.queries
    .insertInto('audit_entries')
    .values({
      kind: 'security',
      action: 'sign_in',
      auditable_type: 'User',
      created_at: '2020-01-01T00:00:00Z',
    })
    .execute()
  const done = await runAdmin(['prune-audit', '--before', '2026-01-01'], { DATABASE_URL: database.url })
  expect(done.out).toContain('1 security entries of the audit log')
  const rows = await database.queries.selectFrom('audit_entries').select('action').execute()
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['password_set', 'audit_pruned']))
  expect(rows.map(({ action }) => action)).not.toContain('sign_in')
  await database.close()
})
