import { expect, test } from 'vitest'
import { stormOnEmbedded, stormOnPostgres } from '../../test/chaos/fault-schedule.ts'
import { faultsIn, wordsOf } from './report.ts'
import { scaleOf, smokeScale } from './scale.ts'

// The faults take their time after each other, and a busy machine triples it.

/** A smoke run unless CHAOS names a share of `npm run chaos`. */
const scale = process.env['CHAOS'] === undefined ? smokeScale() : scaleOf()

test.each([
  ['PostgreSQL, through kills and ended connections', stormOnPostgres],
  ['the embedded database, through kills', stormOnEmbedded],
])('all acknowledged writes are stored completely and once on %s', async (_, storm) => {
  const report = await storm(scale)
  expect(faultsIn(report), wordsOf(report)).toEqual([])
})
