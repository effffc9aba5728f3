import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { openDatabase } from '../src/database/open.ts'
import { createEventHub } from '../src/events/hub.ts'
import { openBenchData } from './support/data.ts'
import { computeQuantile } from './support/load.ts'
import { printTable } from './support/table.ts'

const BOARDS = 500
const EVENTS = 40

/**
 * Opens 500 live streams on one process, all of which receive every event. Prints the median and the 99th percentile of
 * the delay between the commit of an event and its arrival.
 */
export async function measureBoards(): Promise<void> {
  const data = await openBenchData({
    comments: 10,
    projects: 1,
    componentsPerProject: 1,
    rulesPerComponent: 1,
  })
  const database = await openDatabase({ url: data.url, dataDir: 'memory:' })
  const hub = createEventHub(database.queries, pino({ level: 'silent' }))
  try {
    const scope = { projectId: data.projectId }
    const subscriptions = await Promise.all(Array.from({ length: BOARDS }, () => hub.subscribe(scope)))
    const delays: number[] = []
    const sent = new Map<unknown, number>()
    const readers = subscriptions.map(async (subscription) => {
      for (let received = 0; received < EVENTS; received += 1) {
        const event = await subscription.next(60_000)
        if (!event) throw new Error('a board missed an event')
        delays.push(performance.now() - (sent.get(event.data['n']) ?? 0))
      }
    })
    for (let n = 0; n < EVENTS; n += 1) {
      await database.queries
        .insertInto('domain_events')
        .values({ kind: 'comment.triaged', project_id: data.projectId, component_id: null, data: { n } })
        .execute()
      sent.set(n, performance.now())
      await pause(100)
    }
    await Promise.all(readers)
    for (const subscription of subscriptions) subscription.end()
    printTable(
      ['live boards', 'events', 'arrivals', 'median ms', 'p99 ms'],
      [
        [BOARDS, EVENTS, delays.length]
          .map(String)
          .concat([0.5, 0.99].map((share) => computeQuantile(delays, share).toFixed(0))),
      ],
    )
  } finally {
    hub.close()
    await database.close()
    await data.drop()
  }
}

if (import.meta.main) await measureBoards()
