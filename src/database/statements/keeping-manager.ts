import {
  type EntityName,
  type FilterQuery,
  type FindOneOptions,
  type FindOptions,
  type Loaded,
  LockMode,
} from '@mikro-orm/core'
import { type AbstractSqlDriver, SqlEntityManager } from '@mikro-orm/sql'
import { KeepingDriver, type PlainOptions } from './keeping-driver.ts'

const PLAIN = new Set(['lockMode', 'orderBy', 'refresh'])
const PESSIMISTIC = new Set([
  LockMode.PESSIMISTIC_READ,
  LockMode.PESSIMISTIC_WRITE,
  LockMode.PESSIMISTIC_PARTIAL_WRITE,
  LockMode.PESSIMISTIC_WRITE_OR_FAIL,
])

/** No index is asked for by name. */
interface WithoutHint {
  using?: never[]
}

/**
 * The ORM's entity manager, which makes records of what a kept text finds (`KeepingDriver`) without preparing filters,
 * joins and a cache, of which such a question has none. All other questions go the ORM's way;
 * `test/database/keeping-manager.test.ts` holds both against each other.
 */
export class KeepingManager<D extends AbstractSqlDriver = AbstractSqlDriver> extends SqlEntityManager<D> {
  override async find<
    T extends object,
    H extends string = never,
    F extends string = never,
    E extends string = never,
  >(
    entity: EntityName<T>,
    where: unknown,
    options: FindOptions<T, H, F, E> = {},
  ): Promise<Loaded<T, H, F, E>[]> {
    const found = await this.#plainly<T, Loaded<T, H, F, E>>(entity, where, options)
    return (
      found ??
      super.find<T, H, F, E>(
        entity,
        where as FilterQuery<NoInfer<T>>,
        options as typeof options & WithoutHint,
      )
    )
  }

  override async findOne<
    T extends object,
    H extends string = never,
    F extends string = never,
    E extends string = never,
  >(
    entity: EntityName<T>,
    where: unknown,
    options: FindOneOptions<T, H, F, E> = {},
  ): Promise<Loaded<T, H, F, E> | null> {
    const known =
      options.lockMode === undefined &&
      !options.refresh &&
      this.getUnitOfWork().tryGetById<T>(entity, where as FilterQuery<T>)
    const found = known ? null : await this.#plainly<T, Loaded<T, H, F, E>>(entity, where, options, 1)
    return found
      ? (found[0] ?? null)
      : super.findOne<T, H, F, E>(
          entity,
          where as FilterQuery<NoInfer<T>>,
          options as typeof options & WithoutHint,
        )
  }

  /** Null for any other question than one by equal values. */
  async #plainly<T extends object, L>(
    entity: EntityName<T>,
    where: unknown,
    options: object,
    limit?: 1,
  ): Promise<L[] | null> {
    const driver: unknown = this.getDriver()
    if (!(driver instanceof KeepingDriver) || !isPlain(options) || !this.#mayLock(options)) return null
    const asked = driver.plainly(entity, where, { ...options, limit, ctx: this.getTransactionContext() })
    if (!asked) return null
    await this.tryFlush(entity, {})
    const factory = this.getEntityFactory()
    const rows = await asked()
    const merging = { merge: true, refresh: options.refresh === true, convertCustomTypes: true }
    const found = rows.map((row) => factory.create(entity, row, { ...merging }))
    await this.getUnitOfWork().dispatchOnLoadEvent()
    return [...new Set(found)] as L[]
  }

  /** Whether the ORM would not refuse the lock. */
  #mayLock({ lockMode }: PlainOptions): boolean {
    return lockMode === undefined || (PESSIMISTIC.has(lockMode) && this.isInTransaction())
  }
}

function isPlain(options: object): options is PlainOptions {
  return Object.keys(options).every((name) => PLAIN.has(name))
}
