import { type RawBuilder, sql } from 'kysely'
import { CATALOG_TEXTS, staleOnes } from '../../../src/search/texts.ts'
import type { SearchQuery } from './query.ts'
import type { GlobalResult } from './found.schema.ts'
import { matching } from './words.ts'

type Kind = 'srg' | 'stig'

/**
 * Rules of the catalog: substring hits on their identifiers first, then in the check, then hits of all words; each
 * once, cut at the limit (rule C-68).
 */
export function catalogSearch<T>(kind: Kind, own: RawBuilder<unknown>, query: SearchQuery, limit: number) {
  const pattern = query.patterns[0] ?? ''
  const asked = { kind, limit, stale: query.stale.includes(kind) }
  const hits = [sql`w.identifiers like ${pattern}`, sql`w.check_text like ${pattern}`, wordHits(query)].map(
    (hit, place) => hitsOf(hit, place, asked),
  )
  return sql<T>`select s.id, s.rule_id, s.title, s.fixtext, s.ident, ${own} from (
      select h.id, min(h.place) as place from (${sql.join(hits, sql` union all `)}) h group by h.id
        order by min(h.place), h.id limit ${limit}) h
    join ${sql.table(`${kind}_rules`)} s on s.id = h.id
    join ${sql.table(`${kind}s`)} g on g.id = s.${sql.ref(`${kind}_id`)}
    order by h.place, s.id`
}

function wordHits({ terms, severity }: SearchQuery): RawBuilder<unknown> {
  const wanted = [
    ...(terms.length > 0 ? [matching(terms)] : []),
    ...(severity ? [sql`s.rule_severity = ${severity}`] : []),
  ]
  return wanted.length === 0 ? sql`false` : sql.join(wanted, sql` and `)
}

interface Asked {
  kind: Kind
  limit: number
  /** Whether there are guides whose words are not stored yet. */
  stale: boolean
}

/** The first hits of one sort: by the stored words, and by the texts of guides whose words are not stored yet. */
function hitsOf(hit: RawBuilder<unknown>, place: number, { kind, limit, stale }: Asked): RawBuilder<unknown> {
  const [rules, words] = [sql.table(`${kind}_rules`), sql.table(`${kind}_rule_words`)]
  const guide = sql.ref(`s.${kind}_id`)
  const fresh = stale ? sql`and ${guide} not in ${staleOnes(kind)}` : sql``
  const stored = sql`(select s.id, ${sql.lit(place)} as place from ${words} w join ${rules} s on s.id = w.${sql.ref(`${kind}_rule_id`)}
      where ${hit} ${fresh} order by s.id limit ${limit})`
  if (!stale) return stored
  return sql`${stored}
    union all
    (select s.id, ${sql.lit(place)} from (select distinct * from ${staleOnes(kind)} x (id)) x
      cross join lateral (select s.* from ${rules} s where ${guide} = x.id offset 0) s
      cross join lateral (${CATALOG_TEXTS} offset 0) w where ${hit} order by s.id limit ${limit})`
}

export function srgRulesFor(query: SearchQuery, limit: number) {
  type Found = GlobalResult['srg_rules'][number]
  return catalogSearch<Found>('srg', sql`s.srg_id, g.name as srg_name`, query, limit)
}

export function stigRulesFor(query: SearchQuery, limit: number) {
  type Found = GlobalResult['stig_rules'][number]
  return catalogSearch<Found>('stig', sql`s.vuln_id, s.stig_id, g.name as stig_name`, query, limit)
}
