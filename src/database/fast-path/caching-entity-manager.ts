import {
  type EntityName,
  type FilterQuery,
  type FindOneOptions,
  type FindOptions,
  type Loaded,
  LockMode,
} from '@mikro-orm/core'
import { type AbstractSqlDriver, SqlEntityManager } from '@mikro-orm/sql'
import { CachingDriver, type CachedFindOptions } from './caching-driver.ts'

const SUPPORTED_OPTIONS = new Set(['lockMode', 'orderBy', 'refresh'])
const PESSIMISTIC = new Set([
  LockMode.PESSIMISTIC_READ,
  LockMode.PESSIMISTIC_WRITE,
  LockMode.PESSIMISTIC_PARTIAL_WRITE,
  LockMode.PESSIMISTIC_WRITE_OR_FAIL,
])

/** Finds of this service never use index hints. */
interface FindOptionsWithoutHint {
  using?: never[]
}

/**
 * The ORM's entity manager. It creates entities from a find with a cached text (`CachingDriver`) without preparing
 * filters, joins and a cache, which such a find doesn't have. The ORM executes all other finds;
 * `test/database/fast-path/caching-entity-manager.test.ts` compares both.
 */
export class CachingEntityManager<
  D extends AbstractSqlDriver = AbstractSqlDriver,
> extends SqlEntityManager<D> {
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
    const entities = await this.#findCached<T, Loaded<T, H, F, E>>(entity, where, options)
    return (
      entities ??
      super.find<T, H, F, E>(
        entity,
        where as FilterQuery<NoInfer<T>>,
        options as typeof options & FindOptionsWithoutHint,
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
    const loaded =
      options.lockMode === undefined &&
      !options.refresh &&
      this.getUnitOfWork().tryGetById<T>(entity, where as FilterQuery<T>)
    const entities = loaded ? null : await this.#findCached<T, Loaded<T, H, F, E>>(entity, where, options, 1)
    return entities
      ? (entities[0] ?? null)
      : super.findOne<T, H, F, E>(
          entity,
          where as FilterQuery<NoInfer<T>>,
          options as typeof options & FindOptionsWithoutHint,
        )
  }

  /** Returns null unless all conditions are equalities. */
  async #findCached<T extends object, L>(
    entity: EntityName<T>,
    where: unknown,
    options: object,
    limit?: 1,
  ): Promise<L[] | null> {
    const driver: unknown = this.getDriver()
    if (!(driver instanceof CachingDriver) || !isSupported(options) || !this.#mayLock(options)) return null
    const find = driver.prepareFind(entity, where, { ...options, limit, ctx: this.getTransactionContext() })
    if (!find) return null
    await this.tryFlush(entity, {})
    const factory = this.getEntityFactory()
    const rows = await find()
    const merging = { merge: true, refresh: options.refresh === true, convertCustomTypes: true }
    const entities = rows.map((row) => factory.create(entity, row, { ...merging }))
    await this.getUnitOfWork().dispatchOnLoadEvent()
    return [...new Set(entities)] as L[]
  }

  /** Whether the ORM accepts the lock. */
  #mayLock({ lockMode }: CachedFindOptions): boolean {
    return lockMode === undefined || (PESSIMISTIC.has(lockMode) && this.isInTransaction())
  }
}

function isSupported(options: object): options is CachedFindOptions {
  return Object.keys(options).every((name) => SUPPORTED_OPTIONS.has(name))
}
