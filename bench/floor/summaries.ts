import { Hono } from 'hono'
import { findComponentRole, findProjectRole, findSession } from './access.ts'
import { selectRows, type Row } from './database.ts'
import { TOP_LEVEL } from './filters.ts'

/** Counts by status and closing. */
export const TALLY_LINES = `
  select v.triage_status as status, v.adjudicated_at is not null as closed, count(*)::int as count from reviews v`

const COUNT_DELTA = (column: string) => `${TALLY_LINES}
  where v.${column} = $1 and ${TOP_LEVEL} group by 1, 2`

const STATUSES = [
  'pending',
  'concur',
  'concur_with_comment',
  'non_concur',
  'duplicate',
  'informational',
  'needs_clarification',
  'withdrawn',
  'addressed_by',
]

export function toCounts(tally: Row[]): Record<string, number> {
  return Object.fromEntries(
    STATUSES.map((status) => [status, sumCounts(tally.filter((line) => line['status'] === status))]),
  )
}

export function sumCounts(lines: Row[]): number {
  return lines.reduce((sum, line) => sum + Number(line['count']), 0)
}

/** Both triage summaries: one aggregate query each. */
export const summaries = new Hono()

summaries.get('/api/projects/:id/triage_summary', async (c) => {
  const session = await findSession(c)
  const id = Number(c.req.param('id'))
  if (!session || !(await findProjectRole(session['user_id'], id))) return c.json({}, 404)
  return c.json(toSummary(await selectRows('tally', COUNT_DELTA('project_id'), [id])))
})

summaries.get('/api/components/:id/triage_summary', async (c) => {
  const session = await findSession(c)
  const id = Number(c.req.param('id'))
  if (!session || !(await findComponentRole(session['user_id'], id))) return c.json({}, 404)
  return c.json(toSummary(await selectRows('component_tally', COUNT_DELTA('component_id'), [id])))
})

function toSummary(tally: Row[]): Row {
  const adjudicated = sumCounts(tally.filter((line) => line['closed']))
  const all = sumCounts(tally)
  return {
    by_triage_status: toCounts(tally),
    total: all,
    adjudicated,
    adjudication_pct: Math.round((adjudicated * 1000) / all) / 10,
  }
}
