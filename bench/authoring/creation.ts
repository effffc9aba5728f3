import { recordStatements } from '../../test/support/statements.ts'
import { median } from '../support/load.ts'
import { aComponent, aGuide, line, type AuthoringBench, timed } from './authoring-bench.ts'
import { catalogRows, contentByHand, emptyComponent, rulesByHand } from './handwritten-inserts.ts'

const SIZES = [203, 2_000, 5_000, 50_000]

/**
 * Compares the creation of a component from an SRG with handwritten inserts: requirements with their parts, and only the
 * requirement rows. The inserts are one statement with all values, without session, checks and audit trail.
 */
export async function measureCreation(place: AuthoringBench): Promise<void> {
  for (const size of SIZES) {
    const srg = await aGuide(place.db, size)
    await place.settled()
    const rows = await catalogRows(place, srg)
    const rounds = size > 10_000 ? 1 : size > 1000 ? 3 : 9
    const creating: number[] = []
    const whole: number[] = []
    const alone: number[] = []
    let statements = 0
    for (let round = 0; round < rounds; round += 1) {
      const made = await created(place, srg)
      statements = made.statements
      creating.push(made.time)
      whole.push(await byHand(place, srg, (component) => contentByHand(place, component, rows)))
      alone.push(await byHand(place, srg, (component) => rulesByHand(place, component, rows)))
    }
    const of = (times: number[]) =>
      median(creating.map((time, round) => (times[round] ?? NaN) / time)).toFixed(2)
    const more = `${of(whole)} of the same rows by hand (to reach 0.5), ${of(alone)} of the requirement rows alone`
    line(size, 'create a component', median(creating), `${more}, ${statements} statements`)
    await place.db.deleteFrom('srgs').where('id', '=', srg).execute()
  }
}

/** Measures time and statements of a creation, then deletes the component and waits for the background work. */
async function created(place: AuthoringBench, srg: number): Promise<{ time: number; statements: number }> {
  let component = 0
  let statements = 0
  const time = await timed(async () => {
    const seen = await recordStatements(() => aComponent(place, srg))
    component = seen.result
    statements = seen.statements.length
  })
  await removed(place, component)
  return { time, statements }
}

async function byHand(
  place: AuthoringBench,
  srg: number,
  insert: (component: number) => Promise<void>,
): Promise<number> {
  const component = await emptyComponent(place, srg)
  const time = await timed(() => insert(component))
  await removed(place, component)
  return time
}

async function removed(place: AuthoringBench, component: number): Promise<void> {
  await place.db.deleteFrom('components').where('id', '=', component).execute()
  await place.settled()
}
