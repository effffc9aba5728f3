import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runWithoutMigrations } from '../../src/database/backup/session.ts'
import { MIGRATION_LOCK } from '../../src/database/server/server.ts'
import {
  createBackupFixture,
  createEmptyDatabaseUrl,
  backUp,
  writeChangedBackup,
  restore,
  runStatements,
  readBackupText,
  type BackupFixture,
} from '../support/backups.ts'
import { createMigratedDatabase } from '../support/db.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

let fixture: BackupFixture
beforeAll(async () => {
  fixture = await createBackupFixture()
})
afterAll(() => fixture.remove())

describe('a restore that changes nothing', () => {
  const expectRejected = async (url: string, path: string, replace = false): Promise<string> => {
    const objects = `select count(*)::integer as n from pg_class where relnamespace = 'public'::regnamespace`
    const before = await runStatements(url, objects)
    const error: unknown = await restore(url, path, replace).then(
      () => new Error('it was restored'),
      (reason: unknown) => reason,
    )
    expect(await runStatements(url, objects)).toEqual(before)
    const message = error instanceof Error ? error.message : String(error)
    expect(message).not.toContain('\n')
    return message
  }

  test('a restore is rejected when any byte of the file was changed, or its end is missing', async () => {
    const target = await createEmptyDatabaseUrl()
    const content = await readFile(fixture.file)
    const broken = fixture.newFile()
    for (let part = 1; part < 20; part += 1) {
      const bytes = Buffer.from(content)
      const offset = Math.floor((content.length * part) / 20)
      bytes[offset] = (bytes[offset] ?? 0) ^ 0x55
      await writeFile(broken, bytes)
      expect(await expectRejected(target, broken), `byte ${offset}`).toMatch(/^is (damaged|truncated)/)
      await writeFile(broken, content.subarray(0, offset))
      expect(await expectRejected(target, broken), `end at ${offset}`).toMatch(
        /^is truncated: .*; copy it again/,
      )
    }
    for (const bytes of [Buffer.alloc(0), Buffer.from('none'), gzipSync('none\n'), gzipSync('{}\n')]) {
      await writeFile(broken, bytes)
      expect(await expectRejected(target, broken)).toMatch(
        /^is (not a backup|damaged, or not a backup|truncated)/,
      )
    }
  })

  test('a restore is rejected when compressed text was changed, or a table or row is missing', async () => {
    const target = await createEmptyDatabaseUrl()
    const text = await readBackupText(fixture.file)
    const broken = fixture.newFile()
    for (const other of [
      text.replace('a@example.org', 'c@example.org'),
      text.replace(/^.*b@example\.org.*\n/m, ''),
      text.replace(/^\{"table":"projects".*\n[^]*?\n\{"rows".*\n/m, ''),
      text.replace('"is_called":true', '"is_called":false'),
      `${text}more\n`,
    ]) {
      expect(other).not.toBe(text)
      await writeFile(broken, gzipSync(other))
      expect(await expectRejected(target, broken)).toMatch(/^is damaged/)
    }
  })

  test('a restore is rejected when the backup is of a newer version or an unreleased older one, or has a newer format', async () => {
    const target = await createEmptyDatabaseUrl()
    const newer = await writeChangedBackup(fixture.file, fixture.newFile(), (text) =>
      text.replace('"migrations":[', '"migrations":["Migration29990101000000_later",'),
    )
    expect(await expectRejected(target, newer)).toBe(
      'is of a newer version of the service (Migration29990101000000_later); install that one first',
    )
    const older = await writeChangedBackup(fixture.file, fixture.newFile(), (text) =>
      text.replace('"migrations":[', '"migrations":["Migration20261122110700_baseline",'),
    )
    expect(await expectRejected(target, older)).toBe(
      'is of an older, unreleased version of the service (Migration20261122110700_baseline); restore it with that version, and move its projects as JSON archives',
    )
    const format = await writeChangedBackup(fixture.file, fixture.newFile(), (text) =>
      text.replace('"version":1', '"version":2'),
    )
    expect(await expectRejected(target, format)).toMatch(/^has format 2, of a newer version/)
  })

  test('a restore is rejected when the database is not empty, even with only a table of another owner', async () => {
    const target = await createEmptyDatabaseUrl()
    await runStatements(target, 'create table notes (id integer)')
    expect(await expectRejected(target, fixture.file)).toMatch(/^the database is not empty; .* --replace$/)
  })

  test('a restore is rejected when its rows break a rule of the schema, even with --replace', async () => {
    const target = await createEmptyDatabaseUrl()
    await restore(target, fixture.file)
    await runStatements(target, `update projects set name = 'Mine' where id = 1`)
    const orphans = await writeChangedBackup(fixture.file, fixture.newFile(), (text) =>
      text
        .replace(/^.*a@example\.org.*\n/m, '')
        .replace(/"rows":(\d+),"sequences"/, (_, rows: string) => `"rows":${Number(rows) - 1},"sequences"`),
    )
    expect(await expectRejected(target, orphans, true)).toContain('violates foreign key constraint')
    expect(await runStatements(target, 'select name from projects where id = 1')).toEqual([{ name: 'Mine' }])
  })

  test('a restore is rejected when other clients use the database that would be replaced', async () => {
    const target = await createMigratedDatabase()
    const other = new Client({ connectionString: target })
    await other.connect()
    expect(await expectRejected(target, fixture.file, true)).toMatch(
      /are connected to the database; stop the service first$/,
    )
    await other.end()
  })

  test('a restore is rejected when its connection is closed halfway', async () => {
    const target = await createEmptyDatabaseUrl()
    const restoring = restore(target, fixture.file)
    restoring.catch(() => undefined)
    await vi.waitUntil(
      async () => {
        const ended = await runStatements(
          fixture.source,
          `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${new URL(target).pathname.slice(1)}' and query ~ '^(copy|alter|truncate|create)'`,
        )
        return ended.length > 0
      },
      { interval: 1, timeout: 60_000 },
    )
    await expect(restoring).rejects.toThrow()
    await vi.waitFor(async () =>
      expect(
        await runStatements(target, `select from pg_class where relnamespace = 'public'::regnamespace`),
      ).toEqual([]),
    )
    await restore(target, fixture.file)
  })
})

describe('a rejected backup', () => {
  test('a backup is rejected while the database is migrated, and blocks migrations meanwhile', async () => {
    const client = new Client({ connectionString: fixture.source })
    await client.connect()
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await expect(backUp(fixture.source, fixture.newFile())).rejects.toThrow(
      /^the database is being migrated, backed up or restored; try again/,
    )
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`)
    await runWithoutMigrations(fixture.source, async () => {
      const { rows } = await client.query(`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`)
      expect(rows).toEqual([{ taken: false }])
    })
    await client.end()
  })

  test('a backup is rejected for an empty database, and for one of a newer or an unreleased older version', async () => {
    await expect(backUp(await createEmptyDatabaseUrl(), fixture.newFile())).rejects.toThrow(
      'the database is empty: start the service once',
    )
    const newer = await createMigratedDatabase()
    await runStatements(
      newer,
      `insert into mikro_orm_migrations (name) values ('Migration29990101000000_later')`,
    )
    await expect(backUp(newer, fixture.newFile())).rejects.toThrow(
      /newer version of the service \(Migration29990101000000_later\)/,
    )
    const older = await createMigratedDatabase()
    await runStatements(
      older,
      `insert into mikro_orm_migrations (name) values ('Migration20261122110700_baseline')`,
    )
    await expect(backUp(older, fixture.newFile())).rejects.toThrow(
      /^the database is of an older, unreleased version of the service \(Migration20261122110700_baseline\): back it up with that version$/,
    )
  })

  test('a backup is rejected when the disk is full, and leaves no file behind', async ({ skip }) => {
    const disk = await mountSmallDisk(1)
    if (disk === null) return skip('this machine lets nobody mount a disk')
    try {
      await disk.fill()
      const path = join(disk.path, 'full.backup')
      await expect(backUp(fixture.source, path)).rejects.toThrow(
        /full\.backup cannot be written: the disk is full; nothing was written$/,
      )
      expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false])
    } finally {
      await disk.remove()
    }
  })
})
