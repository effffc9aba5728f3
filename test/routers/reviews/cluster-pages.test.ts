import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { takeGroupsThatFit, PAGE_BYTES } from '../../../routers/reviews/read/similar/cluster-bytes.ts'
import { createRandom, createComment } from '../../search/similarity/generated-comments.ts'
import { createCommentScene, type CommentScene } from '../../support/comments.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const random = createRandom(5)

/** A text of 3,990 characters that repeats this character after each letter. */
function createLongText(character: string): string {
  const words = Array.from({ length: 100 }, () => createComment(random)).join(' ')
  return words.replaceAll(/[a-z]/g, `$&${character}`).slice(0, 3990)
}

/** Comments that differ only in a number. Their signatures share bands, which makes them one cluster. */
async function createCluster(
  scene: CommentScene,
  count: number,
  text: string,
  band: number,
): Promise<number[]> {
  const { project, component, rule, viewer } = scene
  const { rows } = await sql<{ id: number }>`
    with said as (
      insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, triage_status)
      select ${project.id}::integer, ${component.id}::integer, ${rule.id}::integer, 'BaseRule', ${viewer.id}::integer,
        'comment', ${text}::text || ' ' || n, 'pending' from generate_series(1, ${count}::integer) n
      returning id, component_id
    ), signed as (
      insert into comment_signatures (review_id, component_id, bands)
      select id, component_id, array(select ${band}::integer + i from generate_series(1, 38) i) from said
    )
    select id from said order by id`.execute(world.database.queries)
  return rows.map(({ id }) => id)
}

const readBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const listIds = (reviews: { id: number }[]) => reviews.map(({ id }) => id)

describe('a page of clusters', () => {
  it('R-50: has at most 1 MB, and the pages contain all reviews of a cluster', async () => {
    const scene = await createCommentScene(world)
    const ids = await createCluster(scene, 600, createLongText(''), 100)
    const client = await world.rest(scene.author)
    const path = `/components/${scene.component.id}/comment_clusters?per_page=1`
    const read: number[] = []
    let query = ''
    for (
      let remaining = 1;
      remaining > 0;
      query = `&proposed_survivor_id=${ids[0]}&after_review_id=${read.at(-1)}`
    ) {
      const { status, body } = await client.get(`${path}${query}`)
      expect([status, body.rows.length, body.pagination.total]).toEqual([200, 1, 1])
      const [cluster] = body.rows
      expect(readBytes(body)).toBeLessThanOrEqual(PAGE_BYTES)
      expect(cluster).toMatchObject({ proposed_survivor_id: ids[0], reviews_count: 600 })
      expect(cluster.reviews.length).toBeGreaterThan(0)
      read.push(...listIds(cluster.reviews))
      remaining = cluster.reviews_left_out
      expect(read.length + remaining).toBe(600)
    }
    expect(read).toEqual(ids)
  })

  it('R-50: divides its 1 MB among its clusters, and counts the omitted reviews', async () => {
    const scene = await createCommentScene(world)
    for (let i = 0; i < 40; i += 1) await createCluster(scene, 12, createLongText('語'), 100 * (i + 1))
    const { rows } = await world
      .as(scene.author)
      .reviews.commentClusters({ componentId: scene.component.id, per_page: 40 })
    expect(readBytes(rows)).toBeLessThanOrEqual(PAGE_BYTES)
    expect(rows).toHaveLength(40)
    for (const { reviews, reviews_count: all, reviews_left_out: omitted } of rows) {
      expect(reviews.length).toBeGreaterThan(0)
      expect([all, reviews.length + omitted]).toEqual([12, 12])
    }
  })

  it('R-50: contains only the requested cluster, and none for an unknown id', async () => {
    const scene = await createCommentScene(world)
    await createCluster(scene, 3, createLongText(''), 100)
    const ids = await createCluster(scene, 2, createLongText(''), 200)
    const [survivor = 0, last = 0] = ids
    const author = world.as(scene.author)
    const ask = { componentId: scene.component.id }
    const filteredPage = await author.reviews.commentClusters({ ...ask, proposed_survivor_id: survivor })
    expect(filteredPage.rows.map(({ reviews }) => listIds(reviews))).toEqual([ids])
    expect(filteredPage.pagination.total).toBe(1)
    const after = { ...ask, proposed_survivor_id: survivor, after_review_id: last }
    const { rows } = await author.reviews.commentClusters(after)
    expect(rows).toMatchObject([{ reviews: [], reviews_count: 2, reviews_left_out: 0 }])
    const none = await author.reviews.commentClusters({ ...ask, proposed_survivor_id: last })
    expect([none.rows, none.pagination.total]).toEqual([[], 0])
    const client = await world.rest(scene.author)
    for (const name of ['proposed_survivor_id', 'after_review_id']) {
      const path = `/components/${scene.component.id}/comment_clusters?${name}=x`
      expect((await client.get(path)).status).toBe(422)
    }
  })

  it('R-50: does not show the further reviews of a cluster to a viewer', async () => {
    const scene = await createCommentScene(world)
    const [survivor] = await createCluster(scene, 3, createLongText(''), 100)
    const client = await world.rest(scene.viewer)
    const path = `/components/${scene.component.id}/comment_clusters`
    const { status } = await client.get(`${path}?proposed_survivor_id=${survivor}&after_review_id=1`)
    expect(status).toBe(403)
  })
})

describe('the rows that fit on a page', () => {
  const text = 'x'.repeat(1000)

  it('are taken from every group in turn, each from its beginning', () => {
    const groups = [[`a1${text}`, `a2${text}`, `a3${text}`], [`b1${text}`], [`c1${text}`, `c2${text}`]]
    const fitted = takeGroupsThatFit(groups, 7500)
    expect(fitted.map((rows) => rows.map((row) => row.slice(0, 2)))).toEqual([['a1', 'a2'], ['b1'], ['c1']])
  })

  it('include the first row even if it is too large by itself', () => {
    expect(takeGroupsThatFit([['x'.repeat(9000)], ['y']], 5000).map((rows) => rows.length)).toEqual([1, 0])
    expect(takeGroupsThatFit([], 5000)).toEqual([])
  })
})
