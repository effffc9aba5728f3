import { sql } from 'kysely'
import { findClusters } from '../routers/reviews/read/similar/clusters.ts'
import { findNearest } from '../routers/reviews/read/similar/nearest.ts'
import { type Queries } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'
import { storeSignatures } from '../src/search/similarity/store.ts'
import { createWorkerPool } from '../src/workers/pool.ts'
import {
  createRandom,
  createComment,
  paraphrase,
  quoted,
  withTypos,
} from '../test/search/similarity/generated-comments.ts'
import { openBenchData, type BenchData } from './support/data.ts'
import { computeQuantile } from './support/load.ts'
import { printTable } from './support/table.ts'

const COPIES = 500
const SCORE = 0.8
const LARGE_COUNT = 20_000
const workers = createWorkerPool()
const SAME = 5_000

/**
 * Measures suggested duplicates among 5,000 generated comments: precision and recall for 500 typo copies, quotations and
 * paraphrases each, from a score of 0.8. Measures the duration of one suggestion and of all clusters, also for 20,000
 * comments and for 5,000 equal texts.
 */
export async function measureSimilar(): Promise<void> {
  for (const originals of [5000 - 3 * COPIES, LARGE_COUNT]) {
    const data = await openBenchData({
      comments: 10,
      projects: 1,
      componentsPerProject: 1,
      rulesPerComponent: 1,
    })
    const database = await openDatabase({ url: data.url, dataDir: 'memory:' })
    try {
      await measureAccuracy(database.queries, data, originals)
    } finally {
      await database.close()
      await data.drop()
    }
  }
}

async function measureAccuracy(db: Queries, data: BenchData, originals: number): Promise<void> {
  const random = createRandom(42)
  const texts = Array.from({ length: originals }, () => createComment(random))
  const createCopies = (kind: number, copy: (random: () => number, text: string) => string) =>
    texts.slice(kind * COPIES, (kind + 1) * COPIES).map((text) => copy(random, text))
  const kinds = [
    { kind: 'typos', least: SCORE, texts: createCopies(0, withTypos) },
    { kind: 'quotations', least: SCORE, texts: createCopies(1, quoted) },
    { kind: 'paraphrases', least: 0, texts: createCopies(2, paraphrase) },
  ]
  const ids = await storeComments(db, data, texts)
  const lines: string[][] = []
  for (const [index, { kind, least, texts: copied }] of kinds.entries()) {
    const known = ids.slice(index * COPIES)
    lines.push([
      `${kind} among ${originals}`,
      ...(await measureSuggestions(db, data.componentId, { copied, known, least })),
    ])
  }
  printTable(['suggestions', 'precision (0.95)', 'recall (0.9)', 'median ms', 'p99 ms (20)'], lines)
  await measureClusters(db, data, `${originals}`)
  if (originals < LARGE_COUNT) return
  await storeComments(
    db,
    data,
    Array.from({ length: SAME }, () => texts[0] ?? ''),
  )
  await measureClusters(db, data, `${originals} and ${SAME} times the same`)
}

async function measureClusters(db: Queries, { componentId }: BenchData, label: string): Promise<void> {
  const started = performance.now()
  const page = { minScore: SCORE, page: 1, per_page: 25, ids: 20 }
  const { total } = await findClusters(
    db,
    workers.forCaller({ userId: 0, purpose: 'read' }),
    componentId,
    page,
  )
  console.log(`${total} clusters of ${label} in ${(performance.now() - started).toFixed(0)} ms\n`)
}

interface Copies {
  copied: string[]
  /** The original of each copy. */
  known: number[]
  /** The minimum score. */
  least: number
}

/** Requests suggestions for each copy; returns precision, recall and durations. */
async function measureSuggestions(
  db: Queries,
  componentId: number,
  { copied, known, least }: Copies,
): Promise<string[]> {
  for (const copy of copied.slice(0, 20)) await findNearest(db, copy, { componentId }, 10)
  let right = 0
  let wrong = 0
  const times: number[] = []
  for (const [index, copy] of copied.entries()) {
    const started = performance.now()
    const suggestions = await findNearest(db, copy, { componentId }, 10)
    times.push(performance.now() - started)
    for (const { id, score } of suggestions) {
      if (score < least) continue
      if (id === known[index]) right += 1
      else wrong += 1
    }
  }
  return [
    (right / (right + wrong)).toFixed(3),
    (right / copied.length).toFixed(3),
    computeQuantile(times, 0.5).toFixed(1),
    computeQuantile(times, 0.99).toFixed(1),
  ]
}

async function storeComments(
  db: Parameters<typeof storeSignatures>[0],
  { projectId, componentId }: { projectId: number; componentId: number },
  texts: string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into reviews (project_id, component_id, commentable_type, action, comment, triage_status)
    select ${projectId}, ${componentId}, 'Component', 'comment', text, 'pending'
    from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as t(text, n) order by n
    returning id`.execute(db)
  await storeSignatures(
    db,
    rows.map(({ id }, index) => ({ id, component_id: componentId, comment: texts[index] ?? '' })),
  )
  await sql`analyze comment_signatures`.execute(db)
  return rows.map(({ id }) => id)
}

if (import.meta.main) await measureSimilar()
