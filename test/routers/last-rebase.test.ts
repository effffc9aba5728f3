import { beforeAll, expect, test } from 'vitest'
import { createWorkspace, getRuleAt, setComponent, type Workspace } from '../support/authoring.ts'
import { uploadTwoReleases } from '../support/guide-releases.ts'
import type { Answer, Rest } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let admin: Rest

beforeAll(async () => {
  admin = await world.rest(await world.createSystemAdmin())
})

const rebase = (workspace: Workspace, srg: number): Promise<Answer> =>
  workspace.as.admin.post(`/components/${workspace.component.id}/rebase`, {
    security_requirements_guide_id: srg,
  })

test('C-96: members can read the last rebase while it can be undone', async () => {
  const { old, next } = await uploadTwoReleases(admin)
  const workspace = await createWorkspace(world, { srg: old })
  const path = `/api/components/${workspace.component.id}/last_rebase`
  const read = async () => (await workspace.as.admin.get(path)).body.rebase
  expect(await read()).toBeNull()
  const { body } = await rebase(workspace, next)
  const last = {
    id: body.rebase_id,
    user_name: workspace.people.admin.name,
    created_at: expect.any(String),
  }
  expect(await read()).toEqual(last)
  expect((await workspace.as.viewer.get(path)).body.rebase).toEqual(last)
  expect((await workspace.as.nonMember.get(path)).status).toBe(404)
  await setComponent(world, workspace, { comment_phase: 'closed', closed_reason: 'finalized' })
  expect(await read()).toBeNull()
  await setComponent(world, workspace, { comment_phase: 'open', closed_reason: null })
  expect(await read()).toEqual(last)
  await workspace.as.author.patch(`/rules/${getRuleAt(workspace, 0)}`, { rule: { title: 'Newer' } })
  expect(await read()).toBeNull()
})

test('C-96: the last rebase is null after the old release was deleted from the catalog', async () => {
  const rules = [{ version: 'A', ruleId: 'SV-A', fix: 'Same' }]
  const { old, next } = await uploadTwoReleases(admin, { old: rules, next: rules })
  const workspace = await createWorkspace(world, { srg: old })
  await rebase(workspace, next)
  const path = `/api/components/${workspace.component.id}/last_rebase`
  expect((await workspace.as.admin.get(path)).body.rebase).not.toBeNull()
  expect((await admin.delete(`/srgs/${old}`)).status).toBe(200)
  expect((await workspace.as.admin.get(path)).body.rebase).toBeNull()
})
