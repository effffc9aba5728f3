import { recordStatements } from '../../test/support/statements.ts'
import { computeMedian } from '../support/load.ts'
import { createComponent, createGuide, printLine, type AuthoringBench, measureMs } from './authoring-bench.ts'
import { readCatalogRows, insertContent, createEmptyComponent, insertRules } from './handwritten-inserts.ts'

const SIZES = [203, 2_000, 5_000, 50_000]

/**
 * Compares the creation of a component from an SRG with handwritten inserts: requirements with their parts, and only the
 * requirement rows. The inserts are one statement with all values, without session, checks and audit log.
 */
export async function measureCreation(bench: AuthoringBench): Promise<void> {
  for (const size of SIZES) {
    const srg = await createGuide(bench.db, size)
    await bench.settled()
    const rows = await readCatalogRows(bench, srg)
    const rounds = size > 10_000 ? 1 : size > 1000 ? 3 : 9
    const creating: number[] = []
    const contentTimes: number[] = []
    const insertTimes: number[] = []
    let statements = 0
    for (let round = 0; round < rounds; round += 1) {
      const creation = await measureCreated(bench, srg)
      statements = creation.statements
      creating.push(creation.time)
      contentTimes.push(
        await measureHandwritten(bench, srg, (component) => insertContent(bench, component, rows)),
      )
      insertTimes.push(
        await measureHandwritten(bench, srg, (component) => insertRules(bench, component, rows)),
      )
    }
    const toRatio = (times: number[]) =>
      computeMedian(creating.map((time, round) => (times[round] ?? NaN) / time)).toFixed(2)
    const ratios = `${toRatio(contentTimes)} of a handwritten insert of all rows (target 0.5), ${toRatio(insertTimes)} of one of only the requirement rows`
    printLine(size, 'create a component', computeMedian(creating), `${ratios}, ${statements} statements`)
    await bench.db.deleteFrom('srgs').where('id', '=', srg).execute()
  }
}

/** Measures time and statements of a creation, then deletes the component and waits for the background work. */
async function measureCreated(
  bench: AuthoringBench,
  srg: number,
): Promise<{ time: number; statements: number }> {
  let component = 0
  let statements = 0
  const time = await measureMs(async () => {
    const seen = await recordStatements(() => createComponent(bench, srg))
    component = seen.result
    statements = seen.statements.length
  })
  await deleteComponent(bench, component)
  return { time, statements }
}

async function measureHandwritten(
  bench: AuthoringBench,
  srg: number,
  insert: (component: number) => Promise<void>,
): Promise<number> {
  const component = await createEmptyComponent(bench, srg)
  const time = await measureMs(() => insert(component))
  await deleteComponent(bench, component)
  return time
}

async function deleteComponent(bench: AuthoringBench, component: number): Promise<void> {
  await bench.db.deleteFrom('components').where('id', '=', component).execute()
  await bench.settled()
}
