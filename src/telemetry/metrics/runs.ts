import { createFamily, type Family, type Labels } from './families.ts'

interface RunTotals {
  done: number
  failed: number
  seconds: number
  /** End of the last successful run, in milliseconds since 1970. */
  succeeded: number | null
  running: number | null
}

/** The runs of the background tasks of one process. */
export interface TaskRuns {
  /** Counts the start of a run; call the returned function at its end. */
  begin: (task: string) => (isSuccess: boolean) => void
  /** Returns the end of the last successful run of a task in milliseconds since 1970; null if there is none. */
  lastSuccess: (task: string) => number | null
  families: (labels: Labels) => Family[]
}

/** Creates the metrics of the background tasks of a process. */
export function createTaskRuns(): TaskRuns {
  const tasks = new Map<string, RunTotals>()
  return {
    begin: (task) => {
      const totals = tasks.get(task) ?? { done: 0, failed: 0, seconds: 0, succeeded: null, running: null }
      tasks.set(task, totals)
      const began = Date.now()
      totals.running = began
      return (isSuccess) => {
        totals.running = null
        totals.seconds += (Date.now() - began) / 1000
        if (isSuccess) Object.assign(totals, { done: totals.done + 1, succeeded: Date.now() })
        else totals.failed += 1
      }
    },
    lastSuccess: (task) => tasks.get(task)?.succeeded ?? null,
    families: (labels) =>
      runFamilies([...tasks].map(([task, totals]) => ({ labels: { task, ...labels }, ...totals }))),
  }
}

function runFamilies(all: readonly (RunTotals & { labels: Labels })[]): Family[] {
  return [
    createFamily(
      'counter',
      'rulewright_background_runs_total',
      'Runs of background tasks by outcome.',
      all.flatMap(({ labels, done, failed }): [Labels, number][] => [
        [{ ...labels, outcome: 'done' }, done],
        [{ ...labels, outcome: 'failed' }, failed],
      ]),
    ),
    createFamily(
      'counter',
      'rulewright_background_seconds_total',
      'Duration of completed background task runs, in seconds.',
      all.map(({ labels, seconds }) => [labels, seconds]),
    ),
    createFamily(
      'gauge',
      'rulewright_background_running_seconds',
      'Seconds since the current run started; 0 between runs.',
      all.map(({ labels, running }) => [labels, running === null ? 0 : (Date.now() - running) / 1000]),
    ),
    createFamily(
      'gauge',
      'rulewright_background_success_timestamp_seconds',
      'End of the last successful run, in seconds since 1970.',
      all.flatMap(({ labels, succeeded }): [Labels, number][] =>
        succeeded === null ? [] : [[labels, succeeded / 1000]],
      ),
    ),
  ]
}
