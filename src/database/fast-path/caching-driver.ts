import type {
  CountOptions,
  EntityData,
  EntityDictionary,
  EntityMetadata,
  EntityName,
  FilterQuery,
  FindOptions,
  LockMode,
  NativeDeleteOptions,
  NativeInsertUpdateOptions,
  ObjectQuery,
  Transaction,
  UpsertOptions,
} from '@mikro-orm/core'
import { AbstractSqlDriver, type AnyQueryBuilder, type QueryResult } from '@mikro-orm/sql'
import {
  toChanges,
  toEqualities,
  isPlain,
  toOrder,
  type NamedValues,
  type Scalar,
} from './equality-conditions.ts'

/** Far more than the entities need. */
const MAX_TEXTS = 1000
/** Options of the ORM that do not change the text of a statement. */
const OPTIONS_WITHOUT_EFFECT = new Set([
  'ctx',
  'em',
  'schema',
  'logging',
  'loggerContext',
  'flags',
  'populateWhere',
  '_populateWhere',
  'convertCustomTypes',
  'processCollections',
  'refresh',
  'visited',
])

/**
 * The ORM's driver with cached SQL texts of its most frequent statements: find, count, update and delete by equality.
 * Building a text takes longer than sending it. The ORM builds all other statements.
 */
export abstract class CachingDriver extends AbstractSqlDriver {
  readonly #texts = new Map<string, string | null>()

  override async find<
    T extends object,
    P extends string = never,
    F extends string = never,
    E extends string = never,
  >(
    entity: EntityName<T>,
    where: ObjectQuery<T>,
    options: FindOptions<T, P, F, E> = {},
  ): Promise<EntityData<T>[]> {
    const { lockMode, limit, populate, orderBy, ...others } = options
    const isSupported = isEmpty(populate) && (limit === undefined || limit === 1) && haveNoEffect(others)
    const cached =
      isSupported && this.prepareFind(entity, where, { lockMode, limit, orderBy, ctx: options.ctx })
    return cached ? cached() : super.find(entity, where, options)
  }

  /** Prepares a find with a cached text. Returns null unless all conditions are equalities. */
  prepareFind<T extends object>(
    entity: EntityName<T>,
    where: unknown,
    options: CachedFindOptions,
  ): CachedFind<T> | null {
    const condition = this.#toEquality(entity, where)
    const { lockMode, limit, orderBy, ctx } = options
    const order = condition && (isEmpty(orderBy) ? '' : toOrder(condition.meta, orderBy))
    if (!condition || order === null) return null
    const { meta } = condition
    const values = limit === 1 ? [...condition.values, 1] : condition.values
    const text = this.#cachedText(
      `find ${meta.className} ${lockMode} ${limit} ${condition.form} ${order}`,
      values,
      () => {
        const query = this.#builder(meta, ctx).select('*').where(condition.original)
        return applyLimit(order === '' ? query : query.orderBy(Object(orderBy)), limit, lockMode)
      },
    )
    if (text === null) return null
    return async () => {
      const rows = await this.rethrow(this.getConnection().execute<EntityData<T>[]>(text, values, 'all', ctx))
      return rows.map((row) => this.mapResult(row, meta) ?? row)
    }
  }

  override async count<T extends object>(
    entity: EntityName<T>,
    where: ObjectQuery<T>,
    options: CountOptions<T> = {},
  ): Promise<number> {
    const condition = haveNoEffect(options) && this.#toEquality(entity, where)
    if (!condition) return super.count(entity, where, options)
    const { meta } = condition
    const text = this.#cachedText(`count ${meta.className} ${condition.form}`, condition.values, () =>
      this.#builder(meta, options.ctx).count().where(condition.original),
    )
    if (text === null) return super.count(entity, where, options)
    const row = await this.rethrow(
      this.getConnection().execute<{ count: number }>(
        text,
        condition.values,
        'get',
        options.ctx,
        options.logging,
      ),
    )
    return Number(row.count)
  }

  override async nativeUpdate<T extends object>(
    entity: EntityName<T>,
    where: FilterQuery<T>,
    data: EntityDictionary<T>,
    options: NativeInsertUpdateOptions<T> & UpsertOptions<T> = {},
  ): Promise<QueryResult<T>> {
    const isSupported = options.convertCustomTypes === false && haveNoEffect(options)
    const condition = isSupported && this.#toEquality(entity, where)
    const changes = condition && toChanges(condition.meta, data)
    if (!changes) return super.nativeUpdate(entity, where, data, options)
    const { meta } = condition
    const values = [...changes.values, ...condition.values]
    const text = this.#cachedText(`update ${meta.className} ${changes.form} ${condition.form}`, values, () =>
      this.#builder(meta, options.ctx).update(changes.original).where(condition.original),
    )
    if (text === null) return super.nativeUpdate(entity, where, data, options)
    return this.rethrow(this.executeChange<T>(text, values, options))
  }

  override async nativeDelete<T extends object>(
    entity: EntityName<T>,
    where: FilterQuery<T>,
    options: NativeDeleteOptions<T> = {},
  ): Promise<QueryResult<T>> {
    const condition = haveNoEffect(options) && this.#toEquality(entity, where)
    if (!condition) return super.nativeDelete(entity, where, options)
    const { meta } = condition
    const text = this.#cachedText(`delete ${meta.className} ${condition.form}`, condition.values, () =>
      this.#builder(meta, options.ctx).delete(condition.original),
    )
    if (text === null) return super.nativeDelete(entity, where, options)
    // A flush passes no entity manager, and ignores the count.
    const { ctx, loggerContext } = options
    return this.rethrow(
      options.em === undefined
        ? this.executeChange<T>(text, condition.values, options)
        : this.getConnection().execute<QueryResult<T>>(text, condition.values, 'run', ctx, loggerContext),
    )
  }

  /** Returns null also for tables without an entity. */
  #toEquality<T extends object>(entity: EntityName<T>, where: unknown): EqualityCondition<T> | null {
    const meta = this.metadata.find<T>(entity)
    const isKnown = meta && this.metadata.getAll().has(meta.class)
    const equalities = isKnown && isPlain(meta) ? toEqualities(meta, where) : null
    return meta && equalities ? { ...equalities, meta } : null
  }

  #builder({ class: entity }: EntityMetadata, ctx?: Transaction): AnyQueryBuilder<Record<string, unknown>> {
    return this.createQueryBuilder(entity, ctx, 'write', false)
  }

  /** Returns the text of a form, built once; null if its values differ from these. */
  #cachedText(form: string, values: Scalar[], build: () => { toQuery: () => BuiltStatement }): string | null {
    const isKnown = this.#texts.get(form)
    if (isKnown !== undefined) return isKnown
    const { sql, params } = build().toQuery()
    // A list is one value to the builder.
    const flat = params.flat()
    const same = flat.length === values.length && flat.every((value, index) => value === values[index])
    const text = same ? sql : null
    if (this.#texts.size < MAX_TEXTS) this.#texts.set(form, text)
    return text
  }

  /** Executes a change of a flush, which ignores the result: no entity has a version column of the ORM. */
  protected executeChange<T>(
    text: string,
    values: Scalar[],
    { ctx, loggerContext }: NativeDeleteOptions<T>,
  ): Promise<QueryResult<T>> {
    return this.getConnection().execute<QueryResult<T>>(text, values, 'run', ctx, loggerContext)
  }
}

/** Options of a find with a cached text. */
export interface CachedFindOptions {
  lockMode?: LockMode | undefined
  limit?: number | undefined
  orderBy?: unknown
  /** Whether an already loaded entity is updated with the values that the find returns. */
  refresh?: boolean | undefined
  ctx?: Transaction
}

/** Executes the find, and returns the rows from which the ORM creates entities. */
export type CachedFind<T> = () => Promise<EntityData<T>[]>

/** Equality conditions on the rows of an entity. */
type EqualityCondition<T extends object> = NamedValues & { meta: EntityMetadata<T> }

interface BuiltStatement {
  sql: string
  params: readonly unknown[]
}

function applyLimit<T extends object>(
  builder: AnyQueryBuilder<T>,
  limit: number | undefined,
  lock: LockMode | undefined,
): AnyQueryBuilder<T> {
  const query = limit === undefined ? builder : builder.limit(limit)
  return lock === undefined ? query : query.setLockMode(lock)
}

function haveNoEffect(options: object): boolean {
  return Object.entries(options).every(([name, value]) => OPTIONS_WITHOUT_EFFECT.has(name) || isEmpty(value))
}

/** Whether a value is undefined, or an empty list or object. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  )
}
