import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { memoizedFromText } from '../../../src/database/fast-path/memoized-response.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { nistControls } from '../../../src/formats/cci.ts'
import { toLimitAndOffset, type OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import type { ListChunks } from '../../../src/procedures/lists/stream-list.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import { EMPTY_LIST } from '../../srgs/read/catalog-rules.ts'
import { countsOf, summaryOf } from './comment-summaries.ts'
import { PickerRow } from './requirements.schema.ts'
import { NAVIGATOR, ruleText } from './rule-texts.ts'
import { satisfiedByIn, satisfiesIn, type Which as Whose } from './satisfaction-lists.ts'

/** Number of requirements per batch of a picker. */
export const PICKER_PORTION = 1000

const KEYS = Object.keys(PickerRow.shape).filter((key) => key !== 'nist_control_family')
const onThePage: Whose = (column) => sql<boolean>`${sql.ref(column)} in (select id from page)`

/** The first requirements of a component from a number on; the limit applies before the joins. */
const allRows = preparedQuery((db, componentId, from, limit, offset) =>
  pickerQuery(db, componentId, { from, limit, offset, ids: null }),
)
const namedRows = preparedQuery((db, componentId, from, limit, offset, ids: number[]) =>
  pickerQuery(db, componentId, { from, limit, offset, ids }),
)

interface Which {
  from: number
  limit: number
  offset: number
  /** Null for all requirements. */
  ids: number[] | null
}

/** The requirements' own columns, by number. */
function navigatorPage(db: Queries, componentId: number, { from, limit, offset, ids }: Which) {
  return db
    .selectFrom('rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .where('r.rule_id', '>=', sql<string>`lpad(${from}::integer::text, 6, '0')`)
    .$if(ids !== null, (named) => named.where('r.id', '=', sql<number>`any(${ids}::integer[])`))
    .select([...NAVIGATOR, displayedNameSql().as('displayed_name'), 'r.document_type'])
    .select(['r.ident', 'r.locked_fields', 'r.lock_version', wireTimeSql('r.updated_at').as('updated_at')])
    .orderBy('r.rule_id')
    .limit(sql<number>`${limit}::integer`)
    .offset(sql<number>`${offset}::bigint`)
}

/** A prepared query: built once for all requirements and once for selected ones. */
function pickerQuery(db: Queries, componentId: number, which: Which) {
  const rows = db
    .with(
      (cte) => cte('page').materialized(),
      () => navigatorPage(db, componentId, which),
    )
    .selectFrom('page as p')
    .leftJoin(() => satisfiesIn(onThePage).as('children'), 'children.rule_id', 'p.id')
    .leftJoin(() => satisfiedByIn(onThePage, false).as('parents'), 'parents.rule_id', 'p.id')
    .selectAll('p')
    .select([
      summaryOf('p.id').as('comment_summary'),
      countsOf('p.id').as('comment_counts'),
      sql`coalesce(children.list, ${EMPTY_LIST})`.as('satisfies'),
      sql`coalesce(parents.list, ${EMPTY_LIST})`.as('satisfied_by'),
    ])
  // JSON has no control characters: one separates the rows, another one their identifiers.
  const texts = sql`string_agg(${ruleText('row', KEYS)}, e'\\x01' order by row.rule_id)`
  const idents = sql`coalesce(json_agg(row.ident order by row.rule_id), '[]')`
  return db
    .selectFrom(rows.as('row'))
    .select([
      sql<string>`coalesce(${texts}, '') || e'\\x02' || ${idents}`.as('text'),
      sql<string | null>`max(row.rule_id)`.as('highest'),
      sql<number>`count(*)::integer`.as('count'),
    ])
}

/**
 * Streams the picker of a component: all or selected requirements, or a page, by number and without content
 * (rule C-44).
 */
export async function* pickerPortions(
  db: Queries,
  componentId: number,
  { ids, ...page }: { ids?: number[] | undefined } & OptionalPage = {},
): ListChunks {
  const read = (from: number, limit: number, offset: number) =>
    ids ? namedRows(db, componentId, from, limit, offset, ids) : allRows(db, componentId, from, limit, offset)
  const cut = toLimitAndOffset(page)
  if (cut) {
    const [found] = await read(0, cut.limit, cut.offset)
    yield { rows: textOf(found), last: true }
    return
  }
  let from = 0
  for (;;) {
    const [found] = await read(from, PICKER_PORTION, 0)
    const last = found === undefined || found.count < PICKER_PORTION
    yield { rows: textOf(found), last }
    if (last) return
    from = Number(found.highest) + 1
  }
}

function textOf(found: { text: string } | undefined): string {
  return found ? withFamilies(found.text, null).rows : ''
}

/** Adds the control family of the identifiers, which the database does not know. */
const withFamilies = memoizedFromText((text: string) => {
  const [rows = '', idents = ''] = text.split('\x02')
  const families: (string | null)[] = JSON.parse(idents)
  const whole = rows
    .split('\x01')
    .flatMap((row, at) =>
      row === ''
        ? []
        : [
            `${row.slice(0, -1)},"nist_control_family":${JSON.stringify(nistControls(families[at] ?? null))}}`,
          ],
    )
  return { rows: whole.join(',') }
})
