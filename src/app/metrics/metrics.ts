import cluster from 'node:cluster'
import type { RateName } from '../../http/rate-limits/rate-limits.ts'
import { countBy } from '../../telemetry/metrics/counts.ts'
import type { Family, Labels } from '../../telemetry/metrics/families.ts'
import { countRequests, type RequestMetrics } from '../../telemetry/metrics/requests.ts'
import { countRuns, type TaskRuns } from '../../telemetry/metrics/runs.ts'

/** What one process counts from its start on. Counting costs a look into a map. */
export interface Metrics {
  requests: RequestMetrics
  /** Calls of typed clients by procedure. */
  called: (procedure: string) => void
  /** A rate limit refused someone. */
  refused: (limit: RateName) => void
  /** Runs of the background work. */
  runs: TaskRuns
  families: () => Family[]
}

/** The label by which processes behind one port are told apart. */
export function ownLabels(): Labels {
  return { process: cluster.isWorker ? `worker ${cluster.worker?.id ?? 0}` : 'main' }
}

export function createMetrics(): Metrics {
  const requests = countRequests()
  const runs = countRuns()
  const called = countBy(
    'rulewright_trpc_calls_total',
    'Calls of typed clients by procedure, those of batches one by one.',
    'procedure',
  )
  const refused = countBy(
    'rulewright_rate_limit_rejections_total',
    'Requests that a rate limit refused.',
    'limit',
  )
  return {
    requests,
    runs,
    called: (procedure) => called.add(procedure),
    refused: (limit) => refused.add(limit),
    families: () => {
      const labels = ownLabels()
      return [
        ...requests.families(labels),
        called.family(labels),
        refused.family(labels),
        ...runs.families(labels),
      ]
    },
  }
}
