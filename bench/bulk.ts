import { z } from 'zod'
import { openBenchData } from './support/data.ts'
import { startServer } from './support/servers.ts'
import { printTable } from './support/table.ts'

const COMMENTS = 10_000
const Answer = z.object({ count: z.int().optional(), reviews: z.array(z.unknown()).optional() })

/** Measures one decision on 10,000 comments that a filter selects: first a dry run, then the change. */
export async function measureBulk(): Promise<void> {
  const size = { comments: 2 * COMMENTS, projects: 1, componentsPerProject: 1, rulesPerComponent: 200 }
  const data = await openBenchData(size)
  const { base, stop } = await startServer('product', data.url)
  const lines: string[][] = []
  try {
    for (const dryRun of [true, false]) {
      const body = {
        filter: { component_id: data.componentId, q: 'wording' },
        triage_status: 'concur',
        response_comment: 'We agree and will change the wording.',
        dry_run: dryRun,
      }
      const started = performance.now()
      const response = await fetch(`${base}/reviews/bulk_triage`, {
        method: 'PATCH',
        headers: { cookie: `_service_session=${data.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = Answer.parse(await response.json())
      const count = answer.count ?? answer.reviews?.length ?? 0
      const time = ((performance.now() - started) / 1000).toFixed(2)
      lines.push([dryRun ? 'dry run' : 'decided', String(response.status), String(count), time])
    }
    printTable(['bulk triage by filter', 'status', 'comments', 'seconds'], lines)
  } finally {
    await stop()
    await data.drop()
  }
}

if (import.meta.main) await measureBulk()
