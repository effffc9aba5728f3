import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Migration } from '@mikro-orm/migrations'
import { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { SqlMikroORM } from '@mikro-orm/sql'
import type { ClientBase } from 'pg'
import { listMigrationNames, findReplacedMigration } from '../migrated.ts'
import { MIGRATIONS, sharedOptions } from '../options.ts'

/** The statements of each migration of this version, by its name. */
export type Migrations = ReadonlyMap<string, readonly string[]>

/** The definition that the ORM's migrator uses. */
const MIGRATIONS_TABLE = `create table "mikro_orm_migrations" ("id" serial primary key, "name" varchar(255) not null,
  "executed_at" timestamptz(6) not null default current_timestamp(6))`
const CREATED_TABLE = /\bcreate table (?:if not exists )?"?(\w+)"?/gi

/** Reads the migrations of this version as statements for one transaction: `concurrently` is removed. */
export async function readMigrations(): Promise<Migrations> {
  // Does not connect; migrations only need its driver.
  const { driver, config } = new SqlMikroORM({ ...sharedOptions, driver: PostgreSqlDriver, dbName: 'none' })
  const read = listMigrationNames().map(async (name): Promise<[string, string[]]> => {
    const module: object = await import(pathToFileURL(join(MIGRATIONS, `${name}.ts`)).href)
    const Class = Object.values(module).find(isMigration)
    if (!Class) throw new Error(`${name} is not a migration`)
    const migration = new Class(driver, config)
    await migration.up()
    const plain = migration.isTransactional()
      ? (sql: string) => sql
      : (sql: string) => sql.replaceAll(/\bconcurrently\b/gi, '')
    return [name, migration.getQueries().map((query) => plain(toStatementText(name, query)))]
  })
  return new Map(await Promise.all(read))
}

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration

/** Checks the methods, because the bundle contains a copy of the ORM's class while migration files use the original. */
function isMigration(value: unknown): value is MigrationClass {
  const prototype: unknown = typeof value === 'function' ? value.prototype : null
  return prototype instanceof Object && 'up' in prototype && 'getQueries' in prototype
}

function toStatementText(name: string, query: unknown): string {
  if (typeof query === 'string') return query
  throw new Error(`${name} has a statement that is not text`)
}

/** Lists the tables that these migrations create; all other tables are foreign. */
export function listCreatedTables(migrations: Migrations): Set<string> {
  const statements = [MIGRATIONS_TABLE, ...[...migrations.values()].flat()]
  const names = statements.flatMap((text) => [...text.matchAll(CREATED_TABLE)].map(([, name = '']) => name))
  return new Set(names)
}

/** A migration that is unknown to this version, and whether its schema is older or newer. */
interface UnknownMigration {
  name: string
  age: 'older' | 'newer'
}

/** Finds the first migration that is unknown to this version; null if all are known. */
export function findUnknownMigration(known: Migrations, names: readonly string[]): UnknownMigration | null {
  const replaced = findReplacedMigration([...known.keys()], names)
  if (replaced !== null) return { name: replaced, age: 'older' }
  const newer = names.find((name) => !known.has(name))
  return newer === undefined ? null : { name: newer, age: 'newer' }
}

/** Creates the schema of these migrations, in the transaction of the client. */
export async function createSchema(
  client: ClientBase,
  known: Migrations,
  names: readonly string[],
): Promise<void> {
  await client.query(MIGRATIONS_TABLE)
  for (const name of names) {
    for (const statement of known.get(name) ?? []) await client.query(statement)
  }
}
