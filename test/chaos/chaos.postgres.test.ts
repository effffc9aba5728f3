import { expect, test, vi } from 'vitest'
import { stormOnEmbedded, stormOnPostgres } from './storm.ts'
import { faultsIn, wordsOf } from './report.ts'
import { scaleOf } from './scale.ts'

// The faults take their time after each other, and a busy machine triples it.
vi.setConfig({ testTimeout: 300_000 })

/** Each quick fault of `npm run chaos` once or a few times, unless CHAOS says otherwise. */
const scale = scaleOf(process.env['CHAOS'] ?? '0.015')

test.each([
  ['PostgreSQL, through kills, ended connections, a full disk and a flood of sockets', stormOnPostgres],
  ['the embedded database, through kills', stormOnEmbedded],
])('no acknowledged write is lost, doubled or halved on %s', async (_, storm) => {
  const report = await storm(scale)
  expect(faultsIn(report), wordsOf(report)).toEqual([])
})
