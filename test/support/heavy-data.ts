import { type RawBuilder, sql } from 'kysely'
import { createWorkspace, type Workspace } from './authoring.ts'
import type { World } from './world.ts'

/** Whether the data is as large as the limits allow; `BOUNDS=1`, as `npm run test:bounds` sets it, enables that. */
export const FULL_SIZE = process.env['BOUNDS'] === '1'

/** The number of records of each kind that `createHeavyComponent` creates. */
export const HEAVY = FULL_SIZE
  ? { rules: 100, entries: 100, comments: 10_000, replies: 3_000 }
  : { rules: 30, entries: 20, comments: 400, replies: 200 }

/** The number of comments and replies of maximum length at both ends, which exceed the limits of an answer. */
const LONG = { comments: HEAVY.comments / 8, replies: Math.floor(HEAVY.replies * 0.367) }

/** The text of one of this many rows: complete in the first and last `long` rows, otherwise its beginning. */
const toRowText = (text: RawBuilder<unknown>, rows: number, long: number) =>
  sql`case when n <= ${sql.lit(long)} or n > ${sql.lit(rows - long)} then ${text} else substr(${text}, 1, 300) end || n`

/** A text of almost `characters` characters, whose words are unique to the key. */
const toUniqueText = (key: RawBuilder<unknown>, characters: number) =>
  sql`(select string_agg(substr(md5(${key} || '-' || i), 1, 8), ' ') from generate_series(1, ${sql.lit(Math.floor(characters / 9))}) i)`

/**
 * Creates a component with data at its limits in few statements: requirement texts of maximum length, a history of large
 * edits, similar comments (a quarter of maximum length), and a thread of long replies.
 */
export async function createHeavyComponent(world: World): Promise<Workspace & { thread: number }> {
  const workspace = await createWorkspace(world)
  const db = world.database.queries
  const component = sql.lit(workspace.component.id)
  const project = sql.lit(workspace.project.id)
  const viewer = sql.lit(workspace.people.viewer.id)
  await sql`update components set version = 1, release = 1 where id = ${component}`.execute(db)
  await sql`insert into rules (component_id, document_type, rule_id, version, title, status, fixtext, vendor_comments,
      artifact_description, inspec_control_file, srg_rule_id)
    select ${component}, 'stig', lpad(n::text, 6, '0'), 'SRG-APP-000001', ${toUniqueText(sql`n`, 480)}, 'Not Yet Determined',
      t.text, t.text, t.text, repeat(t.text, 5), (select min(srg_rule_id) from rules where component_id = ${component})
    from generate_series(4, ${sql.lit(HEAVY.rules)}) n, lateral (select ${toUniqueText(sql`n`, 9_900)} as text) t`.execute(
    db,
  )
  await sql`insert into rule_checks (rule_id, content) select id, fixtext from rules where component_id = ${component}
    and rule_id > '000003'`.execute(db)
  await sql`insert into disa_descriptions (rule_id, vuln_discussion, mitigations, poam, potential_impacts)
    select id, fixtext, fixtext, fixtext, fixtext from rules where component_id = ${component} and rule_id > '000003'`.execute(
    db,
  )
  const fields = ['fixtext', 'vendor_comments', 'artifact_description', 'mitigations', 'poam']
  const pairs = fields.map(
    (field) =>
      sql`${sql.lit(field)}::text, jsonb_build_array(${toUniqueText(sql`n`, 9_900)}, ${toUniqueText(sql`(n + 1)`, 9_900)})`,
  )
  await sql`insert into audit_entries (action, auditable_type, auditable_id, project_id, component_id, rule_id, changes,
      actor_type, actor_name)
    select 'update', 'BaseRule', ${sql.lit(workspace.rules[0])}, ${project}, ${component}, ${sql.lit(workspace.rules[0])},
      jsonb_build_object(${sql.join(pairs)}), 'System', 'System' from generate_series(1, ${sql.lit(HEAVY.entries)}) n`.execute(
    db,
  )
  await sql`insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, triage_status)
    select ${project}, ${component}, r.id, 'BaseRule', ${viewer}, 'comment', ${toRowText(sql`t.text`, HEAVY.comments, LONG.comments)}, 'pending'
    from generate_series(1, ${sql.lit(HEAVY.comments)}) n
    join rules r on r.component_id = ${component} and r.rule_id::integer = 1 + n % ${sql.lit(HEAVY.rules)},
    (select ${toUniqueText(sql`'same'`, 3_900)} as text offset 0) t`.execute(db)
  await sql`insert into comment_signatures (review_id, component_id, bands)
    select id, component_id, array(select i from generate_series(1, 38) i) || array[id, -id] from reviews
    where component_id = ${component}`.execute(db)
  const { rows } = await sql<{
    id: number
  }>`select min(id) as id from reviews where component_id = ${component}`.execute(db)
  const thread = rows[0]?.id ?? 0
  await sql`insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment,
      responding_to_review_id)
    select project_id, component_id, rule_id, commentable_type, user_id, 'comment', ${toRowText(sql`comment`, HEAVY.replies, LONG.replies)}, id
    from reviews, generate_series(1, ${sql.lit(HEAVY.replies)}) n where id = ${sql.lit(thread)}`.execute(db)
  await sql`analyze`.execute(db)
  return { ...workspace, thread }
}
