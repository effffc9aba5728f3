import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  countObjects,
  countOtherClients,
  listForeignKeys,
  setSequences,
  listTables,
  type Table,
} from './catalog.ts'
import type { Header, Summary, TableStart } from './format.ts'
import { BackupProblem, DAMAGED, readBackup } from './read-backup.ts'
import { createSchema, findUnknownMigration, type Migrations } from './schema.ts'
import { runInOneTransaction, lockOutOthers } from './session.ts'

export interface RestoreResult {
  tables: number
  rows: number
}

/**
 * Checks a backup without a database: it is readable, complete, and of a known version.
 * @throws BackupProblem
 */
export async function checkBackup(file: string, known: Migrations): Promise<void> {
  await readBackup(file, {
    header: (header) => Promise.resolve(assertKnown(header, known)),
    table: () => Promise.resolve(),
    summary: () => Promise.resolve(),
  })
}

function assertKnown({ migrations }: Header, known: Migrations): void {
  const unknown = findUnknownMigration(known, migrations)
  if (unknown?.age === 'newer') {
    throw new BackupProblem(`is of a newer version of the service (${unknown.name}); install that one first`)
  }
  if (unknown) {
    throw new BackupProblem(
      `is of an older, unreleased version of the service (${unknown.name}); restore it with that version, and move its projects as JSON archives`,
    )
  }
}

/**
 * Restores a backup into the database at `url`, which must be empty unless `replace`. One transaction covers schema,
 * rows and sequences, so a failure or a killed process changes nothing.
 * @throws Error of one line
 */
export async function restoreDatabase(
  url: string,
  file: string,
  known: Migrations,
  replace: boolean,
): Promise<RestoreResult> {
  await checkBackup(file, known)
  return runInOneTransaction(url, 'read write', async (client) => {
    await lockOutOthers(client)
    await clear(client, replace)
    let load: DatabaseLoader | undefined
    let restored: RestoreResult = { tables: 0, rows: 0 }
    await readBackup(file, {
      header: async ({ migrations }) => {
        await createSchema(client, known, migrations)
        load = await beginLoad(client)
      },
      table: (table, rows) => load?.copy(table, rows) ?? Promise.resolve(),
      summary: async (summary) => {
        await load?.finish(summary)
        restored = summary
      },
    })
    return restored
  })
}

/** Asserts that the database is empty, or empties it with `replace`. */
async function clear(client: Client, replace: boolean): Promise<void> {
  if ((await countObjects(client)) === 0) return
  if (!replace) {
    throw new Error(
      'the database is not empty; restore into an empty one, or replace its content with --replace',
    )
  }
  const others = await countOtherClients(client)
  if (others > 0) throw new Error(`${others} others are connected to the database; stop the service first`)
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_schema()) as name')
  const schema = rows[0]?.name ?? 'public'
  await client.query(`drop schema ${schema} cascade`)
  await client.query(`create schema ${schema}`)
  await client.query(`grant usage on schema ${schema} to public`)
}

interface DatabaseLoader {
  copy: (table: TableStart, rows: AsyncIterable<Buffer>) => Promise<void>
  finish: (summary: Summary) => Promise<void>
}

/**
 * Prepares a new schema for loading: disables triggers, drops foreign keys until all rows are loaded, and removes rows
 * that migrations insert.
 */
async function beginLoad(client: Client): Promise<DatabaseLoader> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  const names = [...tables.keys()].map((name) => client.escapeIdentifier(name))
  const foreignKeys = await listForeignKeys(client)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  for (const { drop } of foreignKeys) await client.query(drop)
  await client.query(`truncate ${names.join(', ')}`)
  const counts = new Map<string, number>()
  return {
    copy: async ({ table, columns }, rows) => {
      assertFits(tables.get(table), table, columns)
      if (counts.has(table)) throw new BackupProblem(DAMAGED)
      counts.set(table, await copyRows(client, table, columns, rows))
    },
    finish: async ({ sequences }) => {
      const missing = [...tables.keys()].find((name) => !counts.has(name))
      if (missing !== undefined) throw new BackupProblem(DAMAGED)
      await assertCounts(client, counts)
      await setSequences(client, sequences)
      for (const { add } of foreignKeys) await client.query(add)
      for (const name of names) await client.query(`alter table ${name} enable trigger user`)
      // Without statistics, the first queries would be planned as for empty tables.
      await client.query('analyze')
    },
  }
}

function assertFits(table: Table | undefined, name: string, columns: readonly string[]): void {
  const fits =
    table?.columns.length === columns.length && table.columns.every((item) => columns.includes(item))
  if (!fits) throw new BackupProblem(`does not fit the schema of its migrations: see the table ${name}`)
}

/** Copies rows to the server while they are read; returns the number of rows that it accepted. */
async function copyRows(
  client: Client,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  // Frozen rows need no later visit by vacuum; no one else sees the table yet.
  const copy = client.query(
    copyFrom(`copy ${client.escapeIdentifier(table)} (${list}) from stdin with (freeze)`),
  )
  await pipeline(rows, copy)
  return copy.rowCount
}

/** Compares the rows in the tables with the rows sent, whose number and digest the reader checks. */
async function assertCounts(client: Client, counts: ReadonlyMap<string, number>): Promise<void> {
  const counting = [...counts.keys()].map(
    (name) =>
      `select ${client.escapeLiteral(name)} as name, count(*)::text as rows from ${client.escapeIdentifier(name)}`,
  )
  const { rows } = await client.query<{ name: string; rows: string }>(counting.join(' union all '))
  const wrong = rows.find((row) => Number(row.rows) !== counts.get(row.name))
  if (wrong) throw new Error(`the table ${wrong.name} does not hold the rows of the backup`)
}
