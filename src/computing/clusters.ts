import { scoreOf, shinglesOf } from '../similarity/shingles.ts'

/** Comments that all say nearly the same as another one of them. */
export interface Cluster {
  ids: number[]
  /** The lowest score of a link that holds the cluster together. */
  score: number
  survivor: number
}

export interface ClustersAsked {
  /** `a,b` of each pair that may say the same, with blanks between them. */
  pairs: string
  /** `[id, text, id of the first comment with this very text]` as a JSON list; the text stands with the first alone. */
  texts: string
  minScore: number
  /** Which clusters are wanted, and how many ids of each. */
  from: number
  to: number
  ids: number
}

export interface ClustersFound {
  /** Largest first; `size` counts the ids that are not here too. */
  clusters: (Cluster & { size: number })[]
  total: number
}

/** Links the pairs that score enough, and answers the asked part of the clusters. A pair without its texts is none. */
export function clustersFrom({ pairs, texts, minScore, from, to, ids }: ClustersAsked): ClustersFound {
  const firsts = new Map<number, number>()
  const shingles = new Map<number, Uint32Array>()
  const given: [number, string | null, number][] = JSON.parse(texts)
  for (const [id, text, first] of given) {
    firsts.set(id, first)
    if (text !== null) shingles.set(id, Uint32Array.from(shinglesOf(text)).sort())
  }
  const scoreBetween = (a: number, b: number): number => {
    const [one, other] = [firsts.get(a), firsts.get(b)]
    if (one === undefined || other === undefined) return 0
    const [small, large] = [shingles.get(one), shingles.get(other)]
    if (!small || !large) return 0
    return one === other ? Math.sign(small.length) : near(small, large)
  }
  const groups = new Groups()
  for (const pair of pairs === '' ? [] : pairs.split(' ')) {
    const [a = 0, b = 0] = pair.split(',').map(Number)
    const score = scoreBetween(a, b)
    if (score >= minScore) groups.link(a, b, score)
  }
  const all = groups.all().toSorted((x, y) => y.ids.length - x.ids.length || x.survivor - y.survivor)
  const clusters = all
    .slice(from, to)
    .map((cluster) => ({ ...cluster, ids: cluster.ids.slice(0, ids), size: cluster.ids.length }))
  return { clusters, total: all.length }
}

function near(a: Uint32Array, b: Uint32Array): number {
  let [i, j, shared] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0]
    if (x === y) shared += 1
    if (x <= y) i += 1
    if (y <= x) j += 1
  }
  return scoreOf(a.length, b.length, shared)
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
