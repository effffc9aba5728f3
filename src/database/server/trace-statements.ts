import type { StatementWatch } from '../../telemetry/tracing/tracing.ts'
import type { ClientStep } from './wrap-client.ts'

/** Reports the text of each statement whose answer is awaited, and how it ended; never its values. */
export function traceStatements(watch: StatementWatch): ClientStep {
  return (next) =>
    (...given) => {
      const done = watch(textOf(given[0]))
      const answer = next(...given)
      if (answer instanceof Promise) void answer.then(() => done(null), done)
      else done(null)
      return answer
    }
}

function textOf(given: unknown): string {
  if (typeof given === 'string') return given
  return typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : ''
}
