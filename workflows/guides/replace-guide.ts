import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'
import { CATALOG_COLUMNS } from '../../src/formats/xccdf/catalog-columns.ts'
import type { BenchmarkKind } from '../../src/formats/xccdf/types.ts'
import type { GuideContent } from './read-guide.ts'
import { toHeaderColumns, insertRules, replaceDocument, selectTables } from './store-guide.ts'

/** Rules that a replacement adds, removes and changes: the first versions of each, and their number. */
export interface GuideChanges {
  added: string[]
  removed: string[]
  updated: string[]
  added_count: number
  removed_count: number
  updated_count: number
}

const NAMED = 200

/**
 * Replaces document, header and rules of a locked guide (rule C-95). Rules keep their id if a rule of the
 * same version replaces them. Removed rules stay without a guide while requirements reference them.
 */
export async function replaceGuide(
  db: Queries,
  { id, now }: { id: number; now: Date },
  guide: GuideContent,
): Promise<GuideChanges> {
  const { kind } = guide
  const { guides, rules, guideId } = selectTables(kind)
  const { rows } = await sql<{ id: number }>`select id from ${rules} where ${guideId} = ${id}`.execute(db)
  const old = rows.map((row) => row.id)
  await insertRules(db, id, guide)
  const changes = await readChanges(db, kind, id, old)
  await mergeRules(db, kind, id, old)
  await removeFromSearchIndex(db, kind, old)
  const set = toHeaderColumns(guide).map(([name, value]) =>
    name === 'core' ? sql`core = core or ${value}` : sql`${sql.ref(name)} = ${value}`,
  )
  await sql`update ${guides} set ${sql.join(set)}, replaced_at = ${now.toISOString()}::timestamptz,
    updated_at = ${now.toISOString()}::timestamptz where id = ${id}`.execute(db)
  await replaceDocument(db, id, guide)
  await sql`insert into search_reindex_queue (kind, record_id, transaction_id)
    values (${kind}, ${id}, pg_current_xact_id()::text::bigint) on conflict do nothing`.execute(db)
  return changes
}

/** Deletes the entries of rules with earlier texts: the indexer adds those that are missing. */
async function removeFromSearchIndex(db: Queries, kind: BenchmarkKind, ruleIds: number[]): Promise<void> {
  await sql`delete from ${sql.table(`${kind}_rule_search_index`)}
    where ${sql.ref(`${kind}_rule_id`)} = any (${ruleIds}::integer[])`.execute(db)
}

/** Pairs old and new rules by version, in the order of their rule ids (rule C-18); either can be missing. */
function pairedRulesSql(kind: BenchmarkKind, id: number, old: number[]) {
  const { rules, guideId } = selectTables(kind)
  const numberedRulesSql = (isOld: boolean) => sql`(select s.*, row_number() over (partition by s.version
    order by s.rule_id collate "C", s.id) as ordinal from ${rules} s
    where s.${guideId} = ${id} and (s.id = any (${old}::integer[])) = ${isOld}::boolean)`
  return sql`${numberedRulesSql(true)} o full join ${numberedRulesSql(false)} n on n.version is not distinct from o.version and n.ordinal = o.ordinal`
}

async function readChanges(
  db: Queries,
  kind: BenchmarkKind,
  id: number,
  old: number[],
): Promise<GuideChanges> {
  const compared = CATALOG_COLUMNS[kind].map(({ name }) => name).filter((name) => name !== 'rule_id')
  const columns = (alias: string) => sql.join(compared.map((name) => sql.ref(`${alias}.${name}`)))
  const { rows } = await sql<{ what: 'added' | 'removed' | 'updated'; versions: string[]; count: number }>`
    select what, (array_agg(version order by version collate "C"))[1:${sql.lit(NAMED)}] as versions, count(*)::integer as count
    from (select coalesce(n.version, o.version) as version,
        case when o.id is null then 'added' when n.id is null then 'removed' else 'updated' end as what
      from ${pairedRulesSql(kind, id, old)}
      where o.id is null or n.id is null or (${columns('o')}) is distinct from (${columns('n')})) as changed
    group by what`.execute(db)
  const findChange = (kindOfChange: string) =>
    rows.find((row) => row.what === kindOfChange) ?? { versions: [], count: 0 }
  return {
    added: findChange('added').versions,
    removed: findChange('removed').versions,
    updated: findChange('updated').versions,
    added_count: findChange('added').count,
    removed_count: findChange('removed').count,
    updated_count: findChange('updated').count,
  }
}

/** Copies the content of new rules to their old counterparts and detaches old rules without one. */
async function mergeRules(db: Queries, kind: BenchmarkKind, id: number, old: number[]): Promise<void> {
  const { rules } = selectTables(kind)
  const columns = CATALOG_COLUMNS[kind].map(({ name }) => sql.ref(name))
  const values = CATALOG_COLUMNS[kind].map(({ name }) => sql.ref(`n.${name}`))
  const { rows } = await sql<{ id: number; new_id: number }>`update ${rules} r
    set (${sql.join(columns)}) = row (${sql.join(values)}) from ${pairedRulesSql(kind, id, old)}
    where r.id = o.id and n.id is not null returning r.id, n.id as new_id`.execute(db)
  const keptIds = new Set(rows.map((row) => row.id))
  const removedIds = old.filter((item) => !keptIds.has(item))
  const merged = rows.map((row) => row.new_id)
  await sql`delete from ${rules} where id = any (${merged}::integer[])`.execute(db)
  if (kind === 'stig') {
    await sql`delete from ${rules} where id = any (${removedIds}::integer[])`.execute(db)
    return
  }
  await sql`delete from srg_rules s where s.id = any (${removedIds}::integer[])
    and not exists (select from rules r where r.srg_rule_id = s.id)
    and not exists (select from rules r where r.derived_from_srg_rule_id = s.id)`.execute(db)
  await sql`update srg_rules set srg_id = null where id = any (${removedIds}::integer[])`.execute(db)
}
