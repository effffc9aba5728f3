import { describe, expect, it } from 'vitest'
import { createWorkspace, type Workplace } from '../support/authoring.ts'
import { ROUNDS, sortedStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import { unique } from '../support/factories.ts'
import type { Answer } from '../support/rest.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const sql = () => world.database.queries
const first = (place: Workplace): number => place.rules[0] ?? 0
const ready = (place: Workplace, status: 'Applicable' | 'Not Applicable') =>
  sql()
    .updateTable('rules')
    .set({ status, locked: true })
    .where('component_id', '=', place.component.id)
    .execute()
const path = (place: Workplace) => `/components/${place.component.id}`
const publish = (place: Workplace) => () =>
  place.as.admin.patch(path(place), { component: { released: true } })

/** Whether the component is released, and the number of its live requirements that are not locked. */
async function state(place: Workplace): Promise<{ released: boolean; open: number; live: number }> {
  const { released } = await sql()
    .selectFrom('components')
    .select('released')
    .where('id', '=', place.component.id)
    .executeTakeFirstOrThrow()
  const rules = await sql()
    .selectFrom('rules')
    .select('locked')
    .where('component_id', '=', place.component.id)
    .where('deleted_at', 'is', null)
    .execute()
  return { released, open: rules.filter(({ locked }) => !locked).length, live: rules.length }
}

describe('concurrent releases', () => {
  it('concurrent releases of one STIG component release it once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      await ready(place, 'Not Applicable')
      expect(sortedStatuses(await sendConcurrently(publish(place), publish(place)))).toEqual([200, 403])
    }
  })

  it('concurrent releases of one SRG component create one guide', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world, {
        type: 'srg',
        component: { name: unique('Once'), prefix: 'CNTR-00', version: 1, release: 1 },
      })
      await ready(place, 'Applicable')
      const release = () => place.as.systemAdmin.post(`${path(place)}/release`)
      expect(sortedStatuses(await sendConcurrently(release, release))).toEqual([200, 422])
      const guides = await sql()
        .selectFrom('srgs')
        .select('id')
        .where('released_from_component_id', '=', place.component.id)
        .execute()
      expect(guides).toHaveLength(1)
    }
  })

  it('concurrent releases of two components with one name reject the second because the guide exists', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const component = { name: unique('Same'), prefix: 'CNTR-00', version: 1, release: 1 }
      const places = [
        await createWorkspace(world, { type: 'srg', component }),
        await createWorkspace(world, { type: 'srg', component }),
      ]
      for (const place of places) await ready(place, 'Applicable')
      const answers = await sendConcurrently(
        ...places.map((place) => () => place.as.systemAdmin.post(`${path(place)}/release`)),
      )
      expect(sortedStatuses(answers)).toEqual([200, 422])
      expect(answers.find(({ status }) => status === 422)?.body.reason).toBe('guide.duplicate')
    }
  })
})

describe('a release during another write', () => {
  const meetings: [string, (place: Workplace) => Promise<Answer>, number[]][] = [
    [
      'an edit',
      (place) => place.as.author.patch(`/rules/${first(place)}`, { rule: { title: 'Edited' } }),
      [403, 422],
    ],
    ['a new requirement', (place) => place.as.admin.post(`${path(place)}/rules`, { rule: {} }), [200, 403]],
    ['a deletion', (place) => place.as.admin.delete(`/rules/${first(place)}`), [200, 403]],
    [
      'an unlock',
      (place) =>
        place.as.admin.post(`/rules/${first(place)}/reviews`, {
          review: { action: 'unlock_control', comment: 'Wait' },
        }),
      [200, 422],
    ],
  ]
  it.each(meetings)('%s: the released component is locked and complete', async (_, meet, expected) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      await ready(place, 'Not Applicable')
      const [release, other] = await sendConcurrently(publish(place), () => meet(place))
      expect(expected).toContain(other?.status)
      const { released, open } = await state(place)
      expect(released).toBe(release?.status === 200)
      if (released) expect(open).toBe(0)
      else expect(release?.body.reason).toBe('component.unlocked_rules')
    }
  })
})

describe('the deletion of a component', () => {
  it('any write below the component causes no error and leaves nothing behind', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      const [a = 0, b = 0] = place.rules
      await sendConcurrently(
        () => place.as.admin.delete(path(place)),
        () => place.as.author.patch(`/rules/${a}`, { rule: { title: 'x' } }),
        () => place.as.admin.post(`${path(place)}/rules`, { rule: {} }),
        () => place.as.admin.delete(`/rules/${b}`),
        () => place.as.author.post('/rule_satisfactions', { rule_id: a, satisfied_by_rule_id: b }),
        () => place.as.admin.patch(path(place), { component: { title: 'x' } }),
        () => place.as.viewer.post(`/rules/${a}/reviews`, { review: { action: 'comment', comment: 'x' } }),
      )
      const left = await sql()
        .selectFrom('rules')
        .select('id')
        .where('component_id', '=', place.component.id)
        .execute()
      expect([left.length, (await place.as.admin.get(path(place))).status]).toEqual([0, 404])
    }
  })

  it('a duplication leaves a complete copy, or answers 404', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      const [copy, gone] = await sendConcurrently(
        () =>
          place.as.admin.post(`/projects/${place.project.id}/components`, {
            component: { name: 'Copy', duplicate: true, id: place.component.id },
          }),
        () => place.as.admin.delete(path(place)),
      )
      expect([[200, 404].includes(copy?.status ?? 0), gone?.status]).toEqual([true, 200])
      if (copy?.status === 200) {
        const { body } = await place.as.viewer.get(`/components/${copy.body.component.id}/rules`)
        expect(body.map((rule: { checks_attributes: object[] }) => rule.checks_attributes.length)).toEqual([
          1, 1, 1,
        ])
      }
    }
  })

  it('an overlay is never left without its base', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = await createWorkspace(world)
      const other = await createWorkspace(world)
      await ready(place, 'Not Applicable')
      await publish(place)()
      const [overlay, gone] = await sendConcurrently(
        () =>
          other.as.admin.post(`/projects/${other.project.id}/components`, {
            component: { component_id: place.component.id },
          }),
        () => place.as.systemAdmin.delete(path(place)),
      )
      expect([overlay?.status, gone?.status]).toEqual(overlay?.status === 200 ? [200, 422] : [404, 200])
    }
  })
})

describe('concurrent creations of a component', () => {
  it('equal creations create one component', async () => {
    const place = await createWorkspace(world)
    for (let round = 0; round < ROUNDS; round += 1) {
      const create = () =>
        place.as.admin.post(`/projects/${place.project.id}/components`, {
          component: {
            name: `Twin ${round}`,
            prefix: 'TWIN-01',
            title: 'A twin',
            version: 1,
            release: 1,
            security_requirements_guide_id: place.component.securityRequirementsGuideId,
          },
        })
      expect(sortedStatuses(await sendConcurrently(create, create, create))).toEqual([200, 422, 422])
    }
  })

  it('a creation and a rename to its name leave the name with one component', async () => {
    const place = await createWorkspace(world, { component: { version: 1, release: 1 } })
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await sendConcurrently(
        () =>
          place.as.admin.post(`/projects/${place.project.id}/components`, {
            component: { name: `Twin ${round}`, duplicate: true, id: place.component.id },
          }),
        () => place.as.admin.patch(path(place), { component: { name: `Twin ${round}` } }),
      )
      const [low, high = 0] = sortedStatuses(answers)
      expect([low, high === 409 || high === 422]).toEqual([200, true])
    }
  })
})
