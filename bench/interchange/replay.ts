import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Db, Queries } from '../../src/database/database.ts'

/** Wraps a database and records its answers. */
export function recordAnswers(db: Queries): { db: Queries; answers: QueryResult<unknown>[] } {
  const answers: QueryResult<unknown>[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      answers.push(structuredClone(result))
      return Promise.resolve(result)
    },
  }
  return { db: db.withPlugin(plugin), answers }
}

/** A database that returns recorded answers from memory in the same order. */
export function replayAnswers(answers: readonly QueryResult<unknown>[]): Queries {
  let next = 0
  const connection: DatabaseConnection = {
    executeQuery: <R>() => {
      const answer = answers[next]
      next += 1
      if (answer === undefined) throw new Error('more is asked for than before')
      return Promise.resolve(answer as QueryResult<R>)
    },
    streamQuery: () => {
      throw new Error('nothing is streamed')
    },
  }
  class ReplayDriver extends DummyDriver {
    override acquireConnection(): Promise<DatabaseConnection> {
      return Promise.resolve(connection)
    }
  }
  return new Kysely<Db>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ReplayDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
