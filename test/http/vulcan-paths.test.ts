import { describe, expect, test } from 'vitest'
import { createWorkspace } from '../support/authoring.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const fetchFrom = (path: string, headers: Record<string, string> = {}) =>
  world.app.request(`http://localhost${path}`, { headers })

describe('a path of Vulcan', () => {
  test.each([
    ['/users/sign_in', '/app/sign-in'],
    ['/users/password/new', '/app/forgotten'],
    ['/components/7/triage?triage_status=all', '/app/components/7/triage?triage_status=all'],
    ['/components/7/controls', '/app/components/7'],
    ['/projects/7/settings', '/app/projects/7/settings'],
    ['/projects/7/edit', '/app/projects/7/settings'],
    ['/srgs/new', '/app/srgs'],
  ])('E-46: redirects a browser from %s to %s', async (path, page) => {
    const answer = await fetchFrom(path, { accept: BROWSER })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, page])
    expect(answer.headers.get('vary')).toContain('Accept')
  })

  test.each([
    ['/users/sign_in', 'application/json'],
    ['/components/7/triage', '*/*'],
    ['/components/7/triage.json', BROWSER],
    ['/projects/7/settings', 'application/json, text/html;q=0.5'],
  ])('E-46: does not redirect %s for Accept: %s', async (path, accept) => {
    const answer = await fetchFrom(path, { accept })
    expect([401, 404, 405]).toContain(answer.status)
  })

  test('E-46: returns the JSON of a REST address to browsers, and with a .json suffix to every client', async () => {
    const workspace = await createWorkspace(world, { rules: 1 })
    const path = `/components/${workspace.component.id}`
    const plain = await workspace.as.viewer.get(path)
    for (const same of [`${path}.json`, `${path}.json?x=1`]) {
      expect((await workspace.as.viewer.get(same)).body).toEqual(plain.body)
    }
    const response = await workspace.as.viewer.get(`${path}/ABCD-01-000001.json`)
    expect([response.status, response.body.id]).toEqual([200, workspace.component.id])
    const changed = await workspace.as.admin.patch(`${path}.json`, { component: { title: 'Another title' } })
    expect([changed.status, changed.body.component.title]).toEqual([200, 'Another title'])
  })

  test('E-46: does not hide unknown addresses or its own addresses with a .json suffix', async () => {
    expect((await fetchFrom('/nowhere.json')).status).toBe(404)
    expect((await fetchFrom('/components/.json')).status).not.toBe(200)
    const document = await fetchFrom('/openapi.json')
    expect([document.status, await document.text()]).toEqual([200, expect.stringContaining('"openapi"')])
  })
})
