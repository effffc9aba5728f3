import { sql } from 'kysely'
import type { ReadReviews } from '../../src/computing/archive-reviews.ts'
import type { Steps } from '../../src/computing/steps.ts'
import type { Work } from '../../src/work.ts'
import type { Backup } from './backup.ts'

interface ReviewImport {
  id: number
  projectId: number
  name: string
  reviews: ReadReviews
  steps: Steps
}

const GIVEN =
  sql.raw(`n integer, parent integer, duplicate_of integer, rule_id text, original_rule_id text, addressed_by_rule_id text,
  action text, comment text, markers jsonb, section text, user_email text, user_name text, triage_status text,
  triage_set_by_email text, triage_set_by_name text, triage_set_at timestamptz, adjudicated_by_email text,
  adjudicated_by_name text, adjudicated_at timestamptz, withdrawn_at timestamptz, edited_at timestamptz,
  assignee_email text, due_on date, created_at timestamptz, updated_at timestamptz, reactions jsonb`)

/** Joins the account of an address, as people sign in with it. */
const account = (alias: string, member: string) =>
  sql`left join users ${sql.ref(alias)} on lower(${sql.ref(`${alias}.email`)}) = lower(btrim(${sql.ref(`g.${member}`)}))`

/** What an archive says of somebody without an account here (rule R-8). */
const kept = (alias: string, member: string) =>
  sql`case when ${sql.ref(`${alias}.id`)} is null then ${sql.ref(`g.${member}`)} end`

/**
 * Stores the reviews of a component, replies and duplicates behind what they refer to, with their reactions; answers how
 * many. People are matched by address; who has no account stays a name (rule R-8). One entry in the trail tells which
 * reviews of the archive came.
 */
export async function storeReviews(
  work: Work,
  backup: Backup,
  { id, projectId, name, reviews, steps }: ReviewImport,
  warn: (said: string) => void,
): Promise<number> {
  if (reviews.count === 0) return 0
  await tellStrangers(work, reviews, warn)
  const ids = await idsFor(work, reviews.count)
  let stored = 0
  for (const stretch of reviews.parts) {
    stored += await storePart(work, { id, projectId, ids }, await backup.part(stretch))
    steps.step()
  }
  if (stored < reviews.count)
    warn(`${name}: ${reviews.count - stored} reviews of requirements that were left out are left out too.`)
  work.trail.record({
    action: 'import_reviews',
    auditableType: 'Component',
    auditableId: id,
    associatedType: 'Project',
    associatedId: projectId,
    projectId,
    componentId: id,
    affectedName: name,
    changes: {
      archive_version: backup.version,
      exported_at: backup.exportedAt,
      count: stored,
      external_ids: reviews.externalIds,
    },
  })
  return stored
}

/** Ids in the order of the archive, so that lists show its order. */
async function idsFor({ db }: Work, count: number): Promise<string> {
  const { rows } = await sql<{ ids: string }>`select array_agg(n.id order by n.place)::text as ids from (
    select nextval(pg_get_serial_sequence('reviews', 'id'))::integer as id, place from generate_series(1, ${count}::integer) place) n`.execute(
    db,
  )
  return rows[0]?.ids ?? '{}'
}

async function storePart(
  { db, now }: Work,
  { id, projectId, ids }: { id: number; projectId: number; ids: string },
  part: string,
): Promise<number> {
  const at = now.toISOString()
  const { rows } = await sql<{ stored: number }>`
    with numbered as materialized (select i.id, i.n from unnest(${ids}::integer[]) with ordinality as i (id, n)),
    given as materialized (select g.*, o.id as own_id, p.id as parent_id, d.id as canonical_id
      from jsonb_to_recordset(${part}::jsonb) as g (${GIVEN})
      join numbered o on o.n = g.n + 1
      left join numbered p on p.n = g.parent + 1
      left join numbered d on d.n = g.duplicate_of + 1),
    made as (insert into reviews (id, project_id, component_id, rule_id, commentable_type, original_commentable_id, user_id, action,
        comment, markers, section, responding_to_review_id, triage_status, triage_set_by_id, triage_set_at, adjudicated_by_id,
        adjudicated_at, duplicate_of_review_id, addressed_by_rule_id, commenter_imported_name, commenter_imported_email,
        triage_set_by_imported_name, triage_set_by_imported_email, adjudicated_by_imported_name, adjudicated_by_imported_email,
        withdrawn_at, edited_at, assignee_id, due_on, created_at, updated_at)
      select g.own_id, ${projectId}::integer, ${id}::integer, r.id, case when r.id is null then 'Component' else 'BaseRule' end,
        first.id, author.id, g.action, g.comment, g.markers, g.section, g.parent_id, g.triage_status, triager.id, g.triage_set_at,
        closer.id, g.adjudicated_at, v.id, answering.id, ${kept('author', 'user_name')}, ${kept('author', 'user_email')},
        ${kept('triager', 'triage_set_by_name')}, ${kept('triager', 'triage_set_by_email')},
        ${kept('closer', 'adjudicated_by_name')}, ${kept('closer', 'adjudicated_by_email')},
        g.withdrawn_at, g.edited_at, assignee.id, g.due_on, coalesce(g.created_at, ${at}::timestamptz),
        coalesce(g.updated_at, g.created_at, ${at}::timestamptz)
      from given g
      left join rules r on r.component_id = ${id} and r.rule_id = g.rule_id
      left join rules first on first.component_id = ${id} and first.rule_id = g.original_rule_id
      left join rules answering on answering.component_id = ${id} and answering.rule_id = g.addressed_by_rule_id
      left join reviews v on v.id = g.canonical_id
      ${account('author', 'user_email')} ${account('triager', 'triage_set_by_email')}
      ${account('closer', 'adjudicated_by_email')} ${account('assignee', 'assignee_email')}
      where g.rule_id is null or r.id is not null order by g.own_id returning id),
    reacted as (insert into reactions (review_id, user_id, kind, created_at, updated_at)
      select review_id, user_id, kind, created_at, created_at from (
        select distinct on (m.id, u.id) m.id as review_id, u.id as user_id, x.kind, coalesce(x.created_at, ${at}::timestamptz) as created_at, x.place
        from given g join made m on m.id = g.own_id
        cross join lateral rows from (jsonb_to_recordset(g.reactions) as (user_email text, kind text, created_at timestamptz))
          with ordinality as x (user_email, kind, created_at, place)
        join users u on lower(u.email) = lower(btrim(x.user_email)) order by m.id, u.id, x.created_at, x.place) first
      order by review_id, place)
    select count(*)::integer as stored from made`.execute(db)
  return rows[0]?.stored ?? 0
}

/** Says of each address whether nobody here has it: their comments stay theirs by name, what else names them is empty. */
async function tellStrangers(
  { db }: Work,
  { people }: ReadReviews,
  warn: (said: string) => void,
): Promise<void> {
  if (people.length === 0) return
  const known = await knownAddresses(
    db,
    people.map(({ email }) => email),
  )
  for (const { email, first, rows } of people) {
    if (known.has(email)) continue
    const others = rows > 1 ? `, and ${rows - 1} times more` : ''
    warn(
      `${first}${others}: nobody here has the address ${email}; comments and decisions keep the name, assignments and reactions are left out.`,
    )
  }
}

/** Those of these addresses, in lower case, that are accounts here. */
export async function knownAddresses(db: Work['db'], emails: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`select lower(u.email) as email from users u
    join jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb) as g (email) on lower(u.email) = g.email`.execute(
    db,
  )
  return new Set(rows.map(({ email }) => email))
}
