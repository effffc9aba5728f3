import { expect, test } from 'vitest'
import { stormOnEmbedded, stormOnPostgres } from '../../test/chaos/fault-schedule.ts'
import { faultsIn, wordsOf } from './report.ts'
import { scaleOf, smokeScale } from './scale.ts'

// The faults run one after the other and take three times as long on a busy machine.

/** By default a smoke run; CHAOS is the share of a complete run. */
const scale = process.env['CHAOS'] === undefined ? smokeScale() : scaleOf()

test.each([
  ['PostgreSQL, through kills and ended connections', stormOnPostgres],
  ['the embedded database, through kills', stormOnEmbedded],
])('all acknowledged writes are stored completely and once on %s', async (_, storm) => {
  const report = await storm(scale)
  expect(faultsIn(report), wordsOf(report)).toEqual([])
})
