import cluster, { type Worker } from 'node:cluster'
import { z } from 'zod'
import type { Services } from '../../services.ts'
import { createFamily, type Family } from '../../telemetry/metrics/families.ts'
import { listProcessFamilies } from '../../telemetry/metrics/process.ts'
import { type BacklogServices, createBacklogs } from './backlogs.ts'
import { listDatabaseFamilies } from './database.ts'
import { readOwnLabels } from './metrics.ts'

/** A process that does not respond in this time is left out, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 3000

const DROPPED = 'Spans that were dropped because the collector did not accept them in time.'

const FamilySchema = z.object({
  name: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram']),
  help: z.string(),
  lines: z.array(z.string()),
})
/** A worker requests the metrics of all processes; the primary process requests each worker's own. */
const MetricsScope = z.enum(['all', 'own'])
const MetricsRequest = z.object({ metrics: MetricsScope, id: z.int() })
const MetricsResponse = z.object({ collected: MetricsScope, id: z.int(), families: z.array(FamilySchema) })

export type CollectedServices = BacklogServices & Pick<Services, 'tracing'>

/** Creates a function that collects the metrics of all processes behind the port, from any of them. */
export function createCollector(services: CollectedServices): () => Promise<Family[]> {
  if (cluster.isWorker) return collectFromPrimary(services)
  const backlogs = createBacklogs(services)
  return async () => [...listOwnFamilies(services), ...(await backlogs())]
}

/** In the primary process: responds to workers with the metrics of all processes. */
export function collectForWorkers(services: CollectedServices): void {
  const gather = createCollector(services)
  const client = createMetricsClient('own')
  cluster.on('message', (worker: Worker, message: unknown) => {
    client.receive(message)
    const request = MetricsRequest.safeParse(message)
    if (!request.success || request.data.metrics !== 'all') return
    const { id } = request.data
    const others = Object.values(cluster.workers ?? {}).flatMap((item) =>
      item?.isConnected() ? [client.request((body) => item.send(body))] : [],
    )
    void Promise.all([gather(), ...others]).then((families) => {
      if (worker.isConnected()) worker.send({ collected: 'all', id, families: families.flat() })
    })
  })
}

function collectFromPrimary(services: CollectedServices): () => Promise<Family[]> {
  const client = createMetricsClient('all')
  process.on('message', (message: unknown) => {
    client.receive(message)
    const request = MetricsRequest.safeParse(message)
    if (!request.success || request.data.metrics !== 'own' || !process.connected) return
    process.send?.({ collected: 'own', id: request.data.id, families: listOwnFamilies(services) })
  })
  return () => client.request((body) => void process.send?.(body))
}

function listOwnFamilies({
  metrics,
  database,
  tracing,
}: Pick<Services, 'metrics' | 'database' | 'tracing'>): Family[] {
  const labels = readOwnLabels()
  const dropped =
    tracing &&
    createFamily('counter', 'rulewright_spans_dropped_total', DROPPED, [[labels, tracing.dropped()]])
  return [
    ...metrics.families(),
    ...listDatabaseFamilies(database.countConnections(), labels),
    ...listProcessFamilies(labels),
    ...(dropped ? [dropped] : []),
  ]
}

/** Creates a client that requests metrics from another process; a request that times out returns none. */
function createMetricsClient(scope: z.infer<typeof MetricsScope>) {
  const waiting = new Map<number, (families: Family[]) => void>()
  let last = 0
  return {
    request: (send: (body: z.infer<typeof MetricsRequest>) => void): Promise<Family[]> =>
      new Promise((resolve) => {
        const id = (last += 1)
        const end = (families: Family[]) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(families)
        }
        const timer = setTimeout(
          () => end([]),
          scope === 'own' ? RESPONSE_TIMEOUT_MS : 2 * RESPONSE_TIMEOUT_MS,
        )
        waiting.set(id, end)
        send({ metrics: scope, id })
      }),
    receive: (message: unknown): void => {
      const response = MetricsResponse.safeParse(message)
      if (response.success && response.data.collected === scope) {
        waiting.get(response.data.id)?.(response.data.families)
      }
    },
  }
}
