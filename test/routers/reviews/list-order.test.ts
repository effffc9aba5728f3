import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

/** Comments with every status, on two requirements and on the component, posted on four days. */
async function createPeriod() {
  const scene = await createCommentScene(world)
  const { rule, component, viewer } = scene
  const second = await world.createRule(component)
  const createdOn = (day: number) => ({ createdAt: new Date(`2026-03-0${day}T12:00:00Z`) })
  const late = await world.createReview(second, viewer, { ...createdOn(4), dueOn: '2026-05-01' })
  const early = await world.createReview(second, viewer, { ...createdOn(1), triageStatus: 'concur' })
  const general = await world.createReview(component, viewer, {
    ...createdOn(2),
    triageStatus: 'needs_clarification',
  })
  const first = await world.createReview(rule, viewer, {
    ...createdOn(3),
    triageStatus: 'informational',
    adjudicatedAt: new Date(),
    dueOn: '2026-04-01',
  })
  const ids = { late: late.id, early: early.id, whole: general.id, first: first.id }
  const client = await world.rest(scene.author)
  const [component_id, project_id] = [component.id, scene.project.id]
  const lists = [`/components/${component_id}/comments`, `/projects/${project_id}/comments`]
  const listIds = async (query: string) => {
    const answers = await Promise.all(lists.map((path) => client.get(`${path}?${query}`)))
    const [ids, other] = answers.map(({ body }) => body.rows.map((row: { id: number }) => row.id))
    expect(other).toEqual(ids)
    expect(answers.map(({ body }) => body.pagination.total)).toEqual([ids.length, ids.length])
    return ids
  }
  return { ...scene, ids, client, listIds, lists }
}

describe('lists of comments', () => {
  it('have the requested order', async () => {
    const { ids, listIds } = await createPeriod()
    const { late, early, whole: general, first } = ids
    expect(await listIds('triage_status=all')).toEqual([late, first, general, early])
    expect(await listIds('triage_status=all&sort=newest')).toEqual([late, first, general, early])
    expect(await listIds('triage_status=all&sort=oldest')).toEqual([early, general, first, late])
    expect(await listIds('triage_status=all&sort=due')).toEqual([first, late, early, general])
    expect(await listIds('triage_status=all&sort=rule')).toEqual([general, first, early, late])
    expect(await listIds('triage_status=all&sort=oldest&q=needs a look')).toEqual([
      early,
      general,
      first,
      late,
    ])
  })

  it('keep their order across pages', async () => {
    const { ids, client, lists } = await createPeriod()
    const pagedIds: number[] = []
    for (const page of [1, 2, 3, 4]) {
      const query = `triage_status=all&sort=rule&per_page=1&page=${page}`
      const { body } = await client.get(`${lists[0]}?${query}`)
      pagedIds.push(...body.rows.map((row: { id: number }) => row.id))
    }
    expect(pagedIds).toEqual([ids.whole, ids.first, ids.early, ids.late])
  })

  it('can be filtered by several statuses instead of one', async () => {
    const { ids, listIds } = await createPeriod()
    const several = 'triage_statuses=concur&triage_statuses=informational'
    expect(await listIds(several)).toEqual([ids.first, ids.early])
    expect(await listIds(`${several}&triage_status=pending`)).toEqual([ids.first, ids.early])
    expect(await listIds(`${several}&resolved=false`)).toEqual([ids.early])
    expect(await listIds(`${several}&q=look`)).toEqual([ids.first, ids.early])
    expect(await listIds('triage_statuses=concur')).toEqual([ids.early])
  })

  it('can be filtered by ids and by days, including the last day', async () => {
    const { ids, listIds } = await createPeriod()
    const all = 'triage_status=all'
    expect(await listIds(`${all}&ids=${ids.late}&ids=${ids.whole}&ids=1`)).toEqual([ids.late, ids.whole])
    expect(await listIds(`ids=${ids.late}&ids=${ids.whole}`)).toEqual([ids.late])
    expect(await listIds(`${all}&created_from=2026-03-02&created_to=2026-03-03`)).toEqual([
      ids.first,
      ids.whole,
    ])
    expect(await listIds(`${all}&created_to=2026-03-01`)).toEqual([ids.early])
  })

  it('support the same filters for the comments of a person', async () => {
    const { ids, client, viewer } = await createPeriod()
    const query = 'triage_statuses=concur&triage_statuses=pending&sort=oldest&created_from=2026-03-01'
    const { body } = await client.get(`/users/${viewer.id}/comments?${query}`)
    expect(body.rows.map((row: { id: number }) => row.id)).toEqual([ids.early, ids.late])
  })

  it('reject unknown orders, statuses, days and ids', async () => {
    const { client, lists } = await createPeriod()
    for (const query of ['sort=best', 'triage_statuses=agreed', 'created_from=soon', 'ids=x', 'ids=0']) {
      const { status, body } = await client.get(`${lists[0]}?${query}`)
      expect([query, status]).toEqual([query, 422])
      expect(Object.keys(body.errors)[0]).toContain(query.split('=')[0])
    }
  })

  it('support the same filters in a bulk decision', async () => {
    const { ids, client, component } = await createPeriod()
    const filter = { component_id: component.id, triage_statuses: ['concur', 'needs_clarification'] }
    const decision = { filter, triage_status: 'concur_with_comment', dry_run: true }
    const { body } = await client.patch('/reviews/bulk_triage', decision)
    expect(body.reviews.map((row: { id: number }) => row.id)).toEqual([ids.early, ids.whole])
  })
})
