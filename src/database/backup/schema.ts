import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Migration } from '@mikro-orm/migrations'
import { PostgreSqlDriver } from '@mikro-orm/postgresql'
import { SqlMikroORM } from '@mikro-orm/sql'
import type { ClientBase } from 'pg'
import { migrationNames, replacedMigration } from '../migrated.ts'
import { MIGRATIONS, sharedOptions } from '../options.ts'

/** The statements of each migration of this version, by its name. */
export type Migrations = ReadonlyMap<string, readonly string[]>

/** As the migrator of the ORM creates it. */
const MIGRATIONS_TABLE = `create table "mikro_orm_migrations" ("id" serial primary key, "name" varchar(255) not null,
  "executed_at" timestamptz(6) not null default current_timestamp(6))`
const CREATED_TABLE = /\bcreate table (?:if not exists )?"?(\w+)"?/gi

/**
 * Reads the migrations of this version as statements that one transaction can run: what one of them does concurrently,
 * so as not to hold up a service, is done plainly.
 */
export async function readMigrations(): Promise<Migrations> {
  // It connects to nothing; migrations are made with its driver.
  const { driver, config } = new SqlMikroORM({ ...sharedOptions, driver: PostgreSqlDriver, dbName: 'none' })
  const read = migrationNames().map(async (name): Promise<[string, string[]]> => {
    const module: object = await import(pathToFileURL(join(MIGRATIONS, `${name}.ts`)).href)
    const Class = Object.values(module).find(isMigration)
    if (!Class) throw new Error(`${name} is no migration`)
    const migration = new Class(driver, config)
    await migration.up()
    const plain = migration.isTransactional()
      ? (sql: string) => sql
      : (sql: string) => sql.replaceAll(/\bconcurrently\b/gi, '')
    return [name, migration.getQueries().map((query) => plain(textOf(name, query)))]
  })
  return new Map(await Promise.all(read))
}

type MigrationClass = new (...given: ConstructorParameters<typeof Migration>) => Migration

/** By its methods: the bundle has a copy of the ORM's class, and the files of migrations have the original. */
function isMigration(value: unknown): value is MigrationClass {
  const prototype: unknown = typeof value === 'function' ? value.prototype : null
  return prototype instanceof Object && 'up' in prototype && 'getQueries' in prototype
}

function textOf(name: string, query: unknown): string {
  if (typeof query === 'string') return query
  throw new Error(`${name} has a statement that is no text`)
}

/** The tables that these migrations create: all others in a database belong to someone else. */
export function tablesOf(migrations: Migrations): Set<string> {
  const statements = [MIGRATIONS_TABLE, ...[...migrations.values()].flat()]
  const names = statements.flatMap((text) => [...text.matchAll(CREATED_TABLE)].map(([, name = '']) => name))
  return new Set(names)
}

/** A migration that this version does not know, and whether the schema that it belongs to is older or newer. */
interface UnknownMigration {
  name: string
  age: 'older' | 'newer'
}

/** The first of these migrations that this version does not know; null if it knows all of them. */
export function findUnknownMigration(known: Migrations, names: readonly string[]): UnknownMigration | null {
  const replaced = replacedMigration([...known.keys()], names)
  if (replaced !== null) return { name: replaced, age: 'older' }
  const newer = names.find((name) => !known.has(name))
  return newer === undefined ? null : { name: newer, age: 'newer' }
}

/** Creates the schema as it was after these migrations, in the transaction of the client. */
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
