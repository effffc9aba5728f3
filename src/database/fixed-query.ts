import type { CompiledQuery } from 'kysely'
import type { Queries } from '../database.ts'
import { sentDirectly } from './statements/direct-reads.ts'
import { neverChanges, plannedAlike } from './statements/prepared.ts'
import { withNext } from './statements/with-next.ts'

/** Stands for the value of one run while a query is built. */
class Place {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

/** A query of the builder, or a text. */
interface Fixed<R> {
  compile: (db: Queries) => CompiledQuery<R>
}

/** What is known of a query beside its text. */
interface Kind {
  /** Takes the database a millisecond or two at most: it may share a connection with others (`sharedLines`). */
  short?: boolean
  /** Its answer is not looked at (`withNext`). */
  silent?: boolean
  /** It searches within texts, and is planned once all the same (`plannedAlike`). */
  alike?: boolean
}

/**
 * A query whose text never changes: built and compiled at its first run, later runs only put their values in.
 * For answers that are asked for often, building costs more than running. `build` gets a stand-in per value to compare
 * with; it must put them in as they come.
 */
export function fixedQuery<R, V extends unknown[] = number[]>(
  build: (db: Queries, ...values: V) => Fixed<R>,
  { short = false, silent = false, alike = false }: Kind = {},
) {
  let compiled: CompiledQuery<R> | undefined
  return async (db: Queries, ...values: V): Promise<R[]> => {
    compiled ??= compiledOnce(
      build(db, ...(values.map((_, at) => new Place(at)) as unknown as V)).compile(db),
      alike,
    )
    const parameters = compiled.parameters.map((value) => (value instanceof Place ? values[value.at] : value))
    const sent = silent ? null : sentDirectly<R & object>(db, compiled.sql, parameters, short)
    if (sent) return sent
    const query = { ...compiled, parameters }
    const { rows } = await db.executeQuery<R>(silent ? withNext(query) : query)
    return rows
  }
}

function compiledOnce<R>(compiled: CompiledQuery<R>, alike: boolean): CompiledQuery<R> {
  if (compiled.parameters.length === 0) neverChanges(compiled.sql)
  if (alike) plannedAlike(compiled.sql)
  return compiled
}

/** Texts that one query may have; what comes beyond is built every time. */
const MOST_SHAPES = 100

/**
 * The same for a query whose text follows from a few words, its shape, which JSON tells from others: each shape is
 * built once.
 */
export function shapedQuery<R, S, V extends unknown[] = number[]>(
  build: (db: Queries, shape: S, ...values: V) => Fixed<R>,
  kind: Kind = {},
) {
  const known = new Map<string, (db: Queries, ...values: V) => Promise<R[]>>()
  return (db: Queries, shape: S, ...values: V): Promise<R[]> => {
    const name = JSON.stringify(shape)
    const kept = known.get(name)
    if (kept) return kept(db, ...values)
    const made = fixedQuery<R, V>((within, ...places) => build(within, shape, ...places), kind)
    if (known.size < MOST_SHAPES) known.set(name, made)
    return made(db, ...values)
  }
}
