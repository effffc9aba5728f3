import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../src/context.ts'
import type { Reader } from '../../src/database.ts'
import { mayReadComponent } from '../components/visible.ts'
import { containing } from './abbreviations.ts'
import type { SearchQuery, Term } from './query.ts'
import type { FoundRule } from './schema.ts'
import { snippetOf } from './snippet.ts'
import { CHECK_WORDS, DISA_WORDS, RULE_WORDS, tsQuery } from './words.ts'

/** Requirements with one term, anywhere in their texts; each part is served by its own index. */
function withTerm(term: Term) {
  const query = tsQuery(term)
  const identifier =
    term.kind === 'identifier'
      ? sql` union select r.id from rules r where lower(r.ident) like ${containing(term.text)}
          or lower(r.version) like ${containing(term.text)} or r.rule_id = ${term.text}`
      : sql``
  return sql`r.id in (select r.id from rules r where ${RULE_WORDS} @@ ${query}
    union select k.rule_id from rule_checks k where ${CHECK_WORDS} @@ ${query}
    union select d.rule_id from disa_descriptions d where ${DISA_WORDS} @@ ${query}${identifier})`
}

/** Requirements with all words, ranked, as far as the caller may read them (components 4.5). */
export async function searchRules(
  db: Reader,
  actor: Actor,
  query: SearchQuery,
  { limit, componentId }: { limit: number; componentId: number | undefined },
): Promise<z.infer<typeof FoundRule>[]> {
  if (query.terms.length === 0 && query.severity === null) return []
  const conditions = [
    sql`r.deleted_at is null`,
    mayReadComponent(actor),
    ...query.terms.map(withTerm),
    ...(query.severity ? [sql`r.rule_severity = ${query.severity}`] : []),
    ...(componentId === undefined ? [] : [sql`c.id = ${componentId}`]),
  ]
  const wanted = query.terms.map(tsQuery)
  const score =
    wanted.length === 0
      ? sql`null::real`
      : sql`ts_rank(setweight(to_tsvector('english', coalesce(r.title, '')), 'A') || ${RULE_WORDS}
          || to_tsvector('english', coalesce(k.content, '') || ' ' || coalesce(d.vuln_discussion, '')), ${sql.join(wanted, sql` || `)})`
  const { rows } =
    await sql<Row>`select r.id, r.rule_id, r.title, r.status, c.id as component_id, c.prefix as component_prefix,
      r.fixtext, d.vuln_discussion, k.content as "check", p.id as parent_rule_id,
      c.prefix || '-' || p.rule_id as parent_display_name,
      (select count(*)::integer from reviews v where v.rule_id = r.id and v.action = 'comment') as comment_count
    from rules r join components c on c.id = r.component_id
    left join lateral (select x.content from rule_checks x where x.rule_id = r.id order by x.id limit 1) k on true
    left join lateral (select x.vuln_discussion from disa_descriptions x where x.rule_id = r.id order by x.id limit 1) d on true
    left join lateral (select o.id, o.rule_id from satisfactions l join rules o on o.id = l.satisfied_by_rule_id
      where l.rule_id = r.id and o.deleted_at is null order by o.id limit 1) p on true
    where ${sql.join(conditions, sql` and `)}
    order by ${score} desc, r.id limit ${limit}`.execute(db)
  const words = query.terms.flatMap((term) => [term.text, ...term.expansions])
  return rows.map(({ fixtext, vuln_discussion, check, ...row }) => ({
    ...row,
    ...snippetOf({ title: row.title, fixtext, vuln_discussion, check }, words),
  }))
}

type Row = Omit<z.infer<typeof FoundRule>, 'snippet' | 'matched_field' | 'highlights'> & {
  fixtext: string | null
  vuln_discussion: string | null
  check: string | null
}
