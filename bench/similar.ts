import { sql } from 'kysely'
import { nearest } from '../routers/reviews/candidates.ts'
import { clustersOf } from '../routers/reviews/clusters.ts'
import { openDatabase, type Reader } from '../src/database.ts'
import { sign } from '../src/similarity/store.ts'
import { chance, madeComment, quoted, withTypos } from '../test/similarity/made-comments.ts'
import { benchData, type BenchData } from './support/data.ts'
import { quantile } from './support/load.ts'
import { table } from './support/table.ts'

const COPIES = 500
const SCORE = 0.8
const MANY = 20_000

/**
 * Suggested duplicates. Accuracy on 5,000 made comments, 500 of them copies with typos and 500 quotations: precision
 * and recall of what scores at least 0.8. Speed of one suggestion and of all clusters at that size and at 20,000.
 */
export async function measureSimilar(): Promise<void> {
  for (const originals of [5000 - 2 * COPIES, MANY]) {
    const data = await benchData({ comments: 10, projects: 1, componentsPerProject: 1, rulesPerComponent: 1 })
    const database = await openDatabase({ url: data.url, dataDir: 'memory:' })
    try {
      await measured(database.reader, data, originals)
    } finally {
      await database.close()
      await data.drop()
    }
  }
}

async function measured(db: Reader, data: BenchData, originals: number): Promise<void> {
  const random = chance(42)
  const texts = Array.from({ length: originals }, () => madeComment(random))
  const kinds = {
    typos: texts.slice(0, COPIES).map((text) => withTypos(random, text)),
    quotations: texts.slice(COPIES, 2 * COPIES).map((text) => quoted(random, text)),
  }
  const ids = await stored(db, data, texts)
  const lines: string[][] = []
  for (const [kind, copies] of Object.entries(kinds)) {
    const known = kind === 'typos' ? ids : ids.slice(COPIES)
    lines.push([`${kind} among ${originals}`, ...(await askedFor(db, data.componentId, copies, known))])
  }
  const heads = ['suggestions', 'precision (0.95)', 'recall (0.9)', 'median ms', 'p99 ms (20)']
  table(heads, lines)
  const started = performance.now()
  const clusters = await clustersOf(db, data.componentId, SCORE)
  console.log(
    `${clusters.length} clusters of ${originals} in ${(performance.now() - started).toFixed(0)} ms\n`,
  )
}

/** Precision, recall and the times of asking for each copy; `known` holds the original of each. */
async function askedFor(
  db: Reader,
  componentId: number,
  copies: string[],
  known: number[],
): Promise<string[]> {
  for (const copy of copies.slice(0, 20)) await nearest(db, copy, { componentId }, 10)
  let right = 0
  let wrong = 0
  const times: number[] = []
  for (const [index, copy] of copies.entries()) {
    const started = performance.now()
    const found = await nearest(db, copy, { componentId }, 10)
    times.push(performance.now() - started)
    for (const { id, score } of found) {
      if (score < SCORE) continue
      if (id === known[index]) right += 1
      else wrong += 1
    }
  }
  return [
    (right / (right + wrong)).toFixed(3),
    (right / copies.length).toFixed(3),
    quantile(times, 0.5).toFixed(1),
    quantile(times, 0.99).toFixed(1),
  ]
}

async function stored(
  db: Parameters<typeof sign>[0],
  { projectId, componentId }: { projectId: number; componentId: number },
  texts: string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into reviews (project_id, component_id, commentable_type, action, comment, triage_status)
    select ${projectId}, ${componentId}, 'Component', 'comment', text, 'pending'
    from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as t(text, n) order by n
    returning id`.execute(db)
  await sign(
    db,
    rows.map(({ id }, index) => ({ id, component_id: componentId, comment: texts[index] ?? '' })),
  )
  await sql`analyze comment_signatures`.execute(db)
  return rows.map(({ id }) => id)
}

if (import.meta.main) await measureSimilar()
