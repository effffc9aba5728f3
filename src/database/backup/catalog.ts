import type { ClientBase } from 'pg'
import type { Sequence } from './format.ts'

/** A table of the schema, with its columns except generated ones. */
export interface Table {
  name: string
  columns: string[]
}

/** Lists the tables of the current schema, without generated columns. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname::text as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`)
  return rows
}

/** Lists the migrations recorded in a database, in order; empty if it was never migrated. */
export async function listMigrations(client: ClientBase): Promise<string[]> {
  const { rows: present } = await client.query(
    `select from pg_class where oid = to_regclass('mikro_orm_migrations')`,
  )
  if (present.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from mikro_orm_migrations order by id')
  return rows.map(({ name }) => name.replace(/\.[jt]s$/, ''))
}

/** Counts tables, views, sequences, functions and types of the current schema, without those of extensions. */
export async function countObjects(client: ClientBase): Promise<number> {
  const kinds = [
    ['pg_class', 'o.relnamespace', 'true'],
    ['pg_proc', 'o.pronamespace', 'true'],
    // Other types belong to a table, or are arrays, which are not recorded as parts of an extension.
    ['pg_type', 'o.typnamespace', `o.typtype in ('d', 'e', 'r')`],
  ]
  const counts = kinds.map(
    ([catalog, namespace, condition]) => `(select count(*) from ${catalog} o
      where ${namespace} = current_schema()::regnamespace and ${condition} and not exists (select from pg_depend d
        where d.classid = '${catalog}'::regclass and d.objid = o.oid and d.deptype = 'e'))`,
  )
  const { rows } = await client.query<{ objects: number }>(
    `select (${counts.join(' + ')})::integer as objects`,
  )
  return rows[0]?.objects ?? 0
}

/** How many other clients are connected to the database. */
export async function countOtherClients(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ others: number }>(`
    select count(*)::integer as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  return rows[0]?.others ?? 0
}

/** Reads the current values of the sequences. They only grow, so they fit every older snapshot. */
export async function readSequences(client: ClientBase): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string; quoted: string }>(`
    select relname::text as name, oid::regclass::text as quoted from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`)
  const values = names.map(
    ({ name, quoted }) =>
      `select ${client.escapeLiteral(name)} as name, last_value::text, is_called from ${quoted}`,
  )
  if (values.length === 0) return []
  return (await client.query<Sequence>(`${values.join(' union all ')} order by name`)).rows
}

/** Sets the sequences to these values. Throws a one-line Error if the schema lacks one. */
export async function setSequences(client: ClientBase, sequences: readonly Sequence[]): Promise<void> {
  const present = new Set((await readSequences(client)).map(({ name }) => name))
  const unknown = sequences.find(({ name }) => !present.has(name))
  if (unknown) throw new Error(`the schema has no sequence ${unknown.name}`)
  for (const { name, last_value: last, is_called: called } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      client.escapeIdentifier(name),
      last,
      called,
    ])
  }
}

/** Statements that drop a foreign key and add it again. */
export interface ForeignKey {
  drop: string
  add: string
}

/** Lists the foreign keys of the current schema, by table and name. */
export async function listForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
    order by conrelid::regclass::text, conname`)
  return rows
}
