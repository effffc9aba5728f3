import type { Configuration } from '@mikro-orm/core'
import { PgliteConnection, PglitePlatform } from '@mikro-orm/pglite'
import { type Binder, binderOf, type Executed, type Given } from '../statements/bound.ts'
import { KeepingDriver } from '../statements/keeping-driver.ts'

/** The ORM's connection to the embedded engine, whose statements have parameters. */
class EmbeddedConnection extends PgliteConnection {
  #bound: Binder | null = null

  override async execute<T extends Executed>(...given: Given): Promise<T> {
    const [query, params, method = 'all', transaction, context] = given
    this.#bound ??= binderOf(this.metadata, this.platform)
    const bound = this.#bound(query, params, context)
    if (bound === null) return super.execute<T>(...given)
    await this.ensureConnection()
    return this.executeQuery<T>(bound.sql, async () => {
      const found: unknown = await (transaction ?? this.getClient()).executeQuery(bound)
      return this.transformRawResult<T>(found, method)
    })
  }
}

/** The ORM's driver for the embedded engine on such a connection. */
export class EmbeddedDriver extends KeepingDriver {
  declare protected readonly connection: EmbeddedConnection

  constructor(config: Configuration) {
    super(config, new PglitePlatform(), EmbeddedConnection, ['kysely', '@electric-sql/pglite'])
  }
}
