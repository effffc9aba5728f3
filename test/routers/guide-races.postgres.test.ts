import { describe, expect, it } from 'vitest'
import { releaseLineSql } from '../../src/database/newest-release.ts'
import { createWorkspace } from '../support/authoring.ts'
import { ROUNDS, sortStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import type { Rest } from '../support/rest.ts'
import { createFileForm, createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()

describe('concurrent uploads of one guide', () => {
  it.each([
    ['/srgs', 'srg_rules', 'srg_id', 'srgs'],
    ['/stigs', 'stig_rules', 'stig_id', 'stigs'],
  ] as const)(
    'store it once in %s, and the other uploads answer that it exists',
    async (path, rules, id, table) => {
      const admin = await world.rest(await world.createSystemAdmin())
      for (let round = 0; round < ROUNDS; round += 1) {
        const bytes = createGuideFile({ rules: [{}, {}, {}] })
        const upload = () => uploadGuide(admin, bytes, { path })
        const answers = await sendConcurrently(upload, upload, upload)
        expect(sortStatuses(answers)).toEqual([200, 200, 200])
        const outcomes: string[] = answers.map(({ body }) => body.guides[0].status)
        expect(outcomes.toSorted()).toEqual(['created', 'exists', 'exists'])
      }
      const stored = await world.database.queries.selectFrom(rules).select(id).execute()
      const guides = await world.database.queries.selectFrom(table).select('id').execute()
      expect([guides.length, stored.length]).toEqual([ROUNDS, 3 * ROUNDS])
    },
  )
})

describe('concurrent replacements of one guide', () => {
  it('run one after the other: the catalog has one complete guide, equal to one of the uploads', async () => {
    const admin = await world.rest(await world.createSystemAdmin())
    const people = [admin, await world.rest(await world.createSystemAdmin())]
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = `Replaced_at_once_${round}`
      expect((await uploadGuide(admin, createGuideFile({ id }))).status).toBe(200)
      const replace = (rest: Rest, title: string, count: number) => {
        const rules = Array.from({ length: count }, () => ({ title }))
        const form = createFileForm('guide-xccdf.xml', createGuideFile({ id, rules }))
        form.set('replace', 'true')
        return rest.post('/srgs', form)
      }
      const answers = await sendConcurrently(
        ...people.map((rest, index) => () => replace(rest, `Title ${index}`, index + 2)),
      )
      expect(sortStatuses(answers)).toEqual([200, 200])
      expect(answers.map(({ body }) => body.guides[0].status)).toEqual(['replaced', 'replaced'])
      const stored = await world.database.queries
        .selectFrom('srg_rules as r')
        .innerJoin('srgs as g', 'g.id', 'r.srg_id')
        .select('r.title')
        .where('g.srg_id', '=', id)
        .execute()
      const titles = new Set(stored.map(({ title }) => title))
      expect([...titles]).toHaveLength(1)
      expect(stored).toHaveLength(titles.has('Title 0') ? 2 : 3)
    }
  })
})

describe('deleting a guide while a component is created on it', () => {
  it('does one of the two, never both', async () => {
    const workspace = await createWorkspace(world)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { body } = await uploadGuide(workspace.as.systemAdmin, createGuideFile())
      const [creation, deletion] = await sendConcurrently(
        () =>
          workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
            component: {
              name: `On ${body.srg.id}`,
              prefix: 'ABCD-01',
              title: 'x',
              security_requirements_guide_id: body.srg.id,
            },
          }),
        () => workspace.as.systemAdmin.delete(`/srgs/${body.srg.id}`),
      )
      expect([creation?.status === 200, deletion?.status === 200].filter(Boolean)).toHaveLength(1)
      expect([200, 409, 422]).toContain(creation?.status)
      expect([200, 409, 422]).toContain(deletion?.status)
    }
  })
})

describe('two guides that continue each other at once', () => {
  it.each([
    ['srg', '/srgs'],
    ['stig', '/stigs'],
  ] as const)('become one line of %ss', async (kind, path) => {
    const admin = await world.rest(await world.createSystemAdmin())
    for (let round = 0; round < ROUNDS; round += 1) {
      const names = [`Cross_${round}_a`, `Cross_${round}_b`]
      const ids: number[] = []
      for (const id of names) {
        const { body } = await uploadGuide(admin, createGuideFile({ id }), { path })
        ids.push(body.guides[0].id)
      }
      const answers = await sendConcurrently(
        ...ids.map(
          (id, index) => () => admin.patch(`${path}/${id}`, { [kind]: { continues: ids[1 - index] } }),
        ),
      )
      expect(sortStatuses(answers)).toEqual([200, 200])
      const rows = await world.database.queries
        .selectFrom(`${kind}s`)
        .select(releaseLineSql(`${kind}s`, `${kind}s`).as('line'))
        .where('id', 'in', ids)
        .execute()
      expect(new Set(rows.map(({ line }) => line)).size, JSON.stringify(rows)).toBe(1)
    }
  })
})
