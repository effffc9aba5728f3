import { sql, type RawBuilder } from 'kysely'
import { concealedSql } from '../../../entities/review-text.ts'
import { topLevelSql } from '../../../entities/top-level.ts'
import { memberComponentIds } from '../../../src/auth/access/membership-sql.ts'
import { combinedQuery } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import { asksUser } from '../../requirement-relocations/read/relocation-rows.ts'
import { isOnLiveAnywhere } from '../../reviews/read/live.ts'
import { latestRequest, selectLatestStep } from '../../rules/read/review-request.ts'
import type { Inbox } from './inbox.schema.ts'

/** Maximum length of each list. */
const MAX_ROWS = 100
/** The newest mentions that are read, so that their number does not slow down the page. */
const MAX_MENTIONS = 500
/** Length of an excerpt, in characters. */
const EXCERPT = 300

type WithTotal<Row> = Row & { total: number }
type AssignedRow = WithTotal<Inbox['assigned']['rows'][number]>
type ReviewRow = WithTotal<Inbox['reviews']['rows'][number]>
type ChangesRow = WithTotal<Inbox['changes_requested']['rows'][number]>
type MentionRow = WithTotal<Inbox['mentions']['rows'][number]>
type RelocationRow = WithTotal<Inbox['relocations']['rows'][number]>

const selectInbox = preparedQuery((_, userId: number) =>
  combinedQuery({
    assigned: selectAssignedComments(userId),
    reviews: selectRequestedReviews(userId),
    changes_requested: selectChangesRequested(userId),
    mentions: selectMentions(userId),
    relocations: selectProposedRelocations(userId),
  }),
)

/**
 * Reads the open work of a user in all projects: assigned comments, reviews that they can give, changes that reviewers
 * requested, mentions, and relocations proposed to them.
 */
export async function readInbox(db: Queries, userId: number): Promise<Inbox> {
  const [inbox] = await selectInbox(db, userId)
  return {
    assigned: toList(inbox?.assigned ?? []),
    reviews: toList(inbox?.reviews ?? []),
    changes_requested: toList(inbox?.changes_requested ?? []),
    mentions: toList(inbox?.mentions ?? []),
    relocations: toList(inbox?.relocations ?? []),
  }
}

/** Rows keep their `total`, which the output schema removes. */
function toList<Row>(rows: WithTotal<Row>[]): { rows: Row[]; total: number } {
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Open comments that are assigned to a user where they are an author, by due date. */
function selectAssignedComments(userId: number): RawBuilder<AssignedRow> {
  return sql<AssignedRow>`
    select v.id, v.triage_status, left(v.comment, ${sql.lit(EXCERPT)}) as excerpt, v.rule_id, v.due_on,
      ${wireTimeSql('v.created_at')} as created_at, c.id as component_id, c.name as component_name, v.project_id,
      (count(*) over ())::integer as total
    from reviews v join components c on c.id = v.component_id
    where v.assignee_id = ${userId} and ${sql.raw(topLevelSql('v'))} and ${isOnLiveAnywhere}
      and v.triage_status in ('pending', 'needs_clarification') and v.adjudicated_at is null
      and v.component_id in ${memberComponentIds(userId, 'author')}
    order by v.due_on nulls last, v.created_at, v.id limit ${sql.lit(MAX_ROWS)}`
}

/** Requirements whose review others requested where a user is a reviewer; those that name the user come first. */
function selectRequestedReviews(userId: number): RawBuilder<ReviewRow> {
  return sql<ReviewRow>`
    select r.id as rule_id, ${displayedNameSql()} as rule_displayed_name, r.title, r.status, c.id as component_id,
      c.name as component_name, c.version, c.release, asker.name as requestor_name,
      coalesce(${wireTimeSql('request.created_at')}, ${wireTimeSql('r.updated_at')}) as requested_at,
      named.user_id is not null as names_me, (count(*) over ())::integer as total
    from rules r join components c on c.id = r.component_id join users asker on asker.id = r.review_requestor_id
    left join requested_reviewers named on named.rule_id = r.id and named.user_id = ${userId}
    left join ${latestRequest} on true
    where r.review_requestor_id is not null and r.review_requestor_id <> ${userId} and r.deleted_at is null
      and not c.released and r.component_id in ${memberComponentIds(userId, 'reviewer')}
    order by named.user_id is null, request.created_at desc nulls last, r.id desc limit ${sql.lit(MAX_ROWS)}`
}

/**
 * Requirements that a user can edit and whose reviewer, another person, requested changes. Those whose review the user
 * had requested come first.
 */
function selectChangesRequested(userId: number): RawBuilder<ChangesRow> {
  return sql<ChangesRow>`
    select r.id as rule_id, ${displayedNameSql()} as rule_displayed_name, r.title, r.status, c.id as component_id,
      c.name as component_name, reviewer.name as reviewer_name,
      left(coalesce(answer.comment, ''), ${sql.lit(EXCERPT)}) as excerpt,
      coalesce(${wireTimeSql('answer.created_at')}, ${wireTimeSql('r.updated_at')}) as requested_at,
      coalesce(request.user_id = ${userId}, false) as asked_by_me, (count(*) over ())::integer as total
    from rules r join components c on c.id = r.component_id
    left join ${selectLatestStep('request_changes')} answer on true
    left join ${latestRequest} on true
    left join users reviewer on reviewer.id = answer.user_id
    where r.changes_requested and r.deleted_at is null and not c.released
      and answer.user_id is distinct from ${userId} and r.component_id in ${memberComponentIds(userId, 'author')}
    order by asked_by_me desc, answer.created_at desc nulls last, r.id desc limit ${sql.lit(MAX_ROWS)}`
}

/**
 * The newest texts that mention a user where they are a member, until the user replies in the thread. They come from
 * the stored events, so older ones are gone; a text on several comments is one row. `offset 0` looks up the replies of
 * each row: as a join, the planner may compare all mentions with all comments.
 */
function selectMentions(userId: number): RawBuilder<MentionRow> {
  return sql<MentionRow>`
    select v.id, left(v.comment, ${sql.lit(EXCERPT)}) as excerpt, author.name as author_name, v.rule_id,
      ${displayedNameSql()} as rule_displayed_name, c.id as component_id, c.name as component_name,
      ${wireTimeSql('mention.created_at')} as mentioned_at, (count(*) over ())::integer as total
    from (select distinct on (e.created_at, e.actor_id) e.actor_id, e.created_at,
        coalesce(e.data ->> 'response_review_id', e.data ->> 'review_id')::integer as review_id
      from domain_events e where e.data -> 'mentioned' is not null
        and e.data -> 'mentioned' @> jsonb_build_array(${userId}::integer) and e.actor_id is distinct from ${userId}
      order by e.created_at desc, e.actor_id, e.id limit ${sql.lit(MAX_MENTIONS)}) mention
    join reviews v on v.id = mention.review_id and not (${sql.raw(concealedSql('v'))})
    join components c on c.id = v.component_id
    left join rules r on r.id = v.rule_id
    left join users author on author.id = mention.actor_id
    where v.component_id in ${memberComponentIds(userId)} and ${isOnLiveAnywhere}
      and not exists (select from reviews reply
        where reply.responding_to_review_id = any (array[v.id, v.responding_to_review_id])
          and reply.created_at > mention.created_at and reply.user_id = ${userId} offset 0)
    order by mention.created_at desc, v.id desc limit ${sql.lit(MAX_ROWS)}`
}

/** Open relocations that others propose to components where a user is an author, oldest first. */
function selectProposedRelocations(userId: number): RawBuilder<RelocationRow> {
  return sql<RelocationRow>`
    select l.id, l.source_displayed_name, source.title, c.name as component_name, l.requested_by_name,
      ${wireTimeSql('l.created_at')} as requested_at, (count(*) over ())::integer as total
    from requirement_relocations l join components c on c.id = l.component_id
    join rules source on source.id = l.source_rule_id and source.deleted_at is null
    where l.requested_by_id is distinct from ${userId} and ${asksUser(userId)}
    order by l.created_at, l.id limit ${sql.lit(MAX_ROWS)}`
}
