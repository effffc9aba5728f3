import { Client } from 'pg'
import { openBenchData, type Size } from '../support/data.ts'
import { openWorldOn, runBackgroundWork } from './bench-world.ts'
import { createRequests, type Requests } from './build-requests.ts'
import { createScenes } from './scenes.ts'

/** Settings of the measured servers: no limits on sessions, and mails that are queued but not sent. */
const SETTINGS = { MAIL_DIR: '/nonexistent/mail', SESSION_LIMIT_ENABLED: 'false' }

/** A filled database, the requests for servers on it, and a connection that reads statistics. */
export interface OperationsBench {
  url: string
  requests: Requests
  watcher: Client
  /** Drops the database; its servers must have stopped. */
  close: () => Promise<void>
}

/** Creates and fills a database of this size. Servers that start later get the settings that the requests need. */
export async function createOperationsBench(size: Size): Promise<OperationsBench> {
  const { url, secret, drop } = await openBenchData(size)
  await runBackgroundWork(url)
  process.env['BENCH_SETTINGS'] = JSON.stringify(SETTINGS)
  const watcher = new Client({ connectionString: url })
  await watcher.connect()
  const world = await openWorldOn(url, SETTINGS)
  const close = async (): Promise<void> => {
    await watcher.end()
    world.services.events.close()
    await world.database.close()
    await drop()
  }
  const requests = createRequests(world, await createScenes(world), `_service_session=${secret}`)
  return { url, requests, watcher, close }
}
