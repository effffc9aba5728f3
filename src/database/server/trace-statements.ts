import type { StatementWatch } from '../../telemetry/tracing/tracing.ts'
import type { ClientStep } from './wrap-client.ts'

/** Reports the text of each statement whose answer is awaited, and how it ended; never its values. */
export function traceStatements(watch: StatementWatch): ClientStep {
  return (next) =>
    (...args) => {
      const done = watch(toText(args[0]))
      const answer = next(...args)
      if (answer instanceof Promise) void answer.then(() => done(null), done)
      else done(null)
      return answer
    }
}

function toText(args: unknown): string {
  if (typeof args === 'string') return args
  return typeof args === 'object' && args !== null && 'text' in args ? String(args.text) : ''
}
