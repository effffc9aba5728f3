import { runClockFaults, runFaultsOnEmbedded, runFaultsOnPostgres } from '../../test/chaos/fault-schedule.ts'
import { listViolations, formatFaultResult, formatReport } from './report.ts'
import { readScale } from './scale.ts'

/** `npm run chaos`: a complete run on both kinds of database, or the share in `CHAOS`. */
const scale = readScale()
console.log(`Chaos, seed ${scale.seed}; each kind of fault is reported when it is over.`)
let faults = 0
for (const inject of [runFaultsOnPostgres, runFaultsOnEmbedded, runClockFaults]) {
  const report = await inject(scale, (result) => console.log(formatFaultResult(result, scale).join('\n')))
  console.log(formatReport(report))
  faults += listViolations(report).length
}
process.exitCode = faults === 0 ? 0 : 1
