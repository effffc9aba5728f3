import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runInOneTransaction } from '../../src/database/backup/session.ts'
import { inspectSource } from '../../src/database/backup/write-backup.ts'
import {
  createBackupFixture,
  createEmptyDatabaseUrl,
  backUp,
  knownMigrations,
  restore,
  runStatements,
  readBackupText,
  type BackupFixture,
} from '../support/backups.ts'
import { createMigratedDatabase } from '../support/db.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let fixture: BackupFixture
beforeAll(async () => {
  fixture = await createBackupFixture()
})
afterAll(() => fixture.remove())

/** The catalog of a schema: columns, constraints, indexes, triggers and functions, as definitions. */
const SCHEMA = `select string_agg(line, E'\\n' order by line collate "C") as schema from (
  select format('%s.%s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated,
    attidentity) || coalesce(' ' || pg_get_expr(adbin, adrelid), '') || attstorage::text as line
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum join pg_class c on c.oid = attrelid
  where c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and c.relkind = 'r'
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select pg_get_indexdef(indexrelid) || indisvalid::text from pg_index join pg_class c on c.oid = indrelid
    where c.relnamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(t.oid) || tgenabled::text from pg_trigger t join pg_class c on c.oid = tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal
  union all select relname || coalesce(array_to_string(reloptions, ','), '') from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
  union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')) everything`

describe('a restored database', () => {
  test('has every row, sequence and schema object of the source database', async () => {
    const target = await createEmptyDatabaseUrl()
    await restore(target, fixture.file)
    // Physical order may differ, so rows are compared in the order of their text.
    const readSorted = async (url: string) =>
      (await readBackupText(await backUp(url, fixture.newFile())))
        .split('\n')
        .filter((line) => !line.startsWith('{"sha256"'))
        .toSorted()
    expect(await readSorted(target)).toEqual(await readSorted(fixture.source))
    const [schema] = await runStatements(fixture.source, SCHEMA)
    expect(String(schema?.['schema']).length).toBeGreaterThan(10_000)
    expect(await runStatements(target, SCHEMA)).toEqual([schema])
    expect(await runStatements(target, `select nextval('components_id_seq')::text as id`)).toEqual([
      { id: '4712' },
    ])
  })

  test('has active triggers, and none that fired on restored rows', async () => {
    const target = await createEmptyDatabaseUrl()
    await restore(target, fixture.file)
    await expect(runStatements(target, 'truncate audit_entries')).rejects.toThrow()
    await expect(runStatements(target, `update audit_entries set action = 'x'`)).rejects.toThrow()
    expect(
      await runStatements(target, 'select count(*)::integer as marks from search_reindex_queue'),
    ).toEqual(
      await runStatements(fixture.source, 'select count(*)::integer as marks from search_reindex_queue'),
    )
  })
})

test('a backup is one consistent snapshot during writes, with 100,000 rows and little memory', async () => {
  const url = await createMigratedDatabase()
  await runStatements(
    url,
    `insert into audit_entries (kind, action, auditable_type, auditable_id, actor_type, changes)
    select 'content', 'update', 'User', n, 'System', jsonb_build_object('text', repeat(md5(n::text), 20)) from generate_series(1, 100000) n`,
  )
  const writer = new Client({ connectionString: url })
  await writer.connect()
  let writing = true
  // Each transaction adds a row to a table that is read before the many rows, and to one that is read after them.
  const writes = (async () => {
    for (let n = 0; writing; n += 1) {
      await writer.query(`begin; insert into failed_sign_ins (digest, last_failed_at) values ('${n}', now());
        insert into rate_limit_counters (key, window_start) values ('${n}', now()); commit`)
    }
  })()
  const readWritten = async () =>
    Number((await runStatements(url, 'select count(*) as n from rate_limit_counters'))[0]?.['n'])
  await vi.waitUntil(async () => (await readWritten()) > 10)
  // Buffers of this thread that are in use; the process has the memory of the other worker's tests.
  const measureBuffers = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const base = measureBuffers()
  let peak = 0
  const measure = () => {
    const startedAt = performance.now()
    peak = Math.max(peak, measureBuffers())
    // Collecting garbage takes long after many test files, so it gets a sixth of the time.
    timer = setTimeout(measure, 5 * (performance.now() - startedAt))
  }
  let timer = setTimeout(measure, 100)
  const before = await readWritten()
  const path = await backUp(url, fixture.newFile())
  clearTimeout(timer)
  const after = await readWritten()
  writing = false
  await writes
  await writer.end()
  expect(after).toBeGreaterThan(before)
  expect(peak - base).toBeLessThan(32 * 1024 * 1024)

  const target = await createEmptyDatabaseUrl()
  const { rows } = await restore(target, path)
  const [counts] = await runStatements(
    target,
    `select (select count(*) from failed_sign_ins)::integer as first,
    (select count(*) from rate_limit_counters)::integer as last, (select count(*) from audit_entries)::integer as entries`,
  )
  expect(counts?.['first']).toBe(counts?.['last'])
  expect(counts?.['first']).toBeLessThan(after)
  expect(counts?.['entries']).toBe(100_000)
  expect(rows).toBeGreaterThan(100_000)
})

test('foreign tables that the service did not create are reported, and not backed up', async () => {
  const url = await createMigratedDatabase()
  await runStatements(url, 'create table notes (id integer)')
  const snapshot = await runInOneTransaction(url, 'isolation level repeatable read, read only', (client) =>
    inspectSource(client, knownMigrations, new Date(0)),
  )
  expect(snapshot.foreign).toEqual(['notes'])
  const target = await createEmptyDatabaseUrl()
  await restore(target, await backUp(url, fixture.newFile()))
  expect(await runStatements(target, `select to_regclass('notes') as notes`)).toEqual([{ notes: null }])
})
