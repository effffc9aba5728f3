import { sql } from 'kysely'
import type { Reader } from '../../src/database.ts'
import { fixedQuery } from '../../src/database/fixed-query.ts'
import type { Portions } from '../../src/portions.ts'
import { EMPTY_LIST } from '../guides.read.ts'
import { PickerRow } from '../rules.schema.ts'
import { NO_COMMENTS, summariesIn } from './comment-summaries.ts'
import { satisfiedByIn, satisfiesIn, type Which } from './lists.ts'
import { displayedName, NAVIGATOR, ruleText } from './texts.ts'

/** Requirements per portion of a picker. */
export const PICKER_PORTION = 1000

const KEYS = Object.keys(PickerRow.shape)
const onThePage: Which = (column) => sql<boolean>`${sql.ref(column)} in (select id from page)`

/** The first requirements of a component from a number on: the page is cut before anything is joined to it. */
const pickerQuery = fixedQuery((db, componentId, from) => {
  const rows = db
    .with(
      (cte) => cte('page').materialized(),
      (query) =>
        query
          .selectFrom('rules as r')
          .innerJoin('components as c', 'c.id', 'r.component_id')
          .where('r.component_id', '=', componentId)
          .where('r.deleted_at', 'is', null)
          .where('r.rule_id', '>=', sql<string>`lpad(${from}::integer::text, 6, '0')`)
          .select([...NAVIGATOR, displayedName.as('displayed_name'), 'r.document_type'])
          .orderBy('r.rule_id')
          .limit(sql.lit(PICKER_PORTION)),
    )
    .selectFrom('page as p')
    .leftJoin(() => summariesIn(onThePage, componentId).as('n'), 'n.rule_id', 'p.id')
    .leftJoin(() => satisfiesIn(onThePage).as('children'), 'children.rule_id', 'p.id')
    .leftJoin(() => satisfiedByIn(onThePage, false).as('parents'), 'parents.rule_id', 'p.id')
    .selectAll('p')
    .select([
      sql`coalesce(n.summary, ${NO_COMMENTS})`.as('comment_summary'),
      sql`coalesce(children.list, ${EMPTY_LIST})`.as('satisfies'),
      sql`coalesce(parents.list, ${EMPTY_LIST})`.as('satisfied_by'),
    ])
  return db
    .selectFrom(rows.as('row'))
    .select(['row.rule_id', ruleText('row', KEYS).as('text')])
    .orderBy('row.rule_id')
})

/** The picker of a component: no content, by number (specification, "Components and rules" 6). */
export async function* pickerPortions(db: Reader, componentId: number): Portions {
  let from = 0
  for (;;) {
    const rows = await pickerQuery(db, componentId, from)
    const last = rows.length < PICKER_PORTION
    yield { rows: rows.map(({ text }) => text).join(','), last }
    if (last) return
    from = Number(rows.at(-1)?.rule_id) + 1
  }
}
