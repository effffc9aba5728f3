import { sql } from 'kysely'
import { recordStatements } from '../../test/support/statements.ts'
import { computeMedian } from '../support/load.ts'
import { createComponent, createGuide, printLine, type AuthoringBench, measureMs } from './authoring-bench.ts'

interface Case {
  name: string
  path: string
  raw?: () => Promise<unknown>
  atLeast?: number
}

/** Measures the reads of a component with this many requirements: time, size, largest chunk, memory and statements. */
export async function measureReads(bench: AuthoringBench, size: number): Promise<void> {
  const id = await createComponent(bench, await createGuide(bench.db, size))
  await bench.settled()
  await sql`analyze`.execute(bench.db)
  const cases: Case[] = [
    { name: 'statistics', path: `/api/components/${id}/stats` },
    { name: 'readiness', path: `/api/components/${id}/workflow_state` },
    { name: 'history', path: `/components/${id}/histories` },
    { name: 'picker', path: `/components/${id}/rules_picker` },
    {
      name: 'requirement list',
      path: `/components/${id}/rules`,
      raw: () => readRawList(bench, id),
      atLeast: 0.6,
    },
    { name: 'detail', path: `/components/${id}` },
    { name: 'search', path: '/api/search/global?q=configure' },
    { name: 'search in it', path: `/api/search/global?q=configure&component_id=${id}` },
  ]
  for (const { name, path, raw, atLeast } of cases) {
    const rounds = size > 10_000 ? 1 : 7
    const { result: first, statements } = await recordStatements(() => readToEnd(bench, path))
    const times: number[] = []
    const ratios: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const time = await measureMs(() => readToEnd(bench, path))
      times.push(time)
      if (raw) ratios.push((await measureMs(raw)) / time)
    }
    const ratio = raw ? `, ${computeMedian(ratios).toFixed(2)} of raw (to reach ${atLeast})` : ''
    const formatKib = (bytes: number) => `${Math.ceil(bytes / 1024)} KiB`
    const more = `${formatKib(first.bytes)}, pieces of ${formatKib(first.largest)}, ${first.grown} MiB more, ${statements.length} statements`
    printLine(size, name, computeMedian(times), more + ratio)
  }
}

/** Reads a response to its end and discards it. */
async function readToEnd({ app, headers }: AuthoringBench, path: string) {
  const before = process.memoryUsage().rss
  const response = await app.request(path, { headers })
  if (response.status !== 200 || !response.body) throw new Error(`${path}: ${response.status}`)
  let bytes = 0
  let largest = 0
  let peak = before
  for await (const piece of response.body) {
    bytes += piece.byteLength
    largest = Math.max(largest, piece.byteLength)
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  return { bytes, largest, grown: Math.round((peak - before) / 1024 / 1024) }
}

/** The handwritten list: plain columns and two nested lists, serialized as JSON. */
async function readRawList({ db }: AuthoringBench, component: number): Promise<number> {
  const { rows } = await sql`select r.*, s.version as srg_version, to_jsonb(s) as srg_rule,
      (select json_agg(k) from rule_checks k where k.rule_id = r.id) as checks,
      (select json_agg(d) from disa_descriptions d where d.rule_id = r.id) as descriptions
    from rules r join srg_rules s on s.id = r.srg_rule_id where r.component_id = ${component}
    order by r.version collate "C", r.rule_id`.execute(db)
  return JSON.stringify(rows).length
}
