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
import { changesOf, equalsOf, isPlain, orderOf, type Named, type Scalar } from './equals.ts'

/** Far more than the entities have forms of statements. */
const MOST_TEXTS = 1000
/** Options of the ORM that change nothing of a statement that follows from conditions alone. */
const WITHOUT_EFFECT = new Set([
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
 * The ORM's driver, which keeps the texts of its commonest statements: records found by equal values and put in order,
 * counted, changed and deleted by them. The ORM builds a tree and a text for each anew, which takes longer than to send
 * it. The texts are its own, made at the first time; what has another form, or values in another order than its text,
 * goes the ORM's way.
 */
export abstract class KeepingDriver extends AbstractSqlDriver {
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
    const plain = isEmpty(populate) && (limit === undefined || limit === 1) && changeNothing(others)
    const asked = plain && this.plainly(entity, where, { lockMode, limit, orderBy, ctx: options.ctx })
    return asked ? asked() : super.find(entity, where, options)
  }

  /** Asks for records by a kept text; null where they are not found by equal values alone. */
  plainly<T extends object>(
    entity: EntityName<T>,
    where: unknown,
    options: PlainOptions,
  ): PlainFind<T> | null {
    const asked = this.#plainly(entity, where)
    const { lockMode, limit, orderBy, ctx } = options
    const order = asked && (isEmpty(orderBy) ? '' : orderOf(asked.meta, orderBy))
    if (!asked || order === null) return null
    const { meta } = asked
    const values = limit === 1 ? [...asked.values, 1] : asked.values
    const text = this.#textOf(
      `find ${meta.className} ${lockMode} ${limit} ${asked.form} ${order}`,
      values,
      () => {
        const found = this.#builder(meta, ctx).select('*').where(asked.given)
        return limited(order === '' ? found : found.orderBy(Object(orderBy)), limit, lockMode)
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
    const asked = changeNothing(options) && this.#plainly(entity, where)
    if (!asked) return super.count(entity, where, options)
    const { meta } = asked
    const text = this.#textOf(`count ${meta.className} ${asked.form}`, asked.values, () =>
      this.#builder(meta, options.ctx).count().where(asked.given),
    )
    if (text === null) return super.count(entity, where, options)
    const found = await this.rethrow(
      this.getConnection().execute<{ count: number }>(
        text,
        asked.values,
        'get',
        options.ctx,
        options.logging,
      ),
    )
    return Number(found.count)
  }

  override async nativeUpdate<T extends object>(
    entity: EntityName<T>,
    where: FilterQuery<T>,
    data: EntityDictionary<T>,
    options: NativeInsertUpdateOptions<T> & UpsertOptions<T> = {},
  ): Promise<QueryResult<T>> {
    const plain = options.convertCustomTypes === false && changeNothing(options)
    const found = plain && this.#plainly(entity, where)
    const changed = found && changesOf(found.meta, data)
    if (!changed) return super.nativeUpdate(entity, where, data, options)
    const { meta } = found
    const values = [...changed.values, ...found.values]
    const text = this.#textOf(`update ${meta.className} ${changed.form} ${found.form}`, values, () =>
      this.#builder(meta, options.ctx).update(changed.given).where(found.given),
    )
    if (text === null) return super.nativeUpdate(entity, where, data, options)
    return this.rethrow(this.change<T>(text, values, options))
  }

  override async nativeDelete<T extends object>(
    entity: EntityName<T>,
    where: FilterQuery<T>,
    options: NativeDeleteOptions<T> = {},
  ): Promise<QueryResult<T>> {
    const found = changeNothing(options) && this.#plainly(entity, where)
    if (!found) return super.nativeDelete(entity, where, options)
    const { meta } = found
    const text = this.#textOf(`delete ${meta.className} ${found.form}`, found.values, () =>
      this.#builder(meta, options.ctx).delete(found.given),
    )
    if (text === null) return super.nativeDelete(entity, where, options)
    // A flush names no manager, and does not ask how many there were.
    const { ctx, loggerContext } = options
    return this.rethrow(
      options.em === undefined
        ? this.change<T>(text, found.values, options)
        : this.getConnection().execute<QueryResult<T>>(text, found.values, 'run', ctx, loggerContext),
    )
  }

  /** Null also for tables that no entity has. */
  #plainly<T extends object>(entity: EntityName<T>, where: unknown): Plainly<T> | null {
    const meta = this.metadata.find<T>(entity)
    const known = meta && this.metadata.getAll().has(meta.class)
    const named = known && isPlain(meta) ? equalsOf(meta, where) : null
    return meta && named ? { ...named, meta } : null
  }

  #builder({ class: entity }: EntityMetadata, ctx?: Transaction): AnyQueryBuilder<Record<string, unknown>> {
    return this.createQueryBuilder(entity, ctx, 'write', false)
  }

  /** The text of a form, which is made once; null if its values would be others than these. */
  #textOf(form: string, values: Scalar[], build: () => { toQuery: () => Built }): string | null {
    const known = this.#texts.get(form)
    if (known !== undefined) return known
    const { sql, params } = build().toQuery()
    // A list is one value to the builder.
    const flat = params.flat()
    const same = flat.length === values.length && flat.every((value, at) => value === values[at])
    const made = same ? sql : null
    if (this.#texts.size < MOST_TEXTS) this.#texts.set(form, made)
    return made
  }

  /** Sends a change of records by a flush, which asks for no answer: the entities have no version of the ORM's own. */
  protected change<T>(
    text: string,
    values: Scalar[],
    { ctx, loggerContext }: NativeDeleteOptions<T>,
  ): Promise<QueryResult<T>> {
    return this.getConnection().execute<QueryResult<T>>(text, values, 'run', ctx, loggerContext)
  }
}

/** What a plain question may say beside its conditions. */
export interface PlainOptions {
  lockMode?: LockMode | undefined
  limit?: number | undefined
  orderBy?: unknown
  /** Whether a record that is known already takes what is found. */
  refresh?: boolean | undefined
  ctx?: Transaction
}

/** Asks, and answers the rows as the ORM makes records of them. */
export type PlainFind<T> = () => Promise<EntityData<T>[]>

/** Conditions by equal values on the records of an entity. */
type Plainly<T extends object> = Named & { meta: EntityMetadata<T> }

interface Built {
  sql: string
  params: readonly unknown[]
}

function limited<T extends object>(
  builder: AnyQueryBuilder<T>,
  limit: number | undefined,
  lock: LockMode | undefined,
): AnyQueryBuilder<T> {
  const found = limit === undefined ? builder : builder.limit(limit)
  return lock === undefined ? found : found.setLockMode(lock)
}

function changeNothing(options: object): boolean {
  return Object.entries(options).every(([name, value]) => WITHOUT_EFFECT.has(name) || isEmpty(value))
}

/** Nothing, or a list or an object with nothing in it. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  )
}
