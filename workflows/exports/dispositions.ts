import { type RawBuilder, sql } from 'kysely'
import { type AttributedPerson, displayName } from '../../entities/imported-people.ts'
import type { ReviewMarker } from '../../entities/review-constraints.ts'
import { renderText } from '../../entities/review-text.ts'
import { topLevelSql } from '../../entities/top-level.ts'
import { byteLength } from '../../src/database/byte-length.ts'
import type { Queries } from '../../src/database/database.ts'
import { displayedNameSql } from '../../src/database/requirement-name.ts'
import {
  toComponentLabel,
  type DispositionRow,
  type ThreadEntry,
} from '../../src/formats/exported/disposition.ts'
import type { ExportedComponent, RuleName } from '../../src/formats/exported/types.ts'
import { prefetch } from '../../src/lib/prefetch.ts'
import { countSteps, Progress } from '../../src/lib/progress.ts'
import { createYield, splitBySize } from '../../src/lib/yield-to-event-loop.ts'
import { wireTimeSql } from '../../src/procedures/schemas/times.ts'
import type { ReactionKind, SectionKey, TriageStatus } from '../../src/vocabulary.ts'

/**
 * Maximum size of comments per batch, in bytes; a single larger thread is allowed. Two batches are in memory.
 */
const BATCH_BYTES = 500_000
const BATCH_ROWS = 200

/** The next top-level comment, and its position. */
interface DispositionLocation {
  id: number
  componentId: number
  /** The requirement on which it was posted. */
  ruleId: number | null
  bytes: number
}

/** The comments of one component. */
export interface ComponentDispositions {
  component: ExportedComponent
  rows: AsyncGenerator<DispositionRow, void>
}

/**
 * Streams top-level comments, oldest first, with their threads; skips deleted requirements. A moved comment
 * is listed under the requirement on which it was posted (rule R-58).
 */
export async function* streamDispositionRows(
  db: Queries,
  components: readonly ExportedComponent[],
  status: TriageStatus | null,
  progress = new Progress(),
): AsyncGenerator<DispositionRow, void> {
  const locations = await listDispositionLocations(db, components, status)
  progress.addTotal(locations.length)
  yield* countSteps(readRows(db, locations, components), progress)
}

/** Disposition rows by component; read each component once, in order. */
export async function streamDispositionsByComponent(
  db: Queries,
  components: readonly ExportedComponent[],
): Promise<ComponentDispositions[]> {
  const locations = Map.groupBy(
    await listDispositionLocations(db, components, null),
    ({ componentId }) => componentId,
  )
  return components.flatMap((component) => {
    const location = locations.get(component.id)
    return location ? [{ component, rows: readRows(db, location, components) }] : []
  })
}

/** Selects the exported comments of a component. */
export interface CommentsByRuleRequest {
  names: readonly RuleName[]
  status: TriageStatus | null
  progress: Progress
}

/**
 * Comments of a component in the order of these requirements, component comments first, and their number per
 * displayed name.
 */
export async function listCommentsByRule(
  db: Queries,
  component: ExportedComponent,
  { names, status, progress }: CommentsByRuleRequest,
): Promise<{ rows: AsyncGenerator<DispositionRow, void>; counts: Map<string, number> }> {
  const order = new Map(names.map(({ id }, index) => [id, index]))
  const toPosition = ({ ruleId }: DispositionLocation) =>
    ruleId === null ? -1 : (order.get(ruleId) ?? names.length + ruleId)
  const locations = (await listDispositionLocations(db, [component], status)).sort(
    (a, b) => toPosition(a) - toPosition(b),
  )
  progress.addTotal(locations.length)
  const counts = new Map<string, number>()
  for (const { ruleId } of locations) {
    const name = ruleId === null ? undefined : names[order.get(ruleId) ?? -1]?.displayedName
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return { rows: countSteps(readRows(db, locations, [component]), progress), counts }
}

async function listDispositionLocations(
  db: Queries,
  components: readonly ExportedComponent[],
  status: TriageStatus | null,
): Promise<DispositionLocation[]> {
  const { rows } = await sql<DispositionLocation>`select v.id, v.component_id as "componentId",
      coalesce(v.original_commentable_id, v.rule_id) as "ruleId", least(2000000000, 1000 + ${byteLength('v', ['comment'])} + coalesce((select sum(500 + ${byteLength('k', ['comment'])})
        from reviews k where k.responding_to_review_id = v.id), 0))::integer as bytes
    from reviews v left join rules r on r.id = v.rule_id
    where v.component_id = any (${sql.val(components.map(({ id }) => id))}::integer[]) and ${sql.raw(topLevelSql('v'))}
      and r.deleted_at is null
      and (${status}::text is null or v.triage_status = ${status})
    order by v.created_at, v.id`.execute(db)
  return rows
}

async function* readRows(
  db: Queries,
  locations: DispositionLocation[],
  components: readonly ExportedComponent[],
): AsyncGenerator<DispositionRow, void> {
  const labels = new Map(components.map((component) => [component.id, toComponentLabel(component)]))
  const yieldIfDue = createYield()
  const minBytes = BATCH_BYTES / BATCH_ROWS
  const parts = splitBySize(locations, ({ bytes }) => Math.max(bytes, minBytes), BATCH_BYTES)
  const read = async (part: DispositionLocation[]) => {
    const ids = part.map(({ id }) => id)
    return { threads: await readThreads(db, ids), comments: await readComments(db, ids) }
  }
  for await (const { threads, comments } of prefetch(parts, read)) {
    for (const row of comments) {
      yield toRow(row, labels.get(row.componentId) ?? '', threads.get(row.id) ?? [])
      await yieldIfDue()
    }
  }
}

interface StoredComment {
  id: number
  componentId: number
  rule: string | null
  srgId: string | null
  section: SectionKey | null
  comment: string
  markers: ReviewMarker[]
  withdrawn_at: string | null
  posted: string
  triageStatus: TriageStatus | null
  triagedAt: string | null
  adjudicatedAt: string | null
  duplicateOf: number | null
  email: string | null
  commenter: AttributedPerson
  triager: AttributedPerson
  adjudicator: AttributedPerson
}

/** SQL for a person of review `v` with account `u`. */
function personSql(id: string, account: string, imported: string): RawBuilder<AttributedPerson> {
  return sql<AttributedPerson>`json_build_object('id', ${sql.ref(`v.${id}`)}, 'name', ${sql.ref(`${account}.name`)},
    'importedName', ${sql.ref(`v.${imported}_imported_name`)}, 'importedEmail', ${sql.ref(`v.${imported}_imported_email`)})`
}

async function readComments(db: Queries, ids: number[]): Promise<StoredComment[]> {
  const { rows } = await sql<StoredComment>`
    select v.id, v.component_id as "componentId", case when r.id is not null then ${displayedNameSql()} end as rule,
      case r.document_type when 'stig' then s.version else r.version end as "srgId", v.section, v.comment, v.markers,
      v.withdrawn_at, ${wireTimeSql('v.created_at')} as posted, v.triage_status as "triageStatus",
      ${wireTimeSql('v.triage_set_at')} as "triagedAt", ${wireTimeSql('v.adjudicated_at')} as "adjudicatedAt",
      v.duplicate_of_review_id as "duplicateOf", coalesce(u.email, v.commenter_imported_email) as email,
      ${personSql('user_id', 'u', 'commenter')} as commenter, ${personSql('triage_set_by_id', 't', 'triage_set_by')} as triager,
      ${personSql('adjudicated_by_id', 'a', 'adjudicated_by')} as adjudicator
    from unnest(${sql.val(ids)}::integer[]) with ordinality requested (id, ordinal)
      join reviews v on v.id = requested.id join components c on c.id = v.component_id
      left join rules r on r.id = coalesce(v.original_commentable_id, v.rule_id)
      left join srg_rules s on s.id = r.srg_rule_id left join users u on u.id = v.user_id
      left join users t on t.id = v.triage_set_by_id left join users a on a.id = v.adjudicated_by_id
    order by requested.ordinal`.execute(db)
  return rows
}

interface StoredEntry extends Pick<StoredComment, 'comment' | 'markers' | 'withdrawn_at' | 'commenter'> {
  top: number
  createdAt: string
  reaction: ReactionKind | null
}

/** Reads replies and reactions below comments, by time, under the id of the comment. */
export async function readThreads(db: Queries, ids: readonly number[]): Promise<Map<number, ThreadEntry[]>> {
  const { rows } = await sql<StoredEntry>`
    with recursive thread as (select v.id, v.id as top from reviews v where v.id = any (${sql.val(ids)}::integer[])
      union all select k.id, t.top from thread t join reviews k on k.responding_to_review_id = t.id)
    select top, comment, markers, withdrawn_at, ${wireTimeSql('entries.created_at')} as "createdAt", reaction, commenter from (
      select h.top, v.id, v.comment, v.markers, v.withdrawn_at, v.created_at, null::text as reaction,
        ${personSql('user_id', 'u', 'commenter')} as commenter
      from thread h join reviews v on v.id = h.id left join users u on u.id = v.user_id
      where h.id <> h.top and v.action = 'comment'
      union all select h.top, x.id, '', '[]'::jsonb, null, x.created_at, x.kind::text,
        json_build_object('id', u.id, 'name', u.name, 'importedName', null, 'importedEmail', null)
      from thread h join reactions x on x.review_id = h.id join users u on u.id = x.user_id) entries
    order by top, entries.created_at, reaction nulls first, entries.id`.execute(db)
  const threads = Map.groupBy(rows, ({ top }) => top)
  return new Map([...threads].map(([top, entries]) => [top, entries.map(toEntry)]))
}

function toEntry(entry: StoredEntry): ThreadEntry {
  return {
    name: displayName('commenter', entry.commenter),
    createdAt: entry.createdAt,
    text: entry.reaction === null ? renderText(entry) : null,
    reaction: entry.reaction,
  }
}

function toRow(row: StoredComment, component: string, thread: ThreadEntry[]): DispositionRow {
  const { rule, srgId, section, email, posted, triageStatus, triagedAt, adjudicatedAt, duplicateOf } = row
  return {
    commentId: row.id,
    component,
    rule,
    srgId,
    section,
    commenter: displayName('commenter', row.commenter),
    email,
    comment: renderText(row),
    posted,
    triageStatus,
    triagedBy: displayName('triager', row.triager),
    triagedAt,
    thread,
    adjudicated: adjudicatedAt !== null,
    adjudicatedBy: displayName('adjudicator', row.adjudicator),
    adjudicatedAt,
    duplicateOf,
  }
}
