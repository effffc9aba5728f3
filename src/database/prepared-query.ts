import type { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'
import { sendDirectly } from './fast-path/direct-reads.ts'
import { deferStatement } from './fast-path/pipelined-lease.ts'
import { markConstant, markPlannedOnce } from './fast-path/statement-names.ts'

/** Placeholder for a parameter while a query is built. */
class ParameterSlot {
  readonly at: number

  constructor(index: number) {
    this.at = index
  }
}

/** A query of the builder or an SQL template. */
interface Compilable<R> {
  compile: (db: Queries) => CompiledQuery<R>
}

/** Properties of a query that its text does not show. */
interface QueryKind {
  /** Takes a millisecond or two at most, so it may share a connection (`shareClients`). */
  short?: boolean
  /** Its result is ignored (`deferStatement`). */
  ignoresResult?: boolean
  /** It uses LIKE, and is still planned only once (`markPlannedOnce`). */
  planOnce?: boolean
}

/**
 * Creates a query that is compiled once; later runs only insert their values, because building often costs more than
 * running. `build` gets a placeholder per value and must insert it unchanged.
 */
export function preparedQuery<R, V extends unknown[] = number[]>(
  build: (db: Queries, ...values: V) => Compilable<R>,
  { short = false, ignoresResult = false, planOnce = false }: QueryKind = {},
) {
  let compiled: CompiledQuery<R> | undefined
  return async (db: Queries, ...values: V): Promise<R[]> => {
    compiled ??= markCompiled(
      build(db, ...(values.map((_, index) => new ParameterSlot(index)) as unknown as V)).compile(db),
      planOnce,
    )
    const parameters = compiled.parameters.map((value) =>
      value instanceof ParameterSlot ? values[value.at] : value,
    )
    const direct = ignoresResult ? null : sendDirectly<R & object>(db, compiled.sql, parameters, short)
    if (direct) return direct
    const query = { ...compiled, parameters }
    const { rows } = await db.executeQuery<R>(ignoresResult ? deferStatement(query) : query)
    return rows
  }
}

function markCompiled<R>(compiled: CompiledQuery<R>, planOnce: boolean): CompiledQuery<R> {
  if (compiled.parameters.length === 0) markConstant(compiled.sql)
  if (planOnce) markPlannedOnce(compiled.sql)
  return compiled
}

/** Maximum cached texts per query; further ones are built each time. */
const MAX_SHAPES = 100

/** Creates a prepared query whose text depends on a JSON-serializable shape; it is compiled once per shape. */
export function preparedQueryByShape<R, S, V extends unknown[] = number[]>(
  build: (db: Queries, shape: S, ...values: V) => Compilable<R>,
  kind: QueryKind = {},
) {
  const queries = new Map<string, (db: Queries, ...values: V) => Promise<R[]>>()
  return (db: Queries, shape: S, ...values: V): Promise<R[]> => {
    const name = JSON.stringify(shape)
    const cached = queries.get(name)
    if (cached) return cached(db, ...values)
    const created = preparedQuery<R, V>((within, ...slots) => build(within, shape, ...slots), kind)
    if (queries.size < MAX_SHAPES) queries.set(name, created)
    return created(db, ...values)
  }
}
