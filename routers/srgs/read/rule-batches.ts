import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { splitBySize } from '../../../src/lib/yield-to-event-loop.ts'
import type { ListChunks } from '../../../src/procedures/lists/stream-list.ts'
import { canonicalOrderSql, DISA_COLUMNS } from './catalog-rules.ts'

/** Maximum size of catalog rules in memory, in bytes. */
const BATCH_BYTES = 2_000_000
const RULE = sql.lit(1_500)
const TEXTS = [
  'title',
  'fixtext',
  'check_content',
  ...DISA_COLUMNS.filter((name) => !/documentable|_available$/.test(name)),
]
/** Lists that only some rules have. */
const PARTS = ['further_checks', 'fixes']
const COLUMNS = { srg_rules: 'srg_id', stig_rules: 'stig_id' } as const

/**
 * A rule and its size. The text is included as long as the running total fits into a batch, and always for
 * the first.
 */
interface SizedRow {
  id: number
  bytes: number
  text: string | null
}

/** Query for the rules of a guide in canonical order, with the texts of the first batch. */
const createSizeQuery = (table: keyof typeof COLUMNS, ruleObject: RawBuilder<unknown>) =>
  preparedQuery((_, guideId: number) => {
    const lengths = TEXTS.map((name) => sql`coalesce(octet_length(${sql.ref(`r.${name}`)}), 0)`)
    const parts = PARTS.map((name) => sql`coalesce(octet_length(${sql.ref(`r.${name}`)}::text), 0)`)
    const bytes = sql`${RULE} + ${sql.join([...lengths, ...parts], sql` + `)}`
    const order = sql`order by ${canonicalOrderSql('r')}`
    return sql<SizedRow>`
      select r.id, ${bytes} as bytes,
        case when sum(${bytes}) over (${order}) <= ${sql.lit(BATCH_BYTES)} or row_number() over (${order}) = 1
          then (${ruleObject})::text end as text
      from ${sql.table(table)} r where ${sql.ref(`r.${COLUMNS[table]}`)} = ${guideId} ${order}`
  })

/**
 * Creates a function that streams a guide's rules in canonical order in batches. `ruleObject` is the SQL object of a row
 * `r`.
 */
export function createCatalogBatches(table: keyof typeof COLUMNS, ruleObject: RawBuilder<unknown>) {
  const stored = sql.table(table)
  const sized = createSizeQuery(table, ruleObject)
  const selectTexts = preparedQuery(
    (_, ids: number[]) => sql<{ text: string }>`select (${ruleObject})::text as text from ${stored} r
      where r.id = any (${ids}::integer[]) order by ${canonicalOrderSql('r')}`,
  )
  return async function* streamBatches(db: Queries, guideId: number): ListChunks {
    const rows = await sized(db, guideId)
    const first = rows.flatMap(({ text }) => text ?? [])
    yield { rows: first.join(','), last: first.length === rows.length }
    const parts = splitBySize(rows.slice(first.length), ({ bytes }) => bytes, BATCH_BYTES)
    for (const [index, part] of parts.entries()) {
      const texts = await selectTexts(
        db,
        part.map(({ id }) => id),
      )
      yield { rows: texts.map(({ text }) => text).join(','), last: index === parts.length - 1 }
    }
  }
}
