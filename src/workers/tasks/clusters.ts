import { toScore, toShingles } from '../../search/similarity/shingles.ts'

/** A cluster of similar comments. */
export interface Cluster {
  ids: number[]
  /** The lowest score of the links of the cluster. */
  score: number
  survivor: number
}

export interface ClusterRequest {
  /** Candidate pairs as `a,b`, separated by spaces. */
  pairs: string
  /** JSON list of `[id, text, id of the first comment with the same text]`; only the first has the text. */
  texts: string
  /** Ids, separated by spaces, of comments with more pairs than the limit, or without a signature. */
  unpaired?: string
  minScore: number
  /** The requested page of clusters, and the number of ids of each. */
  first: number
  end: number
  ids: number
  /** The requested cluster, by its survivor. */
  survivor?: number | undefined
  /** Return only ids above this one. */
  after?: number | undefined
  /** The most steps for comparing the shingles of all pairs. */
  budget?: number
}

export interface ClusterResult {
  /** Largest first; `size` counts all ids of the cluster, `remaining` those after the returned ones. */
  clusters: (Cluster & { size: number; remaining: number })[]
  total: number
  /** Comments that were not compared with every older comment that may say the same. */
  notCompared: number
}

/** About a second of one thread. */
const STEPS = 200_000_000

/**
 * Links the pairs with a sufficient score, and returns the requested clusters. Pairs without texts or beyond the budget
 * are not compared.
 */
export function computeClusters(request: ClusterRequest): ClusterResult {
  const {
    pairs,
    texts,
    unpaired = '',
    minScore,
    first,
    end,
    ids,
    survivor,
    after = 0,
    budget = STEPS,
  } = request
  const comparison = new Comparison(texts, parseIds(unpaired), budget)
  const groups = new Groups()
  for (const pair of pairs === '' ? [] : pairs.split(' ')) {
    const [a = 0, b = 0] = pair.split(',').map(Number)
    const score = comparison.getScore(a, b)
    if (score !== null && score >= minScore) groups.link(a, b, score)
  }
  const all = groups
    .listAll()
    .filter((cluster) => survivor === undefined || cluster.survivor === survivor)
    .toSorted((x, y) => y.ids.length - x.ids.length || x.survivor - y.survivor)
  const clusters = all.slice(first, end).map((cluster) => {
    const following = cluster.ids.filter((id) => id > after)
    const members = following.slice(0, ids)
    return {
      ...cluster,
      ids: members,
      size: cluster.ids.length,
      remaining: following.length - members.length,
    }
  })
  return { clusters, total: all.length, notCompared: comparison.notCompared.size }
}

/** Scores pairs of comments within the budget. */
class Comparison {
  /** Comments that were not compared with every older comment that may say the same. */
  readonly notCompared: Set<number>
  /** The first comment with the same text, by comment. */
  readonly #firsts = new Map<number, number>()
  readonly #shingles = new Map<number, Uint32Array>()
  #steps: number

  constructor(texts: string, unpaired: number[], budget: number) {
    this.notCompared = new Set(unpaired)
    this.#steps = budget
    const entries: [number, string | null, number][] = JSON.parse(texts)
    for (const [id, text, first] of entries) {
      this.#firsts.set(id, first)
      if (text !== null) this.#shingles.set(id, Uint32Array.from(toShingles(text)).sort())
    }
  }

  /** Returns null if the pair is not compared. */
  getScore(a: number, b: number): number | null {
    const score = this.#compare(a, b)
    if (score === null) this.notCompared.add(b)
    return score
  }

  #compare(a: number, b: number): number | null {
    const [one, other] = [this.#firsts.get(a), this.#firsts.get(b)]
    if (one === undefined) this.notCompared.add(a)
    if (one === undefined || other === undefined) return null
    const [small, large] = [this.#shingles.get(one), this.#shingles.get(other)]
    if (!small || !large) return null
    if (one === other) return Math.sign(small.length)
    const cost = small.length + large.length
    if (cost > this.#steps) return null
    this.#steps -= cost
    return computeSimilarity(small, large)
  }
}

const parseIds = (list: string): number[] => (list === '' ? [] : list.split(' ').map(Number))

function computeSimilarity(a: Uint32Array, b: Uint32Array): number {
  let [i, j, shared] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0]
    // Branchless, because the branches are unpredictable: less than half the time.
    shared += Number(x === y)
    i += Number(x <= y)
    j += Number(y <= x)
  }
  return toScore(a.length, b.length, shared)
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

  listAll(): Cluster[] {
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
