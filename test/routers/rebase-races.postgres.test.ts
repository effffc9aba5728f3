import { beforeAll, expect, it } from 'vitest'
import { createWorkspace, getRuleAt, type Workspace } from '../support/authoring.ts'
import { ROUNDS, sortStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import { uploadTwoReleases } from '../support/guide-releases.ts'
import type { Rest } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let admin: Rest

beforeAll(async () => {
  admin = await world.rest(await world.createSystemAdmin())
})

async function createFixture() {
  const { old, next } = await uploadTwoReleases(admin)
  const workspace = await createWorkspace(world, { srg: old })
  const path = `/components/${workspace.component.id}`
  const rebase = () => workspace.as.admin.post(`${path}/rebase`, { security_requirements_guide_id: next })
  const undo = (id: string) => workspace.as.admin.post(`${path}/undo_rebase`, { rebase_id: id })
  return { old, next, workspace, rebase, undo }
}

const readVersions = async (workspace: Workspace): Promise<string[]> => {
  const rows = await world.database.queries
    .selectFrom('rules')
    .select('version')
    .where('component_id', '=', workspace.component.id)
    .where('deleted_at', 'is', null)
    .orderBy('rule_id')
    .execute()
  return rows.map(({ version }) => version ?? '')
}

it('concurrent rebases add the new requirements once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { workspace, rebase } = await createFixture()
    expect(sortStatuses(await sendConcurrently(rebase, rebase))).toEqual([200, 422])
    expect(await readVersions(workspace)).toEqual(['A', 'B', 'C', 'E'])
  }
})

it('a save during a rebase is never lost', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { workspace, rebase } = await createFixture()
    const save = () =>
      workspace.as.author.patch(`/rules/${getRuleAt(workspace, 1)}`, { rule: { fixtext: 'Ours' } })
    expect(sortStatuses(await sendConcurrently(rebase, save))).toEqual([200, 200])
    expect((await workspace.rule(getRuleAt(workspace, 1))).fixtext).toBe('Ours')
  }
})

it('two concurrent undo requests undo a rebase once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { workspace, rebase, undo } = await createFixture()
    const id: string = (await rebase()).body.rebase_id
    const undoRebase = () => undo(id)
    expect(sortStatuses(await sendConcurrently(undoRebase, undoRebase))).toEqual([200, 409])
    expect(await readVersions(workspace)).toEqual(['A', 'B', 'C', 'D'])
  }
})

it('an undo during the removal of the old release leaves no link without its rule', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const releases = await uploadTwoReleases(admin, {
      old: [{ version: 'A', ruleId: 'SV-A', fix: 'Old' }],
      next: [{ version: 'A', ruleId: 'SV-A', fix: 'New' }],
    })
    const workspace = await createWorkspace(world, { srg: releases.old })
    const path = `/components/${workspace.component.id}`
    const { body } = await workspace.as.admin.post(`${path}/rebase`, {
      security_requirements_guide_id: releases.next,
    })
    const answers = await sendConcurrently(
      () => workspace.as.admin.post(`${path}/undo_rebase`, { rebase_id: body.rebase_id }),
      () => admin.delete(`/srgs/${releases.old}`),
    )
    expect([
      [200, 409],
      [200, 422],
    ]).toContainEqual(sortStatuses(answers))
  }
})
