import { type RawBuilder, sql } from 'kysely'
import type { Delivery } from '../../entities/notification-preference.ts'
import { concealedSql } from '../../entities/review-text.ts'
import type { Queries } from '../database/database.ts'
import { displayedNameSql } from '../database/requirement-name.ts'
import type { NotifiedEvent, TriageStatus } from '../vocabulary.ts'
import { deliverySql, canRead } from './notification-rules.ts'
import type { StoredEvent } from './stored-events.ts'

/** A recipient of an event, with the text of its notification. */
export interface Recipient {
  kind: NotifiedEvent
  user_id: number
  email: string
  project_id: number
  component_id: number
  review_id: number
  delivery: Exclude<Delivery, 'never'>
  label: string
  triage_status: TriageStatus | null
  actor_name: string | null
}

/**
 * Finds the recipients of events, in order: commenters of the thread, triagers (new comments and replies), watchers and
 * mentioned users. Excludes the user who caused the event, and users who lost access or opted out (rule R-53). Imported
 * comments notify no one (rule E-44).
 */
export async function findRecipients(db: Queries, events: StoredEvent[]): Promise<Recipient[]> {
  const eventRows = events.map((event, index) => ({
    ord: index,
    kind: event.kind,
    review_id: event.data['review_id'],
    response_id: event.data['response_review_id'],
    project_id: event.projectId,
    component_id: event.componentId,
    actor: event.data['actor'],
    mentioned: event.mentioned,
  }))
  const { rows } = await sql<Recipient>`
    with e as (${eventsWithThreads(JSON.stringify(eventRows))}),
    people as (${PEOPLE}),
    readers as (
      select p.kind, e.ord, e.project_id, e.component_id, e.review_id, e.label, e.triage_status, e.actor_name,
        u.id as reader_id, u.email, ${deliverySql('u', 'e.project_id', 'p.kind')} as delivery
      from people p join e on e.ord = p.ord join users u on u.id = p.id
      where u.id is distinct from e.actor_id and ${canRead('u', 'e')}
    )
    select distinct on (ord, reader_id) kind, reader_id as user_id, email, project_id, component_id, review_id, delivery, label,
      triage_status, actor_name
    from readers where delivery <> 'never'
    order by ord, reader_id, delivery = 'now' desc, kind = 'comment.mentioned' desc`.execute(db)
  return rows
}

/** The events with their comment, its parent, the first comment of the thread and its assignee. */
function eventsWithThreads(events: string): RawBuilder<unknown> {
  return sql`
    select g.ord, g.kind, g.review_id, g.project_id, g.component_id, (g.actor ->> 'id')::int as actor_id,
      g.actor ->> 'name' as actor_name, v.user_id is not distinct from (g.actor ->> 'id')::int as own, v.user_id, v.triage_status, assignee.id as assignee_id,
      parent.user_id as parent_user_id, root.user_id as root_user_id, root.id as root_id, v.rule_id, coalesce(${displayedNameSql()}, c.prefix) as label,
      case when not (${sql.raw(concealedSql('posted'))}) then g.mentioned end as mentioned
    from jsonb_to_recordset(${events}::jsonb)
      as g(ord int, kind text, review_id int, response_id int, project_id int, component_id int, actor jsonb, mentioned int[])
    join reviews v on v.id = g.review_id
    join components c on c.id = v.component_id
    left join rules r on r.id = v.rule_id
    left join reviews parent on parent.id = v.responding_to_review_id
    cross join lateral (
      with recursive ancestors as (
        select v.id, v.user_id, v.assignee_id, v.responding_to_review_id
        union all
        select k.id, k.user_id, k.assignee_id, k.responding_to_review_id from reviews k join ancestors a on k.id = a.responding_to_review_id
      )
      select id, user_id, assignee_id from ancestors where responding_to_review_id is null
    ) root
    left join users assignee on assignee.id = root.assignee_id and ${canRead('assignee', 'g', true)}
    left join reviews posted on posted.id = coalesce(g.response_id, v.id)`
}

/** The people of each event `e`: commenters, the assignee or else all triagers, and mentioned users. */
const PEOPLE = sql`
  select ord, user_id as id, kind from e where kind not in ('comment.created', 'comment.replied', 'comment.edited')
  union select ord, parent_user_id, kind from e where kind = 'comment.replied'
  union select ord, root_user_id, kind from e where kind = 'comment.replied'
  union select ord, assignee_id, kind from e where kind in ('comment.created', 'comment.replied') and own
  union select e.ord, m.user_id, e.kind from e join memberships m
    on (m.project_id = e.project_id or m.component_id = e.component_id) and m.role <> 'viewer'
    where e.kind in ('comment.created', 'comment.replied') and own and e.assignee_id is null
  union select e.ord, w.user_id, e.kind from e join watches w on w.review_id = e.root_id or w.rule_id = e.rule_id
    or w.component_id = e.component_id or w.project_id = e.project_id where e.kind <> 'comment.edited'
  union select e.ord, named.id, 'comment.mentioned' from e cross join unnest(e.mentioned) as named(id)`
