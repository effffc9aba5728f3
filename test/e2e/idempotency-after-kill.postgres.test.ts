import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCommitPausingProxy, type CommitPausingProxy } from '../support/commit-pausing-proxy.ts'
import { signIn } from '../support/http.ts'
import type { Rest } from '../support/rest.ts'
import { createServiceHome, type ServiceHome } from '../support/service-database.ts'
import { startService, type Service } from '../support/service.ts'

let home: ServiceHome
let line: CommitPausingProxy
const started: Service[] = []

beforeEach(async () => {
  home = await createServiceHome()
  line = await startCommitPausingProxy(home.env['DATABASE_URL'] ?? '')
})
afterEach(async () => {
  for (const { process } of started.splice(0)) process.kill('SIGKILL')
  await line.close()
  await home.remove()
})

/** A service that uses the proxied database connection, and its first administrator. */
async function start(
  known?: [string, string],
): Promise<{ service: Service; client: Rest; admin: [string, string] }> {
  const service = startService({ cwd: home.cwd, env: { DATABASE_URL: line.url } })
  started.push(service)
  const url = await service.ready
  const [, email = '', password = ''] = /email:\s+(\S+)\n\s+password: (\S+)\n/.exec(service.stdout()) ?? []
  const admin = known ?? ([email, password] as [string, string])
  return { service, client: await signIn(url, ...admin), admin }
}

const send = (client: Rest) =>
  client.post('/projects', { project: { name: 'Once' } }, { 'idempotency-key': 'k' })

async function listProjects(client: Rest): Promise<string[]> {
  const { body } = await client.get('/projects')
  return body.map(({ name }: { name: string }) => name)
}

/** Kills the service while the commit of a request is paused, restarts it and resends the request. */
async function killWhileHeld(when: 'before' | 'after') {
  const { service, client, admin } = await start()
  const stopped = line.hold(when)
  const unanswered = send(client).then(
    () => 'answered',
    () => 'cut off',
  )
  await stopped
  service.process.kill('SIGKILL')
  expect([await service.ended, await unanswered]).toEqual([null, 'cut off'])
  const next = await start(admin)
  return { client: next.client, before: await listProjects(next.client), again: await send(next.client) }
}

describe('a request with a key whose process is killed', () => {
  test('a request with a key whose process is killed between its commit and its answer is answered by the next process, and runs once', async () => {
    const { client, before, again } = await killWhileHeld('after')
    expect(before).toEqual(['Once'])
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(again.body.project.name).toBe('Once')
    expect(await listProjects(client)).toEqual(['Once'])
  })

  test('a request with a key whose process is killed before its commit stores nothing, not even its key, and runs in the next process', async () => {
    const { client, before, again } = await killWhileHeld('before')
    expect(before).toEqual([])
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect((await send(client)).headers.get('idempotency-replayed')).toBe('true')
    expect(await listProjects(client)).toEqual(['Once'])
  })
})
