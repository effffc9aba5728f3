import { stormOfClocks, stormOnEmbedded, stormOnPostgres } from '../../test/chaos/fault-schedule.ts'
import { faultsIn, struckInWords, wordsOf } from './report.ts'
import { scaleOf } from './scale.ts'

/** `npm run chaos`: a complete run on both kinds of database, or the share in `CHAOS`. */
const scale = scaleOf()
console.log(`Chaos, seed ${scale.seed}; each kind of fault is told when it is over.`)
let faults = 0
for (const storm of [stormOnPostgres, stormOnEmbedded, stormOfClocks]) {
  const report = await storm(scale, (struck) => console.log(struckInWords(struck, scale).join('\n')))
  console.log(wordsOf(report))
  faults += faultsIn(report).length
}
process.exitCode = faults === 0 ? 0 : 1
