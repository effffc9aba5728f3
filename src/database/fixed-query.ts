import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from '../database.ts'

/** Stands for the value of one run while a query is built. */
class Place {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

/**
 * A query whose text never changes: built and compiled at its first run, later runs only put their values in.
 * For answers that are asked for often, building costs more than running. `build` gets a stand-in per value to compare
 * with; it must put them in as they come.
 */
export function fixedQuery<R, V extends unknown[] = number[]>(
  build: (db: Queries, ...values: V) => Compilable<R>,
) {
  let compiled: CompiledQuery<R> | undefined
  return async (db: Queries, ...values: V): Promise<R[]> => {
    compiled ??= build(db, ...(values.map((_, at) => new Place(at)) as unknown as V)).compile()
    const parameters = compiled.parameters.map((value) => (value instanceof Place ? values[value.at] : value))
    const { rows } = await db.executeQuery<R>({ ...compiled, parameters })
    return rows
  }
}
