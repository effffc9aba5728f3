import { sql } from 'kysely'
import type { Reader } from '../../src/database.ts'
import { shinglesOf, similarity } from '../../src/similarity/shingles.ts'

/** Comments that all say nearly the same as another one of them. */
export interface Cluster {
  ids: number[]
  /** The lowest score of a link that holds the cluster together. */
  score: number
  survivor: number
}

interface Pair {
  a: number
  b: number
}

interface Text {
  id: number
  comment: string
  triage_status: string | null
}

/** All clusters of a component's comments, largest first; decided duplicates are no news and stay out. */
export async function clustersOf(db: Reader, componentId: number, minScore: number): Promise<Cluster[]> {
  const pairs = await pairsOf(db, componentId)
  const texts = await textsOf(db, [...new Set(pairs.flatMap(({ a, b }) => [a, b]))])
  const shingles = new Map(texts.map(({ id, comment }) => [id, shinglesOf(comment)]))
  const groups = new Groups()
  for (const { a, b } of pairs) {
    const [one, other] = [shingles.get(a), shingles.get(b)]
    const score = one && other ? similarity(one, other) : 0
    if (score >= minScore) groups.link(a, b, score)
  }
  return groups.all().toSorted((x, y) => y.ids.length - x.ids.length || x.survivor - y.survivor)
}

/** A band that more signatures share only pairs its first one with the others. */
const MANY = 100

/**
 * Pairs with at least two bands in common: what one band alone has in common is mostly chance. Copies of one text are
 * paired with the first of them, which stands for them all: a thousand copies would be half a million pairs.
 */
export async function pairsOf(db: Reader, componentId: number): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    with signed as materialized (
      select s.review_id, s.bands, min(s.review_id) over (partition by s.bands) as first_id
      from comment_signatures s join reviews v on v.id = s.review_id left join rules r on r.id = v.rule_id
      where s.component_id = ${componentId} and r.deleted_at is null
        and v.triage_status is distinct from 'withdrawn' and v.triage_status is distinct from 'duplicate'
    ), shared as materialized (
      select * from (
        select band, review_id, count(*) over (partition by band) as size, min(review_id) over (partition by band) as least
        from (select review_id, unnest(bands) as band from signed where review_id = first_id) b
      ) sized where size > 1
    )
    select x.review_id as a, y.review_id as b
    from shared x join shared y on x.band = y.band and x.review_id < y.review_id
    where x.size <= ${MANY} or x.review_id = x.least
    group by 1, 2 having count(*) >= 2
    union all
    select first_id, review_id from signed where review_id <> first_id and cardinality(bands) > 0
    order by 1, 2`.execute(db)
  return rows
}

async function textsOf(db: Reader, ids: number[]): Promise<Text[]> {
  const { rows } = await sql<Text>`
    select id, comment, triage_status from reviews where id = any(${sql.val(ids)}::integer[])`.execute(db)
  return rows
}

/** Disjoint sets of ids with the weakest link of each. */
class Groups {
  readonly #parent = new Map<number, number>()
  readonly #weakest = new Map<number, number>()

  link(a: number, b: number, score: number): void {
    const [one, other] = [this.#root(a), this.#root(b)]
    const [low, high] = one < other ? [one, other] : [other, one]
    const weakest = Math.min(score, this.#weakest.get(low) ?? 1, this.#weakest.get(high) ?? 1)
    this.#parent.set(high, low)
    this.#weakest.set(low, weakest)
  }

  all(): Cluster[] {
    const byRoot = Map.groupBy(this.#parent.keys(), (id) => this.#root(id))
    return [...byRoot].map(([root, ids]) => ({
      ids: ids.toSorted((a, b) => a - b),
      score: this.#weakest.get(root) ?? 1,
      survivor: root,
    }))
  }

  #root(id: number): number {
    if (!this.#parent.has(id)) this.#parent.set(id, id)
    let root = id
    for (
      let next = this.#parent.get(root);
      next !== undefined && next !== root;
      next = this.#parent.get(root)
    ) {
      root = next
    }
    this.#parent.set(id, root)
    return root
  }
}
