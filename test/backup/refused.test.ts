import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withoutMigrations } from '../../src/database/backup/session.ts'
import { MIGRATION_LOCK } from '../../src/database/server/server.ts'
import {
  aBackupPlace,
  anEmptyDatabase,
  backUp,
  changed,
  restore,
  send,
  textIn,
  type BackupPlace,
} from '../support/backups.ts'
import { migratedDatabase } from '../support/db.ts'
import { aSmallDisk } from '../support/small-disk.ts'

let place: BackupPlace
beforeAll(async () => {
  place = await aBackupPlace()
})
afterAll(() => place.remove())

describe('a restore is rejected, and leaves the database unchanged,', () => {
  const refusedIn = async (url: string, path: string, replace = false): Promise<string> => {
    const objects = `select count(*)::integer as n from pg_class where relnamespace = 'public'::regnamespace`
    const before = await send(url, objects)
    const error: unknown = await restore(url, path, replace).then(
      () => new Error('it was restored'),
      (reason: unknown) => reason,
    )
    expect(await send(url, objects)).toEqual(before)
    const message = error instanceof Error ? error.message : String(error)
    expect(message).not.toContain('\n')
    return message
  }

  test('when any byte of the file was changed, or its end is missing', async () => {
    const target = await anEmptyDatabase()
    const whole = await readFile(place.file)
    const broken = place.newFile()
    for (let part = 1; part < 20; part += 1) {
      const bytes = Buffer.from(whole)
      const at = Math.floor((whole.length * part) / 20)
      bytes[at] = (bytes[at] ?? 0) ^ 0x55
      await writeFile(broken, bytes)
      expect(await refusedIn(target, broken), `byte ${at}`).toMatch(/^is (damaged|truncated)/)
      await writeFile(broken, whole.subarray(0, at))
      expect(await refusedIn(target, broken), `end at ${at}`).toMatch(/^is truncated: .*; copy it again/)
    }
    for (const bytes of [Buffer.alloc(0), Buffer.from('none'), gzipSync('none\n'), gzipSync('{}\n')]) {
      await writeFile(broken, bytes)
      expect(await refusedIn(target, broken)).toMatch(/^is (not a backup|damaged, or not a backup|truncated)/)
    }
  })

  test('when compressed text was changed, or a table or row is missing', async () => {
    const target = await anEmptyDatabase()
    const text = await textIn(place.file)
    const broken = place.newFile()
    for (const other of [
      text.replace('a@example.org', 'c@example.org'),
      text.replace(/^.*b@example\.org.*\n/m, ''),
      text.replace(/^\{"table":"projects".*\n[^]*?\n\{"rows".*\n/m, ''),
      text.replace('"is_called":true', '"is_called":false'),
      `${text}more\n`,
    ]) {
      expect(other).not.toBe(text)
      await writeFile(broken, gzipSync(other))
      expect(await refusedIn(target, broken)).toMatch(/^is damaged/)
    }
  })

  test('when the backup is of a newer version or an unreleased older one, or has a newer format', async () => {
    const target = await anEmptyDatabase()
    const newer = await changed(place.file, place.newFile(), (text) =>
      text.replace('"migrations":[', '"migrations":["Migration29990101000000_later",'),
    )
    expect(await refusedIn(target, newer)).toBe(
      'is of a newer version of the service (Migration29990101000000_later); install that one first',
    )
    const older = await changed(place.file, place.newFile(), (text) =>
      text.replace('"migrations":[', '"migrations":["Migration20261122110700_baseline",'),
    )
    expect(await refusedIn(target, older)).toBe(
      'is of an older, unreleased version of the service (Migration20261122110700_baseline); restore it with that version, and move its projects as JSON archives',
    )
    const format = await changed(place.file, place.newFile(), (text) =>
      text.replace('"version":1', '"version":2'),
    )
    expect(await refusedIn(target, format)).toMatch(/^has format 2, of a newer version/)
  })

  test('when the database is not empty, even with only a table of another owner', async () => {
    const target = await anEmptyDatabase()
    await send(target, 'create table notes (id integer)')
    expect(await refusedIn(target, place.file)).toMatch(/^the database is not empty; .* --replace$/)
  })

  test('when its rows break a rule of the schema, even with --replace', async () => {
    const target = await anEmptyDatabase()
    await restore(target, place.file)
    await send(target, `update projects set name = 'Mine' where id = 1`)
    const orphans = await changed(place.file, place.newFile(), (text) =>
      text
        .replace(/^.*a@example\.org.*\n/m, '')
        .replace(/"rows":(\d+),"sequences"/, (_, rows: string) => `"rows":${Number(rows) - 1},"sequences"`),
    )
    expect(await refusedIn(target, orphans, true)).toContain('violates foreign key constraint')
    expect(await send(target, 'select name from projects where id = 1')).toEqual([{ name: 'Mine' }])
  })

  test('when other clients use the database that would be replaced', async () => {
    const target = await migratedDatabase()
    const other = new Client({ connectionString: target })
    await other.connect()
    expect(await refusedIn(target, place.file, true)).toMatch(
      /are connected to the database; stop the service first$/,
    )
    await other.end()
  })

  test('when its connection is closed halfway', async () => {
    const target = await anEmptyDatabase()
    const restoring = restore(target, place.file)
    restoring.catch(() => undefined)
    await vi.waitUntil(
      async () => {
        const ended = await send(
          place.source,
          `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${new URL(target).pathname.slice(1)}' and query ~ '^(copy|alter|truncate|create)'`,
        )
        return ended.length > 0
      },
      { interval: 1, timeout: 60_000 },
    )
    await expect(restoring).rejects.toThrow()
    await vi.waitFor(async () =>
      expect(await send(target, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual(
        [],
      ),
    )
    await restore(target, place.file)
  })
})

describe('a backup is rejected', () => {
  test('while the database is migrated, and blocks migrations meanwhile', async () => {
    const client = new Client({ connectionString: place.source })
    await client.connect()
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await expect(backUp(place.source, place.newFile())).rejects.toThrow(
      /^the database is being migrated, backed up or restored; try again/,
    )
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`)
    await withoutMigrations(place.source, async () => {
      const { rows } = await client.query(`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`)
      expect(rows).toEqual([{ taken: false }])
    })
    await client.end()
  })

  test('a backup is rejected for an empty database, and for one of a newer or an unreleased older version', async () => {
    await expect(backUp(await anEmptyDatabase(), place.newFile())).rejects.toThrow(
      'the database is empty: start the service once',
    )
    const newer = await migratedDatabase()
    await send(newer, `insert into mikro_orm_migrations (name) values ('Migration29990101000000_later')`)
    await expect(backUp(newer, place.newFile())).rejects.toThrow(
      /newer version of the service \(Migration29990101000000_later\)/,
    )
    const older = await migratedDatabase()
    await send(older, `insert into mikro_orm_migrations (name) values ('Migration20261122110700_baseline')`)
    await expect(backUp(older, place.newFile())).rejects.toThrow(
      /^the database is of an older, unreleased version of the service \(Migration20261122110700_baseline\): back it up with that version$/,
    )
  })

  test('when the disk is full, and leaves no file behind', async ({ skip }) => {
    const disk = await aSmallDisk(1)
    if (disk === null) return skip('this machine lets nobody mount a disk')
    try {
      await disk.fill()
      const path = join(disk.path, 'full.backup')
      await expect(backUp(place.source, path)).rejects.toThrow(
        /full\.backup cannot be written: the disk is full; nothing was written$/,
      )
      expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false])
    } finally {
      await disk.remove()
    }
  })
})
