import { describe, expect, it } from 'vitest'
import { ROUNDS, sortStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import { createProposal } from '../support/relocation-proposals.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

const createOpenProposal = () => createProposal(world)

describe('accepting a relocation', () => {
  it('an edit during the acceptance changes the text before the move, or answers 404', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { source, rule, accept, landed } = await createOpenProposal()
      const [moved, edited] = await sendConcurrently(accept, () =>
        source.as.author.patch(`/rules/${rule}`, { rule: { title: 'Edited' } }),
      )
      expect(moved?.status).toBe(200)
      expect([200, 404]).toContain(edited?.status)
      const [copy] = await landed()
      expect(copy.title === 'Edited').toBe(edited?.status === 200)
    }
  })

  it('a second acceptance and a decline do not succeed after the first one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { accept, decline, landed } = await createOpenProposal()
      const answers = await sendConcurrently(accept, decline, accept)
      expect(sortStatuses(answers)).toEqual([200, 404, 404])
      expect(await landed()).toHaveLength(answers[1]?.status === 200 ? 0 : 1)
    }
  })

  it('a restore leaves the requirement in one place', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { source, rule, accept, landed } = await createOpenProposal()
      const recall = () => source.as.admin.post(`/rules/${rule}/restore`)
      const answers = await sendConcurrently(accept, accept, recall)
      expect(sortStatuses(answers.slice(0, 2))).toEqual([200, 404])
      const restored = answers[2]?.status
      expect([200, 404]).toContain(restored)
      const isVisible = (await source.as.viewer.get(`/rules/${rule}`)).status === 200
      expect([isVisible, (await landed()).length]).toEqual(restored === 200 ? [true, 0] : [false, 1])
    }
  })

  it('a withdrawal of the proposal or a deletion of the requirement excludes the acceptance', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const end of ['withdraw', 'delete'] as const) {
        const { source, rule, path, accept, landed } = await createOpenProposal()
        const [moved, ended] = await sendConcurrently(accept, () =>
          end === 'withdraw' ? source.as.author.delete(path) : source.as.admin.delete(`/rules/${rule}`),
        )
        expect([moved?.status, ended?.status]).toEqual(moved?.status === 200 ? [200, 404] : [404, 200])
        expect(await landed()).toHaveLength(moved?.status === 200 ? 1 : 0)
      }
    }
  })

  it('deletions of source and target succeed, and the acceptance succeeds or answers 404', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { source, target, accept } = await createOpenProposal()
      const removals = [
        () => source.as.admin.delete(`/components/${source.component.id}`),
        () => target.as.admin.delete(`/components/${target.component.id}`),
      ]
      const [moved, ...removed] = await sendConcurrently(accept, ...removals)
      expect([200, 404]).toContain(moved?.status)
      expect(removed.map(({ status }) => status)).toEqual([200, 200])
    }
  })

  it('a release of the target includes the requirement, or the acceptance is rejected', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { target, accept } = await createOpenProposal()
      await world.database.queries
        .updateTable('rules')
        .set({ status: 'Applicable', locked: true })
        .where('component_id', '=', target.component.id)
        .execute()
      const path = `/components/${target.component.id}`
      await target.as.admin.patch(path, {
        component: { name: `Races ${target.component.id}`, version: 1, release: 1 },
      })
      const answers = await sendConcurrently(accept, () => target.as.systemAdmin.post(`${path}/release`))
      expect(sortStatuses(answers)).toEqual([200, 422])
    }
  })
})

describe('recalling a relocated requirement', () => {
  /** A relocated requirement, and the request that recalls it. */
  async function createLanded() {
    const proposal = await createOpenProposal()
    const { landed_rule_id: landed } = (await proposal.accept()).body
    const recall = () => proposal.source.as.admin.post(`/rules/${proposal.rule}/restore`)
    return { ...proposal, landed, recall }
  }

  it('an edit of the copy is discarded, or answers 404', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { source, target, rule, landed, recall } = await createLanded()
      const [returned, edited] = await sendConcurrently(recall, () =>
        target.as.author.patch(`/rules/${landed}`, { rule: { title: 'Edited' } }),
      )
      expect(returned?.status).toBe(200)
      expect([200, 404]).toContain(edited?.status)
      expect((await source.as.viewer.get(`/rules/${rule}`)).status).toBe(200)
      expect((await target.as.viewer.get(`/rules/${landed}`)).status).toBe(404)
    }
  })

  it('a comment on the copy is deleted, or is rejected', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { target, landed, recall } = await createLanded()
      const [returned, comment] = await sendConcurrently(recall, () =>
        target.as.viewer.post(`/rules/${landed}/reviews`, { review: { action: 'comment', comment: 'Ours' } }),
      )
      expect(returned?.status).toBe(200)
      expect([200, 404]).toContain(comment?.status)
    }
  })

  it('a release of the target includes the copy, or the recall comes before it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { source, target, rule, landed, recall } = await createLanded()
      await world.database.queries
        .updateTable('rules')
        .set({ status: 'Applicable', locked: true })
        .where('component_id', '=', target.component.id)
        .execute()
      const path = `/components/${target.component.id}`
      await target.as.admin.patch(path, {
        component: { name: `Recalled ${target.component.id}`, version: 1, release: 1 },
      })
      const [returned, released] = await sendConcurrently(recall, () =>
        target.as.systemAdmin.post(`${path}/release`),
      )
      expect(released?.status).toBe(200)
      const inTarget = (await target.as.viewer.get(`/rules/${landed}`)).status === 200
      const inSource = (await source.as.viewer.get(`/rules/${rule}`)).status === 200
      expect([inTarget, inSource]).toEqual(returned?.status === 200 ? [false, true] : [true, false])
      if (returned?.status !== 200) expect(returned?.body.reason).toBe('relocation.taken_up')
    }
  })

  it('a second recall is rejected, and the requirement is restored once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { recall } = await createLanded()
      expect(sortStatuses(await sendConcurrently(recall, recall))).toEqual([200, 404])
    }
  })

  it('a deletion of the copy or of its component does not prevent the recall', async () => {
    for (const end of ['rule', 'component'] as const) {
      const { source, target, rule, landed, recall } = await createLanded()
      const path = end === 'rule' ? `/rules/${landed}` : `/components/${target.component.id}`
      const [returned, removed] = await sendConcurrently(recall, () => target.as.admin.delete(path))
      expect(returned?.status).toBe(200)
      expect([200, 404]).toContain(removed?.status)
      expect((await source.as.viewer.get(`/rules/${rule}`)).status).toBe(200)
    }
  })
})
