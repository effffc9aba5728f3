import { createHash, type Hash } from 'node:crypto'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import packageJson from '../../../package.json' with { type: 'json' }
import { listMigrations, readSequences, listTables, type Table } from './catalog.ts'
import { END_OF_ROWS, FORMAT, FORMAT_VERSION, toLine, type Header, type Summary } from './format.ts'
import { listCreatedTables, findUnknownMigration, type Migrations } from './schema.ts'

/** A database to back up. */
export interface Source {
  header: Header
  tables: Table[]
  /** Tables that no migration creates; they are not backed up. */
  foreign: string[]
}

/** Reads schema and version before a backup. Throws a one-line Error if this version doesn't know the schema. */
export async function inspectSource(client: Client, known: Migrations, now: Date): Promise<Source> {
  const migrations = await listMigrations(client)
  if (migrations.length === 0) throw new Error('the database is empty: start the service once')
  const unknown = findUnknownMigration(known, migrations)
  if (unknown) {
    throw new Error(
      `the database is of ${unknown.age === 'newer' ? 'a newer' : 'an older, unreleased'} version of the service (${unknown.name}): back it up with that version`,
    )
  }
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const ownTables = listCreatedTables(known)
  const tables = await listTables(client)
  return {
    header: {
      format: FORMAT,
      version: FORMAT_VERSION,
      service: packageJson.version,
      postgresql: rows[0]?.server_version ?? '',
      created_at: now.toISOString(),
      migrations,
    },
    tables: tables.filter(({ name }) => ownTables.has(name)),
    foreign: tables.map(({ name }) => name).filter((name) => !ownTables.has(name)),
  }
}

/** Generates the text of a backup from the snapshot of the client's transaction, one chunk in memory at a time. */
export async function* generateBackup(client: Client, { header, tables }: Source): AsyncGenerator<Buffer> {
  const total = createHash('sha256')
  const createChunks = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(toLine(header))
    const summary: Summary = { tables: 0, rows: 0, sequences: [] }
    for (const table of tables) {
      yield Buffer.from(toLine({ table: table.name, columns: table.columns }))
      summary.rows += yield* generateRows(client, table)
      summary.tables += 1
    }
    summary.sequences = await readSequences(client)
    yield Buffer.from(toLine(summary))
  }
  for await (const piece of createChunks()) yield updateDigest(piece, total)
  yield Buffer.from(toLine({ sha256: total.digest('hex') }))
}

/** Generates the rows of a table, the end marker and the digest; returns the number of rows. */
async function* generateRows(client: Client, { name, columns }: Table): AsyncGenerator<Buffer, number> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyTo(`copy ${client.escapeIdentifier(name)} (${list}) to stdout`))
  const digest = createHash('sha256')
  for await (const piece of rows) yield updateDigest(Buffer.from(piece), digest)
  yield Buffer.from(END_OF_ROWS)
  yield Buffer.from(toLine({ rows: rows.rowCount, sha256: digest.digest('hex') }))
  return rows.rowCount
}

function updateDigest(piece: Buffer, digest: Hash): Buffer {
  digest.update(piece)
  return piece
}
