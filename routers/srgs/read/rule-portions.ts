import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../../src/database.ts'
import { fixedQuery } from '../../../src/database/fixed-query.ts'
import { inParts } from '../../../src/computing/pace.ts'
import type { Portions } from '../../../src/lists/portions.ts'
import { canonicalOrder, DISA_COLUMNS } from './catalog-rules.ts'

/** Bytes of catalog rules that are in memory at once. */
const PORTION_BYTES = 2_000_000
const RULE = sql.lit(1_500)
const TEXTS = [
  'title',
  'fixtext',
  'check_content',
  ...DISA_COLUMNS.filter((name) => !/documentable|_available$/.test(name)),
]
const COLUMNS = { srg_rules: 'srg_id', stig_rules: 'stig_id' } as const

/** How long the rules of a guide are, in canonical order. */
const lengthsIn = (table: keyof typeof COLUMNS) =>
  fixedQuery((_, guideId: number) => {
    const lengths = TEXTS.map((name) => sql`coalesce(octet_length(${sql.ref(`r.${name}`)}), 0)`)
    return sql<{ id: number; bytes: number }>`
      select r.id, ${RULE} + ${sql.join(lengths, sql` + `)} as bytes from ${sql.table(table)} r
      where ${sql.ref(`r.${COLUMNS[table]}`)} = ${guideId} order by ${canonicalOrder('r')}`
  })
const LENGTHS = { srg_rules: lengthsIn('srg_rules'), stig_rules: lengthsIn('stig_rules') }

/** The rules of a guide in canonical order, as the objects that `made` makes of a row `r`. */
export async function* catalogPortions(
  db: Queries,
  table: keyof typeof COLUMNS,
  guideId: number,
  made: RawBuilder<unknown>,
): Portions {
  const stored = sql.table(table)
  const rows = await LENGTHS[table](db, guideId)
  const parts = inParts(rows, ({ bytes }) => bytes, PORTION_BYTES)
  for (const [index, part] of parts.entries()) {
    const ids = part.map(({ id }) => id)
    const { rows: texts } = await sql<{ text: string }>`select (${made})::text as text from ${stored} r
      where r.id = any (${sql.val(ids)}::integer[]) order by ${canonicalOrder('r')}`.execute(db)
    yield { rows: texts.map(({ text }) => text).join(','), last: index === parts.length - 1 }
  }
  if (parts.length === 0) yield { rows: '', last: true }
}
