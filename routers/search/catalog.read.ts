import { sql } from 'kysely'
import type { Reader } from '../../src/database.ts'
import { containing } from './abbreviations.ts'
import type { SearchQuery } from './query.ts'
import type { GlobalResult } from './schema.ts'
import { tsQuery } from './words.ts'

/**
 * Rules of the catalog: substring hits on their identifiers first, then in the check, then hits of all words; each
 * once, cut at the limit (components 4.5).
 */
async function found<T>(
  db: Reader,
  from: ReturnType<typeof sql>,
  columns: ReturnType<typeof sql>,
  query: SearchQuery,
  limit: number,
): Promise<T[]> {
  const pattern = containing(query.texts[0] ?? '')
  const document = sql`to_tsvector('english', coalesce(s.title, '') || ' ' || coalesce(s.fixtext, '') || ' ' || coalesce(s.vuln_discussion, ''))`
  const words = [
    ...query.terms.map((term) => sql`${document} @@ ${tsQuery(term)}`),
    ...(query.severity ? [sql`s.rule_severity = ${query.severity}`] : []),
  ]
  const all = words.length === 0 ? sql`false` : sql.join(words, sql` and `)
  const { rows } = await sql<T>`select ${columns} from (
      (select s.id, 0 as place from ${from} where lower(concat_ws(' ', s.rule_id, s.vuln_id, s.ident, s.version)) like ${pattern} order by s.id limit ${limit})
      union all (select s.id, 1 from ${from} where lower(s.check_content) like ${pattern} order by s.id limit ${limit})
      union all (select s.id, 2 from ${from} where ${all} order by s.id limit ${limit})) h
    join ${from} on s.id = h.id
    group by s.id, g.id order by min(h.place), s.id limit ${limit}`.execute(db)
  return rows
}

export function searchSrgRules(db: Reader, query: SearchQuery, limit: number) {
  const columns = sql`s.id, s.rule_id, s.title, s.fixtext, s.ident, s.srg_id, g.name as srg_name`
  const from = sql`(srg_rules s join srgs g on g.id = s.srg_id)`
  return found<GlobalResult['srg_rules'][number]>(db, from, columns, query, limit)
}

export function searchStigRules(db: Reader, query: SearchQuery, limit: number) {
  const columns = sql`s.id, s.rule_id, s.vuln_id, s.title, s.fixtext, s.ident, s.stig_id, g.name as stig_name`
  const from = sql`(stig_rules s join stigs g on g.id = s.stig_id)`
  return found<GlobalResult['stig_rules'][number]>(db, from, columns, query, limit)
}
