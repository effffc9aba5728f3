import { describe, expect, it } from 'vitest'
import { aWorkplace } from '../support/authoring.ts'
import { ROUNDS, statuses, together } from '../support/together.ts'
import { guideFile, uploadGuide } from '../support/uploads.ts'
import { anOwnWorld } from '../support/world.ts'

const world = anOwnWorld()

describe('uploads of one guide at once', () => {
  it.each([
    ['/srgs', 'srg_rules', 'srg_id', 'srgs'],
    ['/stigs', 'stig_rules', 'stig_id', 'stigs'],
  ] as const)('to %s store it once; the other is told that it is there', async (path, rules, id, table) => {
    const admin = await world.rest(await world.aSystemAdmin())
    for (let round = 0; round < ROUNDS; round += 1) {
      const bytes = guideFile({ rules: [{}, {}, {}] })
      const upload = () => uploadGuide(admin, bytes, { path })
      const answers = await together(upload, upload, upload)
      expect(statuses(answers)).toEqual([200, 422, 422])
      expect(answers.filter(({ status }) => status === 422).map(({ body }) => body.reason)).toEqual([
        'guide.duplicate',
        'guide.duplicate',
      ])
    }
    const stored = await world.database.queries.selectFrom(rules).select(id).execute()
    const guides = await world.database.queries.selectFrom(table).select('id').execute()
    expect([guides.length, stored.length]).toEqual([ROUNDS, 3 * ROUNDS])
  })
})

describe('the deletion of a guide meets', () => {
  it('a component that is created on it: one of the two happens', async () => {
    const place = await aWorkplace(world)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { body } = await uploadGuide(place.as.systemAdmin, guideFile())
      const [made, gone] = await together(
        () =>
          place.as.admin.post(`/projects/${place.project.id}/components`, {
            component: {
              name: `On ${body.srg.id}`,
              prefix: 'ABCD-01',
              title: 'x',
              security_requirements_guide_id: body.srg.id,
            },
          }),
        () => place.as.systemAdmin.delete(`/srgs/${body.srg.id}`),
      )
      expect([made?.status === 200, gone?.status === 200].filter(Boolean)).toHaveLength(1)
      expect([200, 409, 422]).toContain(made?.status)
      expect([200, 409, 422]).toContain(gone?.status)
    }
  })
})
