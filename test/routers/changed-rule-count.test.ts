import { expect, test } from 'vitest'
import { createWorkspace, setRule } from '../support/authoring.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

test('the statistics of a component count the live requirements that were edited after a time', async () => {
  const { as, component, rules } = await createWorkspace(world)
  const [edited = 0, checked = 0, deleted] = rules
  const long = new Date('2026-01-01T00:00:00Z')
  for (const id of rules) await setRule(world, id, { updated_at: long })
  const since = new Date('2026-02-01T00:00:00Z').toISOString()
  const count = async (query: string) =>
    (await as.viewer.get(`/api/components/${component.id}/stats${query}`)).body.changed_rule_count
  expect(await count('')).toBeUndefined()
  expect(await count(`?changed_since=${since}`)).toBe(0)
  await as.author.patch(`/rules/${edited}`, { rule: { title: 'Edited' } })
  const { checks_attributes: checks } = (await as.author.get(`/rules/${checked}`)).body
  await as.author.patch(`/rules/${checked}`, {
    rule: { checks_attributes: [{ id: checks[0].id, content: 'Another check' }] },
  })
  expect(await count(`?changed_since=${since}`)).toBe(2)
  await setRule(world, deleted, { updated_at: new Date(), deleted_at: new Date() })
  expect(await count(`?changed_since=${since}`)).toBe(2)
  expect((await as.viewer.get(`/api/components/${component.id}/stats?changed_since=never`)).status).toBe(422)
  expect(
    (await as.nonMember.get(`/api/components/${component.id}/stats?changed_since=${since}`)).status,
  ).toBe(404)
})
