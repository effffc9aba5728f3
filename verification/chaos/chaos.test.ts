import { expect, test } from 'vitest'
import { runFaultsOnEmbedded, runFaultsOnPostgres } from '../../test/chaos/fault-schedule.ts'
import { listViolations, formatReport } from './report.ts'
import { readScale, createSmokeScale } from './scale.ts'

// The faults run one after the other and take three times as long on a busy machine.

/** By default a smoke run; CHAOS is the share of a complete run. */
const scale = process.env['CHAOS'] === undefined ? createSmokeScale() : readScale()

test.each([
  ['PostgreSQL, through kills and ended connections', runFaultsOnPostgres],
  ['the embedded database, through kills', runFaultsOnEmbedded],
])('all acknowledged writes are stored completely and once on %s', async (_, inject) => {
  const report = await inject(scale)
  expect(listViolations(report), formatReport(report)).toEqual([])
})
