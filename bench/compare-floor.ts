import { serviceDocument } from '../test/support/openapi.ts'
import { RECIPES } from '../test/support/recipes.ts'
import { isImplemented } from './operations/implemented-operations.ts'
import { listRows, type OperationRow } from './operations/list-operations.ts'
import { observeWrite, listPaths, type ObservedWrite } from './operations/observe-write.ts'
import { createOperationsBench } from './operations/operations-bench.ts'
import { startServer } from './support/servers.ts'

const ONLY = process.env['ONLY']?.split(',')
const SIZE = { comments: 2_000, projects: 5, componentsPerProject: 2, rulesPerComponent: 50 }

/** Operations that are not compared, because the second request replaces what the first one of the same user stored. */
const APART = ['PUT /users/notification_preferences']

/** The number of attempts: PostgreSQL sometimes counts an earlier row late, but a real difference appears each time. */
const MORE = 2

/**
 * `npm run bench:agree`: compares the hand-written floor with the service, one request per operation. Reads must have
 * equal values; writes must have the same status, members and numbers of written rows. Fails on a difference.
 */
const lines = listRows(serviceDocument, RECIPES)
  .filter(({ name, method, path }) => isImplemented('floor', name, method, path))
  .filter(({ name }) => !APART.includes(name))
  .filter(({ name }) => !ONLY || ONLY.some((part) => name.includes(part)))
const { url, requests, watcher, close } = await createOperationsBench(SIZE)
const [service, floor] = await Promise.all([startServer('product', url), startServer('floor', url)])
try {
  let differing = 0
  for (const line of lines) {
    let difference = await compareAnswers(line)
    for (let more = 0; difference.length > 0 && more < MORE; more += 1) {
      difference = await compareAnswers(line)
    }
    if (difference.length === 0) continue
    differing += 1
    console.log(
      `${line.name}\n${difference
        .slice(0, 10)
        .map((item) => `  ${item}\n`)
        .join('')}`,
    )
  }
  console.log(`${lines.length} operations, of which ${differing} differ`)
  if (differing > 0) process.exitCode = 1
} finally {
  await Promise.all([service.stop(), floor.stop()])
  await close()
}

/** Sends a request to both servers once; returns the differences. */
async function compareAnswers(line: OperationRow): Promise<string[]> {
  const again = line.asks === 'repeatable' ? await requests.repeatable(line) : null
  const [first, second] = again ? [again, again] : await requests.fresh(line, 2)
  if (!first || !second) throw new Error(`${line.name} has no request`)
  const serviceWrite = await observeWrite(service, first, watcher)
  return listDifferences(line, serviceWrite, await observeWrite(floor, second, watcher))
}

function listDifferences({ asks }: OperationRow, service: ObservedWrite, floor: ObservedWrite): string[] {
  const reads = asks === 'repeatable'
  const describeWrite = (deed: ObservedWrite) => [
    `status ${deed.status}`,
    ...listPaths(deed.body, reads),
    ...(reads ? [] : Object.entries(deed.rows).map(([table, rows]) => `rows of ${table}: ${rows}`)),
  ]
  const [serviceWrite, other] = [describeWrite(service), describeWrite(floor)]
  return [
    ...serviceWrite.filter((item) => !other.includes(item)).map((item) => `service: ${item}`),
    ...other.filter((item) => !serviceWrite.includes(item)).map((item) => `floor: ${item}`),
  ]
}
