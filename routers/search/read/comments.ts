import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import { formatCommentSubject } from '../../../entities/requirement-name.ts'
import { concealedSql, renderText, type StoredText } from '../../../entities/review-text.ts'
import { topLevelSql } from '../../../entities/top-level.ts'
import type { Caller } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import { countCodePoints, instant } from '../../../src/procedures/schemas/shapes.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import { SECTION_KEYS, TRIAGE_STATUSES, type SectionKey, type TriageStatus } from '../../../src/vocabulary.ts'
import { isReadableComponent } from '../../components/read/visible-components.ts'
import { containsText } from '../../reviews/read/lists/comment-query.ts'
import { isOnLiveAnywhere } from '../../reviews/read/live.ts'
import { cutExcerpt } from './snippet.ts'

/** Up to this number of matching comments that the caller can read, every match is considered. */
export const MAX_MATCHES = 2000
/** Otherwise only this number of the newest comments that the caller can read are searched. */
export const MAX_SCANNED = 20_000

const CommentSearchResult = z.object({
  id: z.int(),
  snippet: z.string().meta({ description: 'The text around the first match.' }),
  section: z.enum(SECTION_KEYS).nullable(),
  triage_status: z.enum(TRIAGE_STATUSES).nullable(),
  rule_id: z.int().nullable(),
  rule_displayed_name: z.string().meta({ description: '`(component)` for a comment on the component.' }),
  component_id: z.int(),
  component_name: z.string(),
  project_id: z.int(),
  created_at: instant,
})

export const CommentSearchResults = z
  .object({
    comments: z.array(CommentSearchResult).meta({ description: 'Matching comments, newest first.' }),
  })
  .meta({ id: 'CommentSearchResults' })
type CommentSearchResult = z.infer<typeof CommentSearchResult>

interface CommentSearch {
  q: string
  limit: number
  component_id?: number | undefined
}

interface Row
  extends StoredText, Omit<CommentSearchResult, 'snippet' | 'rule_displayed_name' | 'created_at'> {
  section: SectionKey | null
  triage_status: TriageStatus | null
  prefix: string
  rule_number: string | null
  created_at: Date
}

/**
 * Returns the newest comments that contain every word of a text, in components that the caller can read (rule C-68).
 * The cost is bounded by `MAX_MATCHES` and `MAX_SCANNED`.
 */
export async function searchComments(
  db: Queries,
  actor: Caller,
  { q, limit, component_id: componentId }: CommentSearch,
): Promise<CommentSearchResult[]> {
  const words = [...new Set(q.trim().split(/\s+/))].filter(Boolean)
  if (countCodePoints(q.trim()) < 2) return []
  const { rows } = await selectMatches(actor, words, { limit, componentId }).execute(db)
  const lower = words.map((word) => word.toLowerCase())
  return rows.map((row) => {
    const { comment, markers, withdrawn_at, prefix, rule_number, created_at, ...rest } = row
    return {
      ...rest,
      snippet: cutExcerpt(renderText({ comment, markers, withdrawn_at: withdrawn_at ?? null }), lower),
      rule_displayed_name: formatCommentSubject(prefix, rule_number),
      created_at: toWireTime(created_at),
    }
  })
}

/** A word with three letters or digits uses the trigram index; without one, only the newest comments are read. */
const INDEXED = /[\p{L}\p{N}]{3}/u

const TOP_LEVEL = sql<SqlBool>`${sql.raw(topLevelSql('v'))}`

/**
 * Matches from the index, up to one more than are considered. Except for administrators they are looked up in
 * each readable component, so that the duration does not reveal what other comments contain.
 */
function selectIndexed(matches: RawBuilder<unknown>, readsAll: boolean): RawBuilder<unknown> {
  const limit = MAX_MATCHES + 1
  if (readsAll) return sql`select v.id from reviews v where ${matches} and ${TOP_LEVEL} limit ${limit}`
  // The order makes the planner read an index of the component.
  return sql`select m.id from readable_components c cross join lateral (select v.id from reviews v
    where v.component_id = c.id and ${matches} and ${TOP_LEVEL}
    order by v.created_at desc, v.id desc limit ${limit}) m limit ${limit}`
}

/**
 * The search as one statement. It collects matches from the index; if there are too many, it reads the newest
 * comments instead, because a common word is soon found among them. `offset 0` prevents reading all comments.
 */
export function selectMatches(
  actor: Caller,
  words: string[],
  { limit, componentId }: { limit: number; componentId: number | undefined },
): RawBuilder<Row> {
  const ofOne = componentId === undefined ? sql`` : sql`and c.id = ${componentId}`
  const matches = sql.join(words.map(containsText), sql` and `)
  const isVisible = sql<SqlBool>`${isOnLiveAnywhere} and not (${sql.raw(concealedSql('v'))})`
  const first = words.some((word) => INDEXED.test(word))
    ? selectIndexed(matches, actor.admin && componentId === undefined)
    : sql`select null::integer as id from generate_series(1, ${MAX_MATCHES + 1}::integer)`
  const isRare = sql`(select count(*) <= ${MAX_MATCHES} from first)`
  return sql<Row>`with readable_components as materialized (select c.id from components c where ${isReadableComponent(actor)} ${ofOne}),
    first as materialized (${first}),
    newest as not materialized (select n.id, n.created_at from readable_components c
      cross join lateral (select v.id, v.created_at from reviews v where v.component_id = c.id and ${TOP_LEVEL}
        order by v.created_at desc, v.id desc limit ${MAX_SCANNED}) n
      where not ${isRare} order by n.created_at desc, n.id desc limit ${MAX_SCANNED}),
    matched as (select id from first where ${isRare}
      union all
      (select m.id from newest n
        cross join lateral (select v.id from reviews v where v.id = n.id and ${matches} and ${isVisible} offset 0) m
        order by n.created_at desc, n.id desc limit ${limit}))
    select v.id, v.comment, v.markers, v.withdrawn_at, v.section, v.triage_status, v.rule_id, v.component_id,
      v.project_id, v.created_at, c.name as component_name, c.prefix, r.rule_id as rule_number
    from matched m
    cross join lateral (select v.* from reviews v where v.id = m.id offset 0) v
    join components c on c.id = v.component_id
    left join rules r on r.id = v.rule_id
    where v.component_id in (select id from readable_components) and ${isVisible}
    order by v.created_at desc, v.id desc limit ${limit}`
}
