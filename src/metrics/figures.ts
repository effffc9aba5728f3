import cluster from 'node:cluster'
import type { RateName } from '../rate/windows.ts'
import { countBy } from './counts.ts'
import type { Family, Labels } from './families.ts'
import { countRequests, type Requests } from './requests.ts'
import { countRuns, type Runs } from './runs.ts'

/** What one process counts from its start on. Counting costs a look into a map. */
export interface Figures {
  requests: Requests
  /** Calls of typed clients by procedure. */
  called: (procedure: string) => void
  /** A rate limit refused somebody. */
  refused: (limit: RateName) => void
  /** Runs of the background work. */
  runs: Runs
  families: () => Family[]
}

/** The label by which processes behind one port are told apart. */
export function ownLabels(): Labels {
  return { process: cluster.isWorker ? `worker ${cluster.worker?.id ?? 0}` : 'main' }
}

export function createFigures(): Figures {
  const requests = countRequests()
  const runs = countRuns()
  const called = countBy(
    'rulewright_typed_calls_total',
    'Calls of typed clients by procedure, those of batches one by one.',
    'procedure',
  )
  const refused = countBy(
    'rulewright_rate_limit_refusals_total',
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
