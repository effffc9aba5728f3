import type { StatementWatch } from '../../tracing/tracing.ts'
import type { Queryable } from '../statements/prepared.ts'

/** Has a connection tell of every statement whose answer is awaited; its values are never told. */
export function watchStatements(watch: StatementWatch): (client: Queryable) => void {
  return (client) => {
    const original: unknown = client.query
    if (typeof original !== 'function') return
    client.query = (...given: unknown[]): unknown => {
      const done = watch(textOf(given[0]))
      const answer: unknown = Reflect.apply(original, client, given)
      if (answer instanceof Promise) void answer.then(() => done(null), done)
      else done(null)
      return answer
    }
  }
}

function textOf(given: unknown): string {
  if (typeof given === 'string') return given
  return typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : ''
}
