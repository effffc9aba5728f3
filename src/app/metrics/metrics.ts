import cluster from 'node:cluster'
import type { RateName } from '../../http/rate-limits/rate-limits.ts'
import { countBy } from '../../telemetry/metrics/counts.ts'
import type { Family, Labels } from '../../telemetry/metrics/families.ts'
import { createRequestMetrics, type RequestMetrics } from '../../telemetry/metrics/requests.ts'
import { createTaskRuns, type TaskRuns } from '../../telemetry/metrics/runs.ts'

/** The counters of one process since its start. Counting costs one map lookup. */
export interface Metrics {
  requests: RequestMetrics
  /** Counts a tRPC call. */
  countCall: (procedure: string) => void
  /** Counts a rejection by a rate limit. */
  countRejection: (limit: RateName) => void
  /** Runs of the background tasks. */
  runs: TaskRuns
  families: () => Family[]
}

/** Returns the label that distinguishes the processes behind one port. */
export function readOwnLabels(): Labels {
  return { process: cluster.isWorker ? `worker ${cluster.worker?.id ?? 0}` : 'main' }
}

/** Creates the counters of this process. */
export function createMetrics(): Metrics {
  const requests = createRequestMetrics()
  const runs = createTaskRuns()
  const calls = countBy(
    'rulewright_trpc_calls_total',
    'tRPC calls by procedure; each call of a batch counts.',
    'procedure',
  )
  const rejections = countBy(
    'rulewright_rate_limit_rejections_total',
    'Requests rejected by a rate limit.',
    'limit',
  )
  return {
    requests,
    runs,
    countCall: (procedure) => calls.add(procedure),
    countRejection: (limit) => rejections.add(limit),
    families: () => {
      const labels = readOwnLabels()
      return [
        ...requests.families(labels),
        calls.family(labels),
        rejections.family(labels),
        ...runs.families(labels),
      ]
    },
  }
}
