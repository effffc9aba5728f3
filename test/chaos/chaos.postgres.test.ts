import { expect, test } from 'vitest'
import { stormOnEmbedded, stormOnPostgres } from './storm.ts'
import { faultsIn, wordsOf } from './report.ts'
import { scaleOf } from './scale.ts'

/** A tenth of `npm run chaos`, unless CHAOS says otherwise. */
const scale = scaleOf(process.env['CHAOS'] ?? '0.1')

test.each([
  ['PostgreSQL, through kills, ended connections and restarts', stormOnPostgres],
  ['the embedded database, through kills', stormOnEmbedded],
])('no acknowledged write is lost, doubled or halved on %s', async (_, storm) => {
  const report = await storm(scale)
  expect(faultsIn(report), wordsOf(report)).toEqual([])
})
