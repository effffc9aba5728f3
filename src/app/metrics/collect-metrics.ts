import cluster, { type Worker } from 'node:cluster'
import { z } from 'zod'
import type { Services } from '../../services.ts'
import { family, type Family } from '../../telemetry/metrics/families.ts'
import { processFamilies } from '../../telemetry/metrics/process.ts'
import { type BacklogServices, createBacklogs } from './backlogs.ts'
import { databaseFamilies } from './database.ts'
import { ownLabels } from './metrics.ts'

/** A process that does not tell its figures in this time is left out. */
const ANSWERS_WITHIN = 3000

const DROPPED = 'Spans of traces that no collector took in time.'

const FamilySchema = z.object({
  name: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram']),
  help: z.string(),
  lines: z.array(z.string()),
})
/** A worker asks for the figures of all; the first process asks each for its own. */
const Asked = z.object({ figures: z.enum(['of all', 'own']), id: z.int() })
const Told = z.object({ told: z.enum(['of all', 'own']), id: z.int(), families: z.array(FamilySchema) })

export type CollectedServices = BacklogServices & Pick<Services, 'tracing'>

/** The figures of all processes behind the port, whichever of them is asked. */
export function createCollector(services: CollectedServices): () => Promise<Family[]> {
  if (cluster.isWorker) return answerFirst(services)
  const backlogs = createBacklogs(services)
  return async () => [...ownFamilies(services), ...(await backlogs())]
}

/** In the first process: gathers the figures of all for whichever worker asks. */
export function collectForWorkers(services: CollectedServices): void {
  const gather = createCollector(services)
  const asking = questions('own')
  cluster.on('message', (worker: Worker, message: unknown) => {
    asking.take(message)
    const asked = Asked.safeParse(message)
    if (!asked.success || asked.data.figures !== 'of all') return
    const { id } = asked.data
    const others = Object.values(cluster.workers ?? {}).flatMap((one) =>
      one?.isConnected() ? [asking.ask((question) => one.send(question))] : [],
    )
    void Promise.all([gather(), ...others]).then((told) => {
      if (worker.isConnected()) worker.send({ told: 'of all', id, families: told.flat() })
    })
  })
}

function answerFirst(services: CollectedServices): () => Promise<Family[]> {
  const asking = questions('of all')
  process.on('message', (message: unknown) => {
    asking.take(message)
    const asked = Asked.safeParse(message)
    if (!asked.success || asked.data.figures !== 'own' || !process.connected) return
    process.send?.({ told: 'own', id: asked.data.id, families: ownFamilies(services) })
  })
  return () => asking.ask((question) => void process.send?.(question))
}

function ownFamilies({
  metrics: figures,
  database,
  tracing,
}: Pick<Services, 'metrics' | 'database' | 'tracing'>): Family[] {
  const labels = ownLabels()
  const lost =
    tracing && family('counter', 'rulewright_spans_dropped_total', DROPPED, [[labels, tracing.dropped()]])
  return [
    ...figures.families(),
    ...databaseFamilies(database.figures(), labels),
    ...processFamilies(labels),
    ...(lost ? [lost] : []),
  ]
}

/** Questions of one kind to another process, each answered with its figures, or with none when it is too late. */
function questions(kind: 'of all' | 'own') {
  const waiting = new Map<number, (families: Family[]) => void>()
  let last = 0
  return {
    ask: (send: (question: z.infer<typeof Asked>) => void): Promise<Family[]> =>
      new Promise((resolve) => {
        const id = (last += 1)
        const end = (families: Family[]) => {
          clearTimeout(timer)
          waiting.delete(id)
          resolve(families)
        }
        const timer = setTimeout(() => end([]), kind === 'own' ? ANSWERS_WITHIN : 2 * ANSWERS_WITHIN)
        waiting.set(id, end)
        send({ figures: kind, id })
      }),
    take: (message: unknown): void => {
      const told = Told.safeParse(message)
      if (told.success && told.data.told === kind) waiting.get(told.data.id)?.(told.data.families)
    },
  }
}
