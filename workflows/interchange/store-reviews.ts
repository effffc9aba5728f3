import { type RawBuilder, sql } from 'kysely'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { formatCount } from '../../src/lib/format-count.ts'
import type { Progress } from '../../src/lib/progress.ts'
import type { ReadReviews } from '../../src/workers/tasks/archive-reviews.ts'
import { joinAccountSql, listVerifiedAccounts } from './attribution.ts'
import type { Backup } from './backup.ts'

interface ReviewImport {
  id: number
  projectId: number
  name: string
  reviews: ReadReviews
  /** Whether people are linked to accounts with their verified address (rule E-44). */
  attribute: boolean
  progress: Progress
}

const ARCHIVED_COLUMNS =
  sql.raw(`n integer, parent integer, duplicate_of integer, rule_id text, original_rule_id text, addressed_by_rule_id text,
  action text, comment text, markers jsonb, section text, user_email text, user_name text, triage_status text,
  triage_set_by_email text, triage_set_by_name text, triage_set_at timestamptz, adjudicated_by_email text,
  adjudicated_by_name text, adjudicated_at timestamptz, withdrawn_at timestamptz, edited_at timestamptz,
  assignee_email text, due_on date, created_at timestamptz, updated_at timestamptz, reactions jsonb`)

/** SQL for the archived name or email of a person without an account here (rule R-8). */
const importedNameSql = (alias: string, member: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is null then ${sql.ref(`g.${member}`)} end`

/**
 * Stores a component's reviews after the reviews they reference; returns their number. People stay names
 * unless a system administrator attributes them (rule E-44). Reactions and assignments require accounts. One
 * audit entry lists the imported reviews.
 */
export async function storeReviews(
  work: UnitOfWork,
  backup: Backup,
  source: ReviewImport,
  warn: (message: string) => void,
): Promise<number> {
  const { id, projectId, name, reviews, attribute, progress } = source
  if (reviews.count === 0) return 0
  if (attribute) await warnAboutUnknownPeople(work, reviews, warn)
  else warnAboutSkipped(name, reviews, warn)
  const ids = await reserveIds(work, reviews.count)
  let stored = 0
  let undecided = 0
  for (const { range, numbers } of reviews.parts) {
    // Only the ids of this part: all of them in each statement would grow with the square of the archive.
    const partIds = Array.from(numbers, (number) => ids.readInt32BE(4 * number))
    const target = { id, projectId, attribute, numbers: [...numbers], ids: partIds }
    const part = await storePart(work, target, await backup.part(range))
    stored += part.stored
    undecided += part.undecided
    progress.addStep()
  }
  if (undecided > 0) {
    warn(
      `${name}: ${formatCount(undecided, 'comment', 'comments')} became pending, because the target of the decision was left out.`,
    )
  }
  if (stored < reviews.count) {
    warn(
      `${name}: ${formatCount(reviews.count - stored, 'review', 'reviews')} left out with the requirements that were left out.`,
    )
  }
  recordImport(work, backup, source, stored)
  return stored
}

function recordImport(
  { auditLog }: UnitOfWork,
  { version, exportedAt }: Backup,
  { id, projectId, name, reviews, attribute }: ReviewImport,
  count: number,
): void {
  auditLog.record({
    action: 'import_reviews',
    auditableType: 'Component',
    auditableId: id,
    associatedType: 'Project',
    associatedId: projectId,
    projectId,
    componentId: id,
    affectedName: name,
    changes: {
      archive_version: version,
      exported_at: exportedAt,
      count,
      attributed_to_accounts: attribute,
      external_ids: reviews.externalIds,
    },
  })
}

/** Reserves ids in archive order, so that lists keep that order: four bytes for each review. */
async function reserveIds({ db }: UnitOfWork, count: number): Promise<Buffer> {
  const { rows } = await sql<{
    ids: Buffer
  }>`select string_agg(int4send(n.id), ''::bytea order by n.ordinal) as ids from (
    select nextval(pg_get_serial_sequence('reviews', 'id'))::integer as id, ordinal from generate_series(1, ${count}::integer) ordinal) n`.execute(
    db,
  )
  return rows[0]?.ids ?? Buffer.alloc(0)
}

interface StoredPart {
  stored: number
  /** Comments reset to pending because the target of their decision was skipped. */
  undecided: number
}

/** SQL for a decision value; null if the decision lost its target. */
const selectDecided = (value: string | RawBuilder<unknown>) =>
  sql`case when not g.undecided then ${typeof value === 'string' ? sql.ref(value) : value} end`

interface PartTarget {
  id: number
  projectId: number
  attribute: boolean
  /** Numbers in the archive of the reviews that the part names, and their ids. */
  numbers: number[]
  ids: number[]
}

async function storePart({ db, now }: UnitOfWork, target: PartTarget, part: string): Promise<StoredPart> {
  const time = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<StoredPart>`
    with numbered as materialized (select i.id, i.n
      from unnest(${sql.val(target.ids)}::integer[], ${sql.val(target.numbers)}::integer[]) as i (id, n)),
    archived_reviews as materialized (${archivedReviewsSql(target, part)}),
    inserted_reviews as (${insertReviewsSql(target, time)}),
    inserted_reactions as (${insertReactionsSql(target, time)})
    select count(*)::integer as stored, count(*) filter (where g.undecided)::integer as undecided
    from inserted_reviews m join archived_reviews g on g.own_id = m.id`.execute(db)
  return rows[0] ?? { stored: 0, undecided: 0 }
}

/** SQL for the archived rows with the ids of their references. */
function archivedReviewsSql({ id }: PartTarget, part: string): RawBuilder<unknown> {
  return sql`select g.*, o.id as own_id, p.id as parent_id, v.id as duplicate_of_review_id,
      answering.id as answering_id, coalesce((g.triage_status = 'duplicate' and v.id is null)
        or (g.triage_status = 'addressed_by' and answering.id is null), false) as undecided
    from jsonb_to_recordset(${part}::jsonb) as g (${ARCHIVED_COLUMNS})
    join numbered o on o.n = g.n
    left join numbered p on p.n = g.parent
    left join numbered d on d.n = g.duplicate_of
    left join reviews v on v.id = d.id
    left join rules answering on answering.component_id = ${id} and answering.rule_id = g.addressed_by_rule_id`
}

function insertReviewsSql(
  { id, projectId, attribute }: PartTarget,
  time: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const joinAccount = (alias: string, member: string) =>
    joinAccountSql(attribute, alias, sql.ref(`g.${member}`))
  return sql`insert into reviews (id, project_id, component_id, rule_id, commentable_type, original_commentable_id, user_id, action,
      comment, markers, section, responding_to_review_id, triage_status, triage_set_by_id, triage_set_at, adjudicated_by_id,
      adjudicated_at, duplicate_of_review_id, addressed_by_rule_id, commenter_imported_name, commenter_imported_email,
      triage_set_by_imported_name, triage_set_by_imported_email, adjudicated_by_imported_name, adjudicated_by_imported_email,
      withdrawn_at, edited_at, assignee_id, due_on, created_at, updated_at)
    select g.own_id, ${projectId}::integer, ${id}::integer, r.id, case when r.id is null then 'Component' else 'BaseRule' end,
      first.id, author.id, g.action, g.comment, g.markers, g.section, g.parent_id,
      case when g.undecided then 'pending' else g.triage_status end, ${selectDecided('triager.id')}, ${selectDecided('g.triage_set_at')},
      ${selectDecided('closer.id')}, ${selectDecided('g.adjudicated_at')}, g.duplicate_of_review_id, g.answering_id,
      ${importedNameSql('author', 'user_name')}, ${importedNameSql('author', 'user_email')},
      ${selectDecided(importedNameSql('triager', 'triage_set_by_name'))}, ${selectDecided(importedNameSql('triager', 'triage_set_by_email'))},
      ${selectDecided(importedNameSql('closer', 'adjudicated_by_name'))}, ${selectDecided(importedNameSql('closer', 'adjudicated_by_email'))},
      g.withdrawn_at, g.edited_at, assignee.id, g.due_on, coalesce(g.created_at, ${time}),
      coalesce(g.updated_at, g.created_at, ${time})
    from archived_reviews g
    left join rules r on r.component_id = ${id} and r.rule_id = g.rule_id
    left join rules first on first.component_id = ${id} and first.rule_id = g.original_rule_id
    ${joinAccount('author', 'user_email')} ${joinAccount('triager', 'triage_set_by_email')}
    ${joinAccount('closer', 'adjudicated_by_email')} ${joinAccount('assignee', 'assignee_email')}
    where g.rule_id is null or r.id is not null order by g.own_id returning id`
}

/** Inserts the first reaction of each account to a review. */
function insertReactionsSql({ attribute }: PartTarget, time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into reactions (review_id, user_id, kind, created_at, updated_at)
    select review_id, user_id, kind, created_at, created_at from (
      select distinct on (m.id, u.id) m.id as review_id, u.id as user_id, x.kind, coalesce(x.created_at, ${time}) as created_at, x.ordinal
      from archived_reviews g join inserted_reviews m on m.id = g.own_id
      cross join lateral rows from (jsonb_to_recordset(g.reactions) as (user_email text, kind text, created_at timestamptz))
        with ordinality as x (user_email, kind, created_at, ordinal)
      ${joinAccountSql(attribute, 'u', sql.ref('x.user_email'))} where u.id is not null order by m.id, u.id, x.created_at, x.ordinal) first
    order by review_id, ordinal`
}

/** Warns about addresses without an account: their comments keep the name, other references are empty. */
async function warnAboutUnknownPeople(
  { db }: UnitOfWork,
  { people }: ReadReviews,
  warn: (message: string) => void,
): Promise<void> {
  const accounts = await listVerifiedAccounts(
    db,
    people.map(({ email }) => email),
  )
  for (const { email, first, rows } of people) {
    if (accounts.has(email)) continue
    const others = rows > 1 ? `, and ${formatCount(rows - 1, 'more time', 'more times')}` : ''
    warn(
      `${first}${others}: no account has the verified address ${email}; comments and decisions keep the name, assignments and reactions are left out.`,
    )
  }
}

/** Warns about data that requires accounts and is skipped without attribution. */
function warnAboutSkipped(
  name: string,
  { reactions, assignments }: ReadReviews,
  warn: (message: string) => void,
): void {
  const leftOut = [
    ...(reactions > 0 ? [formatCount(reactions, 'reaction', 'reactions')] : []),
    ...(assignments > 0 ? [formatCount(assignments, 'assignment', 'assignments')] : []),
  ]
  if (leftOut.length > 0) {
    warn(
      `${name}: ${leftOut.join(' and ')} left out: people are attributed to accounts only if a system administrator asks for it.`,
    )
  }
}
