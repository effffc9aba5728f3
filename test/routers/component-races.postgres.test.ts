import { describe, expect, it } from 'vitest'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { ROUNDS, sortStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import { unique } from '../support/factories.ts'
import type { Answer } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries
const getFirstRule = (workspace: Workspace): number => workspace.rules[0] ?? 0
const makeReleasable = (workspace: Workspace, status: 'Applicable' | 'Not Applicable') =>
  getQueries()
    .updateTable('rules')
    .set({ status, locked: true })
    .where('component_id', '=', workspace.component.id)
    .execute()
const toPath = (workspace: Workspace) => `/components/${workspace.component.id}`
const publish = (workspace: Workspace) => () =>
  workspace.as.admin.patch(toPath(workspace), { component: { released: true } })

/** Whether the component is released, and the number of its live requirements that are not locked. */
async function readState(workspace: Workspace): Promise<{ released: boolean; open: number; live: number }> {
  const { released } = await getQueries()
    .selectFrom('components')
    .select('released')
    .where('id', '=', workspace.component.id)
    .executeTakeFirstOrThrow()
  const rules = await getQueries()
    .selectFrom('rules')
    .select('locked')
    .where('component_id', '=', workspace.component.id)
    .where('deleted_at', 'is', null)
    .execute()
  return { released, open: rules.filter(({ locked }) => !locked).length, live: rules.length }
}

describe('concurrent releases', () => {
  it('concurrent releases of one STIG component release it once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      await makeReleasable(workspace, 'Not Applicable')
      expect(sortStatuses(await sendConcurrently(publish(workspace), publish(workspace)))).toEqual([200, 403])
    }
  })

  it('concurrent releases of one SRG component create one guide', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world, {
        type: 'srg',
        component: { name: unique('Once'), prefix: 'CNTR-00', version: 1, release: 1 },
      })
      await makeReleasable(workspace, 'Applicable')
      const release = () => workspace.as.systemAdmin.post(`${toPath(workspace)}/release`)
      expect(sortStatuses(await sendConcurrently(release, release))).toEqual([200, 422])
      const guides = await getQueries()
        .selectFrom('srgs')
        .select('id')
        .where('released_from_component_id', '=', workspace.component.id)
        .execute()
      expect(guides).toHaveLength(1)
    }
  })

  it('concurrent releases of two components with one name reject the second because the guide exists', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const component = { name: unique('Same'), prefix: 'CNTR-00', version: 1, release: 1 }
      const workspaces = [
        await createWorkspace(world, { type: 'srg', component }),
        await createWorkspace(world, { type: 'srg', component }),
      ]
      for (const workspace of workspaces) await makeReleasable(workspace, 'Applicable')
      const answers = await sendConcurrently(
        ...workspaces.map((workspace) => () => workspace.as.systemAdmin.post(`${toPath(workspace)}/release`)),
      )
      expect(sortStatuses(answers)).toEqual([200, 422])
      expect(answers.find(({ status }) => status === 422)?.body.reason).toBe('guide.duplicate')
    }
  })
})

describe('a release during another write', () => {
  const meetings: [string, (workspace: Workspace) => Promise<Answer>, number[]][] = [
    [
      'an edit',
      (workspace) =>
        workspace.as.author.patch(`/rules/${getFirstRule(workspace)}`, { rule: { title: 'Edited' } }),
      [403, 422],
    ],
    [
      'a new requirement',
      (workspace) => workspace.as.admin.post(`${toPath(workspace)}/rules`, { rule: {} }),
      [200, 403],
    ],
    ['a deletion', (workspace) => workspace.as.admin.delete(`/rules/${getFirstRule(workspace)}`), [200, 403]],
    [
      'an unlock',
      (workspace) =>
        workspace.as.admin.post(`/rules/${getFirstRule(workspace)}/reviews`, {
          review: { action: 'unlock_control', comment: 'Wait' },
        }),
      [200, 422],
    ],
  ]
  it.each(meetings)('%s: the released component is locked and complete', async (_, meet, expected) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      await makeReleasable(workspace, 'Not Applicable')
      const [release, other] = await sendConcurrently(publish(workspace), () => meet(workspace))
      expect(expected).toContain(other?.status)
      const { released, open } = await readState(workspace)
      expect(released).toBe(release?.status === 200)
      if (released) expect(open).toBe(0)
      else expect(release?.body.reason).toBe('component.unlocked_rules')
    }
  })
})

describe('the deletion of a component', () => {
  it('any write below the component causes no error and leaves nothing behind', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const [a = 0, b = 0] = workspace.rules
      await sendConcurrently(
        () => workspace.as.admin.delete(toPath(workspace)),
        () => workspace.as.author.patch(`/rules/${a}`, { rule: { title: 'x' } }),
        () => workspace.as.admin.post(`${toPath(workspace)}/rules`, { rule: {} }),
        () => workspace.as.admin.delete(`/rules/${b}`),
        () => workspace.as.author.post('/rule_satisfactions', { rule_id: a, satisfied_by_rule_id: b }),
        () => workspace.as.admin.patch(toPath(workspace), { component: { title: 'x' } }),
        () =>
          workspace.as.viewer.post(`/rules/${a}/reviews`, { review: { action: 'comment', comment: 'x' } }),
      )
      const remainingRules = await getQueries()
        .selectFrom('rules')
        .select('id')
        .where('component_id', '=', workspace.component.id)
        .execute()
      expect([remainingRules.length, (await workspace.as.admin.get(toPath(workspace))).status]).toEqual([
        0, 404,
      ])
    }
  })

  it('a duplication leaves a complete copy, or answers 404', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const [copy, deletion] = await sendConcurrently(
        () =>
          workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
            component: { name: 'Copy', duplicate: true, id: workspace.component.id },
          }),
        () => workspace.as.admin.delete(toPath(workspace)),
      )
      expect([[200, 404].includes(copy?.status ?? 0), deletion?.status]).toEqual([true, 200])
      if (copy?.status === 200) {
        const { body } = await workspace.as.viewer.get(`/components/${copy.body.component.id}/rules`)
        expect(body.map((rule: { checks_attributes: object[] }) => rule.checks_attributes.length)).toEqual([
          1, 1, 1,
        ])
      }
    }
  })

  it('an overlay is never left without its base', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const workspace = await createWorkspace(world)
      const other = await createWorkspace(world)
      await makeReleasable(workspace, 'Not Applicable')
      await publish(workspace)()
      const [overlay, deletion] = await sendConcurrently(
        () =>
          other.as.admin.post(`/projects/${other.project.id}/components`, {
            component: { component_id: workspace.component.id },
          }),
        () => workspace.as.systemAdmin.delete(toPath(workspace)),
      )
      expect([overlay?.status, deletion?.status]).toEqual(overlay?.status === 200 ? [200, 422] : [404, 200])
    }
  })
})

describe('concurrent creations of a component', () => {
  it('equal creations create one component', async () => {
    const workspace = await createWorkspace(world)
    for (let round = 0; round < ROUNDS; round += 1) {
      const create = () =>
        workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
          component: {
            name: `Twin ${round}`,
            prefix: 'TWIN-01',
            title: 'A twin',
            version: 1,
            release: 1,
            security_requirements_guide_id: workspace.component.securityRequirementsGuideId,
          },
        })
      expect(sortStatuses(await sendConcurrently(create, create, create))).toEqual([200, 422, 422])
    }
  })

  it('a creation and a rename to its name leave the name with one component', async () => {
    const workspace = await createWorkspace(world, { component: { version: 1, release: 1 } })
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await sendConcurrently(
        () =>
          workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
            component: { name: `Twin ${round}`, duplicate: true, id: workspace.component.id },
          }),
        () => workspace.as.admin.patch(toPath(workspace), { component: { name: `Twin ${round}` } }),
      )
      const [low, high = 0] = sortStatuses(answers)
      expect([low, high === 409 || high === 422]).toEqual([200, true])
    }
  })
})
