import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runBackupCommand } from '../support/backups.ts'
import { signIn } from '../support/http.ts'
import { createServiceHome } from '../support/service-database.ts'
import { createDirectory, startService, type Service } from '../support/service.ts'

const ACCOUNT = {
  BOOTSTRAP_ADMIN_EMAIL: 'admin@example.org',
  BOOTSTRAP_ADMIN_PASSWORD: 'Vsx4-Quiet-Harbour-Lantern-88',
}

let directory: Awaited<ReturnType<typeof createDirectory>>
const started: Service[] = []
beforeAll(async () => {
  directory = await createDirectory()
})
afterEach(async () => {
  for (const { process, ended } of started.splice(0)) {
    process.kill('SIGKILL')
    await ended
  }
})
afterAll(() => directory.remove())

function start(env: Record<string, string>): Service {
  const service = startService({ cwd: directory.path, env: { ...ACCOUNT, ...env } })
  started.push(service)
  return service
}

const signInAdmin = async (service: Service) =>
  signIn(await service.ready, ACCOUNT.BOOTSTRAP_ADMIN_EMAIL, ACCOUNT.BOOTSTRAP_ADMIN_PASSWORD)

test('a backup of the embedded database is made while the service runs, and restores to another DATA_DIR or a server', async () => {
  const source = { DATA_DIR: join(directory.path, 'here') }
  const file = join(directory.path, 'all.backup')
  expect(await runBackupCommand('backup', source, file)).toEqual({
    code: 1,
    line: expect.stringMatching(
      /^DATA_DIR: the embedded database in [^\n]*here cannot be opened: it does not exist: start the service once$/,
    ),
  })
  const service = start(source)
  const first = await signInAdmin(service)
  expect((await first.post('/projects', { project: { name: 'Harbor' } })).status).toBe(200)
  expect(await runBackupCommand('backup', source, file)).toMatchObject({ code: 0 })
  expect(await runBackupCommand('restore', source, file)).toMatchObject({
    code: 1,
    line: expect.stringContaining('is not empty'),
  })
  expect((await first.get('/health_check')).status).toBe(200)
  expect(await service.stop()).toBe(0)

  const { env, remove } = await createServiceHome({ migrated: false })
  for (const otherEnvironment of [{ DATA_DIR: join(directory.path, 'there') }, env]) {
    expect(await runBackupCommand('restore', otherEnvironment, file)).toEqual({
      code: 0,
      line: expect.stringContaining('all.backup'),
    })
    const restored = start(otherEnvironment)
    const { body } = await (await signInAdmin(restored)).get('/projects')
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Harbor'])
    expect(await restored.stop()).toBe(0)
  }
  await remove()
})
