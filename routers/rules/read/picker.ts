import { sql } from 'kysely'
import { LAST_NUMBER } from '../../../entities/component.ts'
import type { Queries } from '../../../src/database/database.ts'
import { memoizeFromText } from '../../../src/database/fast-path/memoized-response.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { formatNistControls } from '../../../src/formats/cci.ts'
import { toLimitAndOffset, type OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import type { ListChunks } from '../../../src/procedures/lists/stream-list.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import { EMPTY_LIST } from '../../srgs/read/catalog-rules.ts'
import { commentCountsSql, commentSummarySql } from './comment-summaries.ts'
import { PickerRow } from './requirements.schema.ts'
import { NAVIGATOR, buildRuleText } from './rule-texts.ts'
import { selectParentsByRule, selectChildrenByRule, type RuleCondition } from './satisfaction-lists.ts'

/** Number of requirements per batch of a picker. */
export const PICKER_BATCH_SIZE = 1000

const KEYS = Object.keys(PickerRow.shape).filter((key) => key !== 'nist_control_family')
const isOnPage: RuleCondition = (column) => sql<boolean>`${sql.ref(column)} in (select id from page)`

/** The first requirements of a component from a number on; the limit applies before the joins. */
const allRows = preparedQuery((db, componentId, firstNumber, limit, offset) =>
  buildPickerQuery(db, componentId, { firstNumber, limit, offset, ids: null }),
)
const namedRows = preparedQuery((db, componentId, firstNumber, limit, offset, ids: number[]) =>
  buildPickerQuery(db, componentId, { firstNumber, limit, offset, ids }),
)

interface PickerRange {
  firstNumber: number
  limit: number
  offset: number
  /** Null for all requirements. */
  ids: number[] | null
}

/** The requirements' own columns, by number. */
function readNavigatorPage(
  db: Queries,
  componentId: number,
  { firstNumber, limit, offset, ids }: PickerRange,
) {
  return db
    .selectFrom('rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .where('r.rule_id', '>=', sql<string>`lpad(${firstNumber}::integer::text, 6, '0')`)
    .$if(ids !== null, (query) => query.where('r.id', '=', sql<number>`any(${ids}::integer[])`))
    .select([...NAVIGATOR, displayedNameSql().as('displayed_name'), 'r.document_type'])
    .select(['r.ident', 'r.locked_fields', 'r.lock_version', wireTimeSql('r.updated_at').as('updated_at')])
    .orderBy('r.rule_id')
    .limit(sql<number>`${limit}::integer`)
    .offset(sql<number>`${offset}::bigint`)
}

/** A prepared query: built once for all requirements and once for selected ones. */
function buildPickerQuery(db: Queries, componentId: number, which: PickerRange) {
  const rows = db
    .with(
      (cte) => cte('page').materialized(),
      () => readNavigatorPage(db, componentId, which),
    )
    .selectFrom('page as p')
    .leftJoin(() => selectChildrenByRule(isOnPage).as('children'), 'children.rule_id', 'p.id')
    .leftJoin(() => selectParentsByRule(isOnPage, false).as('parents'), 'parents.rule_id', 'p.id')
    .selectAll('p')
    .select([
      commentSummarySql('p.id').as('comment_summary'),
      commentCountsSql('p.id').as('comment_counts'),
      sql`coalesce(children.list, ${EMPTY_LIST})`.as('satisfies'),
      sql`coalesce(parents.list, ${EMPTY_LIST})`.as('satisfied_by'),
    ])
  // JSON has no control characters: one separates the rows, another one their identifiers.
  const texts = sql`string_agg(${buildRuleText('row', KEYS)}, e'\\x01' order by row.rule_id)`
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
export async function* streamPickerRules(
  db: Queries,
  componentId: number,
  { ids, ...page }: { ids?: number[] | undefined } & OptionalPage = {},
): ListChunks {
  const read = (firstNumber: number, limit: number, offset: number) =>
    ids
      ? namedRows(db, componentId, firstNumber, limit, offset, ids)
      : allRows(db, componentId, firstNumber, limit, offset)
  const cut = toLimitAndOffset(page)
  if (cut) {
    const [batch] = await read(0, cut.limit, cut.offset)
    yield { rows: toRowsText(batch), last: true }
    return
  }
  let firstNumber = 0
  for (;;) {
    const [batch] = await read(firstNumber, PICKER_BATCH_SIZE, 0)
    const last =
      batch === undefined || batch.count < PICKER_BATCH_SIZE || Number(batch.highest) >= LAST_NUMBER
    yield { rows: toRowsText(batch), last }
    if (last) return
    firstNumber = Number(batch.highest) + 1
  }
}

function toRowsText(batch: { text: string } | undefined): string {
  return batch ? withFamilies(batch.text, null).rows : ''
}

/** Adds the control family of the identifiers, which the database does not know. */
const withFamilies = memoizeFromText((text: string) => {
  const [rows = '', idents = ''] = text.split('\x02')
  const families: (string | null)[] = JSON.parse(idents)
  const rowTexts = rows
    .split('\x01')
    .flatMap((row, index) =>
      row === ''
        ? []
        : [
            `${row.slice(0, -1)},"nist_control_family":${JSON.stringify(formatNistControls(families[index] ?? null))}}`,
          ],
    )
  return { rows: rowTexts.join(',') }
})
