import { describe, expect, it } from 'vitest'
import { aWorkplace } from '../support/authoring.ts'
import type { Body } from '../support/rest.ts'
import { ROUNDS, statuses, together } from '../support/together.ts'
import { aWorld } from '../support/world.ts'

const world = aWorld()

/** A proposed move between two components on one core SRG; `accept` sends it to its target. */
async function aProposal() {
  const srg = Number((await world.anSrg({ core: true })).id)
  const source = await aWorkplace(world, { type: 'srg', srg })
  const target = await aWorkplace(world, { type: 'srg', srg, component: { prefix: 'DEST-01' } })
  const rule = source.rules[0] ?? 0
  const { body } = await source.as.author.post(`/rules/${rule}/relocations`, {
    requirement_relocation: { target_technology_token: 'DEST' },
  })
  const path = `/requirement_relocations/${body.relocation.id}`
  const accept = () => target.as.author.post(`${path}/accept`, { target_component_id: target.component.id })
  const decline = () =>
    target.as.author.post(`${path}/decline`, {
      target_component_id: target.component.id,
      requirement_relocation: { adjudication_rationale: 'Not ours' },
    })
  const landed = async (): Promise<Body[]> => {
    const { body } = await target.as.viewer.get(`/components/${target.component.id}/rules`)
    return body.filter((one: Body) => one.rule_id > '000003')
  }
  return { source, target, rule, path, accept, decline, landed }
}

describe('accepting a relocation meets', () => {
  it('an edit of the requirement: it lands as edited, or the edit finds it gone', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { source, rule, accept, landed } = await aProposal()
      const [moved, edited] = await together(accept, () =>
        source.as.author.patch(`/rules/${rule}`, { rule: { title: 'Edited' } }),
      )
      expect(moved?.status).toBe(200)
      expect([200, 404]).toContain(edited?.status)
      const [copy] = await landed()
      expect(copy.title === 'Edited').toBe(edited?.status === 200)
    }
  })

  it('itself and a refusal: one of them holds', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { accept, decline, landed } = await aProposal()
      const answers = await together(accept, decline, accept)
      expect(statuses(answers)).toEqual([200, 404, 404])
      expect(await landed()).toHaveLength(answers[1]?.status === 200 ? 0 : 1)
    }
  })

  it('the withdrawal of the proposal or the deletion of the requirement', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const end of ['withdraw', 'delete'] as const) {
        const { source, rule, path, accept, landed } = await aProposal()
        const [moved, ended] = await together(accept, () =>
          end === 'withdraw' ? source.as.author.delete(path) : source.as.admin.delete(`/rules/${rule}`),
        )
        expect([moved?.status, ended?.status]).toEqual(moved?.status === 200 ? [200, 404] : [404, 200])
        expect(await landed()).toHaveLength(moved?.status === 200 ? 1 : 0)
      }
    }
  })

  it('the deletion of its source and of its target', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { source, target, accept } = await aProposal()
      const removals = [
        () => source.as.admin.delete(`/components/${source.component.id}`),
        () => target.as.admin.delete(`/components/${target.component.id}`),
      ]
      const [moved, ...removed] = await together(accept, ...removals)
      expect([200, 404]).toContain(moved?.status)
      expect(removed.map(({ status }) => status)).toEqual([200, 200])
    }
  })

  it('the release of its target: it is part of what is released, or refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { target, accept } = await aProposal()
      await world.database.reader
        .updateTable('rules')
        .set({ status: 'Applicable', locked: true })
        .where('component_id', '=', target.component.id)
        .execute()
      const path = `/components/${target.component.id}`
      await target.as.admin.patch(path, {
        component: { name: `Races ${target.component.id}`, version: 1, release: 1 },
      })
      const answers = await together(accept, () => target.as.admin.post(`${path}/release`))
      expect(statuses(answers)).toEqual([200, 422])
    }
  })
})
