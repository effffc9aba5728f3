import { beforeAll, expect, test } from 'vitest'
import { downloadName, createFileResponse } from '../../src/procedures/schemas/file-response.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld({ RATE_LIMIT_ENABLED: 'true', REQUESTS_PER_PERSON: '1' })
let workspace: Workspace

beforeAll(async () => {
  workspace = await createWorkspace(world)
})

test('a download holds its slot until it is sent, aborted or was only a HEAD request (E-20)', async () => {
  const cookie = await world.createCookie(workspace.people.viewer)
  const ask = (method = 'GET') =>
    world.app.request(`/projects/${workspace.project.id}/export/csv`, { method, headers: { cookie } })
  const head = await ask('HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-disposition')).toContain('.csv')
  const aborted = await ask()
  await aborted.body?.cancel()
  const read = await ask()
  expect((await read.text()).split('\r\n')).toHaveLength(5)
  expect((await ask()).status).toBe(200)
})

test('a file that fails while it is produced is cut off and logged, and its client notices', async () => {
  const outcomes: unknown[] = []
  async function* streamChunks() {
    yield 'begun'
    await Promise.resolve()
    throw new Error('the end of it is gone')
  }
  const answer = createFileResponse(
    { filename: 'x.txt', contentType: 'text/plain', chunks: streamChunks() },
    { failed: (error) => outcomes.push(error), ended: () => outcomes.push('ended') },
  )
  await expect(answer.text()).rejects.toThrow()
  expect(outcomes).toEqual(['ended', expect.any(Error)])
})

test.each([
  ['Harbor', 'Harbor'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a"b\r\nset-cookie: x=1', 'a_b__set-cookie_ x=1'],
  ['  . ', 'file'],
])('a download of %j is named %j', (requestedName, name) => {
  expect(downloadName(requestedName)).toBe(name)
})
