import { stormOnEmbedded, stormOnPostgres } from './storm.ts'
import { faultsIn, wordsOf } from './report.ts'
import { scaleOf } from './scale.ts'

/** `npm run chaos`: the whole storm on both engines, or the share of it that `CHAOS` names. */
const scale = scaleOf()
let faults = 0
for (const storm of [stormOnPostgres, stormOnEmbedded]) {
  const report = await storm(scale)
  console.log(wordsOf(report))
  faults += faultsIn(report).length
}
process.exitCode = faults === 0 ? 0 : 1
