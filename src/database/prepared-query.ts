import type { CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'
import { sendDirectly } from './fast-path/direct-reads.ts'
import { deferStatement } from './fast-path/pipelined-lease.ts'
import { markConstant, markPlannedOnce } from './fast-path/statement-names.ts'

/** Stands for the value of one run while a query is built. */
class ParameterSlot {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

/** A query of the builder, or a text. */
interface FixedText<R> {
  compile: (db: Queries) => CompiledQuery<R>
}

/** Properties of a query that its text does not show. */
interface Kind {
  /** Takes the database a millisecond or two at most: it may share a connection with others (`shareClients`). */
  short?: boolean
  /** Its answer is not looked at (`deferStatement`). */
  silent?: boolean
  /** It searches within texts, and is planned once all the same (`markPlannedOnce`). */
  alike?: boolean
}

/**
 * A query whose text never changes: built and compiled at its first run, later runs only put their values in.
 * For answers that are asked for often, building costs more than running. `build` gets a stand-in per value to compare
 * with; it must put them in as they come.
 */
export function preparedQuery<R, V extends unknown[] = number[]>(
  build: (db: Queries, ...values: V) => FixedText<R>,
  { short = false, silent = false, alike = false }: Kind = {},
) {
  let compiled: CompiledQuery<R> | undefined
  return async (db: Queries, ...values: V): Promise<R[]> => {
    compiled ??= compiledOnce(
      build(db, ...(values.map((_, at) => new ParameterSlot(at)) as unknown as V)).compile(db),
      alike,
    )
    const parameters = compiled.parameters.map((value) =>
      value instanceof ParameterSlot ? values[value.at] : value,
    )
    const sent = silent ? null : sendDirectly<R & object>(db, compiled.sql, parameters, short)
    if (sent) return sent
    const query = { ...compiled, parameters }
    const { rows } = await db.executeQuery<R>(silent ? deferStatement(query) : query)
    return rows
  }
}

function compiledOnce<R>(compiled: CompiledQuery<R>, alike: boolean): CompiledQuery<R> {
  if (compiled.parameters.length === 0) markConstant(compiled.sql)
  if (alike) markPlannedOnce(compiled.sql)
  return compiled
}

/** Texts that one query may have; what comes beyond is built every time. */
const MOST_SHAPES = 100

/**
 * A prepared query whose text depends on a shape, a few values that JSON distinguishes; the text is built once per
 * shape.
 */
export function preparedQueryByShape<R, S, V extends unknown[] = number[]>(
  build: (db: Queries, shape: S, ...values: V) => FixedText<R>,
  kind: Kind = {},
) {
  const known = new Map<string, (db: Queries, ...values: V) => Promise<R[]>>()
  return (db: Queries, shape: S, ...values: V): Promise<R[]> => {
    const name = JSON.stringify(shape)
    const kept = known.get(name)
    if (kept) return kept(db, ...values)
    const made = preparedQuery<R, V>((within, ...places) => build(within, shape, ...places), kind)
    if (known.size < MOST_SHAPES) known.set(name, made)
    return made(db, ...values)
  }
}
