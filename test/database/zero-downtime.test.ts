import { readdirSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { MIGRATIONS } from '../../src/database/options.ts'
import { findLockingStatements } from '../support/locking-statements.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** The last migration of the baseline, to which the rule doesn't apply. */
const BASELINE = 'Migration20261127230400_collaboration'

interface RunnableMigration {
  up: () => unknown
  getQueries: () => unknown[]
  isTransactional: () => boolean
  contract?: () => boolean
}

/** The statements of a migration, without running them. */
async function readStatements(name: string): Promise<{ migration: RunnableMigration; statements: string[] }> {
  const module: Record<string, new (...args: unknown[]) => RunnableMigration> = await import(
    `${MIGRATIONS}/${name}.ts`
  )
  const Found = module[name]
  if (!Found) throw new Error(`${name} has another name inside`)
  const { driver, config } = world.database.orm
  const migration = new Found(driver, config)
  await migration.up()
  return { migration, statements: migration.getQueries().map(String) }
}

test('no migration after the baseline blocks or breaks the previous version', async () => {
  const names = readdirSync(MIGRATIONS)
    .filter((file) => /^Migration\d+\w*\.ts$/.test(file))
    .map((file) => file.replace('.ts', ''))
    .filter((name) => name > BASELINE)
  const violations: Record<string, string[]> = {}
  for (const name of names) {
    const { migration, statements } = await readStatements(name)
    const contract = migration.contract?.() ?? false
    const wrong = findLockingStatements(statements, { contract })
    const apart = statements.some((text) => /index concurrently/i.test(text)) && migration.isTransactional()
    if (apart) {
      wrong.push('what is concurrent cannot run in a transaction: isTransactional() must answer false')
    }
    if (wrong.length > 0) violations[name] = wrong
  }
  expect(violations).toEqual({})
})

test('pending migrations can be shown without running them', async () => {
  const { statements } = await readStatements('Migration20261127230300_beyond_entities')
  expect(statements).toContain('alter table "srg_documents" alter column "xml" set storage external')
})

describe('the check for zero downtime', () => {
  it.each([
    'create index "a" on "reviews" ("id")',
    'CREATE UNIQUE INDEX a\n  ON public.reviews USING gin (x)',
    'drop index "a"',
    'reindex table reviews',
    'alter table "reviews" add "at" timestamptz not null default clock_timestamp()',
    'alter table reviews add column u uuid default gen_random_uuid()',
    'alter table reviews add column s serial',
    'alter table reviews add column w tsvector generated always as (to_tsvector(comment)) stored',
    'alter table reviews add column n int not null',
    'alter table reviews add a int null, add b text not null',
    'alter table "reviews" alter column "section" type varchar(10)',
    'alter table reviews alter section set data type text using section::text',
    'alter table reviews alter column section set not null',
    'alter table "reviews" add constraint "c" check (id > 0)',
    'alter table "reviews" add constraint "f" foreign key ("x") references "y" ("id")',
    'alter table reviews add constraint u unique (a)',
    'alter table reviews rename column a to b',
    'alter table reviews rename to comments',
    'alter table reviews drop column a',
    'drop table if exists reviews cascade',
    "update reviews set section = 'x'",
    'with a as (select 1) delete from reviews where id > 0',
    'vacuum full reviews',
    'lock table reviews',
    'truncate reviews',
  ])('refuses: %s', (statement) => {
    expect(findLockingStatements([statement])).toHaveLength(1)
  })

  it.each([
    'create index concurrently "a" on "reviews" ("id")',
    'drop index concurrently a',
    'alter table "reviews" add "a" jsonb null',
    "alter table reviews add column a text not null default 'update reviews set x'",
    'alter table reviews add column a timestamptz not null default now()',
    'alter table "reviews" add constraint "c" check (id > 0) not valid',
    'alter table "reviews" validate constraint "c"',
    'alter table reviews add constraint u unique using index a',
    'create table t (id int primary key, u uuid default gen_random_uuid())',
    'create or replace function f() returns trigger language plpgsql as $$ begin update reviews set a = 1; end $$',
    "insert into rule_kinds (name) values ('update reviews set')",
    '-- alter table reviews drop column a\nselect 1',
  ])('accepts: %s', (statement) => {
    expect(findLockingStatements([statement])).toEqual([])
  })

  it('allows any change to tables that the migration creates', () => {
    const statements = [
      'create table "t" ("id" int)',
      'create index "i" on "t" ("id")',
      'alter table "t" alter column "id" set not null',
    ]
    expect(findLockingStatements(statements)).toEqual([])
    expect(findLockingStatements(statements.slice(1))).toHaveLength(2)
  })

  it('accepts removals in a contraction, and not null behind a validated check', () => {
    expect(findLockingStatements(['alter table reviews drop column a'], { contract: true })).toEqual([])
    const steps = [
      'alter table reviews add constraint c check (a is not null) not valid',
      'alter table reviews validate constraint c',
      'alter table reviews alter column a set not null',
    ]
    expect(findLockingStatements(steps)).toEqual([])
  })
})
