import { describe, expect, it } from 'vitest'
import { createThreeComments } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

/** Three comments, and the versions that the caller saw. */
async function createSeenComments(over: Parameters<typeof createThreeComments>[1] = {}) {
  const scene = await createThreeComments(world, over)
  const versions = Object.fromEntries(scene.reviews.map(({ id, lockVersion }) => [id, lockVersion]))
  return { ...scene, versions }
}

const readStored = (scene: Awaited<ReturnType<typeof createSeenComments>>) =>
  Promise.all(
    scene.ids.map(async (reviewId) => {
      const { review } = await world.as(scene.author).reviews.get({ reviewId })
      return review.triage_status
    }),
  )

describe('the version guard of a write on many comments', () => {
  it('accepts the write while every comment is unchanged', async () => {
    const { ids, author, versions } = await createSeenComments()
    const client = await world.rest(author)
    const body = { review_ids: ids, triage_status: 'concur', expected_lock_versions: versions }
    expect((await client.patch('/reviews/bulk_triage', { ...body, dry_run: true })).status).toBe(200)
    const decided = await client.patch('/reviews/bulk_triage', body)
    expect(decided.status).toBe(200)
    const now = Object.fromEntries(
      decided.body.reviews.map((item: { id: number; lock_version: number }) => [item.id, item.lock_version]),
    )
    const closing = { review_ids: ids, expected_lock_versions: now }
    expect((await client.patch('/reviews/bulk_adjudicate', closing)).status).toBe(200)
    expect((await client.patch('/reviews/bulk_adjudicate', closing)).body.reason).toBe('stale')
  })

  it('rejects the complete write if one comment changed, and returns that comment', async () => {
    const scene = await createSeenComments()
    const { ids, author, admin, versions } = scene
    await world.as(admin).reviews.triage({ reviewId: ids[1] ?? 0, triage_status: 'informational' })
    const client = await world.rest(author)
    for (const dry_run of [true, false]) {
      const { status, body } = await client.patch('/reviews/bulk_triage', {
        review_ids: ids,
        triage_status: 'concur',
        expected_lock_versions: versions,
        dry_run,
      })
      expect([status, body.reason]).toEqual([409, 'stale'])
      expect(body.reviews).toMatchObject([{ id: ids[1], triage_status: 'informational' }])
    }
    expect(await readStored(scene)).toEqual(['pending', 'informational', 'pending'])
  })

  it('protects a merge in the same way', async () => {
    const scene = await createSeenComments({ comment: 'Same thing' })
    const { ids, admin, author, versions } = scene
    await world.as(author).reviews.assign({ reviewId: ids[2] ?? 0, assignee_id: author.id })
    const client = await world.rest(admin)
    const merge = { review_ids: ids, survivor_id: ids[0], expected_lock_versions: versions }
    const { status, body } = await client.patch('/reviews/merge', merge)
    expect([status, body.reason]).toEqual([409, 'stale'])
    expect(body.reviews.map(({ id }: { id: number }) => id)).toEqual([ids[2]])
    expect(await readStored(scene)).toEqual(['pending', 'pending', 'pending'])
  })

  it.each([
    ['a comment that is not selected', { '2147483647': 1 }, 'review.version_not_selected'],
    ['no id', { first: 1 }, 'validation'],
    ['no version', { '1': 'x' }, 'validation'],
    ['a list', [1], 'validation'],
  ])('is rejected if it names %s', async (_, expected_lock_versions, reason) => {
    const { ids, author } = await createSeenComments()
    const client = await world.rest(author)
    const { status, body } = await client.patch('/reviews/bulk_triage', {
      review_ids: ids,
      triage_status: 'concur',
      expected_lock_versions,
    })
    expect([status, body.reason]).toEqual([422, reason])
    expect(Object.keys(body.errors)[0]).toMatch(/^expected_lock_versions/)
  })

  it('reveals no versions to users who may not decide', async () => {
    const { ids, viewer, versions } = await createSeenComments()
    const stale = { ...versions, [ids[0] ?? 0]: 99 }
    const client = await world.rest(viewer)
    const { status, body } = await client.patch('/reviews/bulk_triage', {
      review_ids: ids,
      triage_status: 'concur',
      expected_lock_versions: stale,
    })
    expect([status, body.reason]).toEqual([403, 'permission_denied'])
    expect(body.reviews).toBeUndefined()
  })
})
