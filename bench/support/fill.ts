import type { Client } from 'pg'
import type { Size } from './data.ts'

/** The number of rows per statement, which also limits the memory for triggers. */
const PORTION = 200_000
/** The time span of the comments. */
const YEARS = 2

/** A range of requirement ids that begins after `after`. */
interface Range {
  after: number
  rules: number
}

/** Fills an empty migrated database with comments evenly distributed over the requirements, every tenth a reply. */
export async function fill(client: Client, size: Size): Promise<void> {
  for (const statement of listStatements(size)) await client.query(statement)
}

function* listStatements(size: Size): Generator<string> {
  const { comments, rulesPerComponent } = size
  const first = size.first ?? { components: 0, comments: 0, inFirst: 0 }
  const ofFirst = first.components * rulesPerComponent
  const all = size.projects * size.componentsPerProject * rulesPerComponent
  yield* insertPeople(size)
  yield* insertGuides(size)
  yield* insertRequirements(size, first.components)
  const ofOne = Math.min(ofFirst, rulesPerComponent)
  yield* insertComments({ after: 0, rules: ofOne }, first.inFirst)
  yield* insertComments({ after: ofOne, rules: ofFirst - ofOne }, first.comments - first.inFirst)
  yield* insertComments({ after: ofFirst, rules: all - ofFirst }, comments - first.comments)
  yield* splitRange(1, comments, insertReplies)
  yield* splitRange(1, comments, insertReactions)
  yield `insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, responding_to_review_id)
    select r.project_id, r.component_id, r.rule_id, 'BaseRule', 2, 'comment', 'Reply '||n, r.id
    from reviews r, generate_series(1, 20) n where r.id = 1`
  yield `vacuum analyze`
}

function* splitRange(first: number, last: number, statement: (first: number, last: number) => string) {
  for (let index = first; index <= last; index += PORTION) {
    yield statement(index, Math.min(last, index + PORTION - 1))
  }
}

/** Fifty users who are members of the first five projects; the last user is a member of all projects. */
function* insertPeople({ projects }: Size) {
  yield `insert into users (name, email, confirmed_at)
    select 'Person '||n, 'person'||n||'@example.org', now() from generate_series(1, 50) n`
  yield `insert into projects (name) select 'Project '||n from generate_series(1, ${projects}) n`
  yield `insert into memberships (user_id, role, membership_type, project_id)
    select u.id, case when u.id % 5 = 0 then 'viewer' when u.id = 1 then 'admin' else 'author' end, 'Project', p.id
    from users u, projects p where p.id <= 5 or u.id = 50`
}

function* insertGuides({ rulesPerComponent }: Size) {
  yield `insert into srgs (srg_id, name, title, version, version_major, version_minor)
    values ('Bench_SRG', 'Bench', 'Bench Security Requirements Guide', 'V1R1', 1, 1)`
  yield `insert into srg_rules (srg_id, rule_id, version, title, ident, fixtext, vuln_discussion, check_content, rule_severity)
    select 1, 'SV-'||n||'_rule', 'SRG-APP-'||lpad(n::text, 6, '0'), 'Catalog requirement '||n, 'CCI-000366',
      repeat('Configure it. ', 20), repeat('Why it matters. ', 40), repeat('Look at it. ', 20),
      (array['high','medium','medium','low'])[1 + n % 4]
    from generate_series(1, ${rulesPerComponent}) n`
}

function* insertRequirements({ projects, componentsPerProject, rulesPerComponent }: Size, ofFirst: number) {
  const components = projects * componentsPerProject
  const project =
    ofFirst === 0
      ? `1 + (n - 1) / ${componentsPerProject}`
      : `case when n <= ${ofFirst} then 1 else 2 + (n - ${ofFirst + 1}) % ${projects - 1} end`
  yield `insert into components (project_id, security_requirements_guide_id, name, prefix, title, version, release, next_rule_number)
    select ${project}, 1, 'Component '||n, 'BEN'||chr(65 + n % 26)||'-'||lpad((n % 100)::text, 2, '0'), 'Component',
      1, n, ${rulesPerComponent + 1}
    from generate_series(1, ${components}) n`
  yield `insert into component_sources (component_id, srg_id) select id, 1 from components`
  const batchSize = Math.max(1, Math.floor(PORTION / rulesPerComponent))
  for (let index = 1; index <= components; index += batchSize) {
    yield `insert into rules (component_id, document_type, rule_id, version, title, status, rule_severity, ident, fixtext, srg_rule_id)
      select c.id, 'stig', right(s.version, 6), s.version, s.title,
        (array['Not Yet Determined','Applicable - Configurable','Applicable - Configurable','Not Applicable'])[1 + s.id % 4],
        s.rule_severity, s.ident, s.fixtext, s.id
      from components c, srg_rules s where c.id between ${index} and ${index + batchSize - 1} order by c.id, s.id`
  }
  yield `insert into rule_checks (rule_id, content) select id, 'Look at it.' from rules`
  yield `insert into disa_descriptions (rule_id, vuln_discussion) select id, 'Why it matters.' from rules`
}

/** Inserts this many comments on a range of requirements over the time span, nine tenths of them as top-level comments. */
function* insertComments({ after, rules }: Range, comments: number) {
  if (rules === 0) return
  yield* splitRange(
    0,
    Math.floor(comments * 0.9) - 1,
    (first, last) =>
      `insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, section, triage_status,
        triage_set_by_id, triage_set_at, adjudicated_at, adjudicated_by_id, assignee_id, due_on, created_at)
      select c.project_id, r.component_id, r.id, 'BaseRule', 1 + g.n % 50, 'comment',
        'Comment '||g.n||' about '||md5(g.n::text)||' and the '||(array['banner','audit trail','session lock',
          'password length','log retention','time source','key storage','error message','default account','port list',
          'file owner','backup','kernel module','mount option','certificate','cipher suite','group policy',
          'firewall rule','patch level','boot loader'])[1 + (g.n / 7) % 20]||' in the wording of this requirement.',
        (array[null,'fixtext','check_content','title'])[1 + g.n % 4], s.status,
        case when s.status <> 'pending' then 1 end, case when s.status <> 'pending' then t.decided end,
        case when s.status in ('informational','withdrawn') then t.decided end,
        case when s.status in ('informational','withdrawn') then 1 end,
        case when (g.n / 3) % 10 = 0 then 1 + (g.n / 30) % 5 end,
        case when (g.n / 11) % 8 = 0 then current_date + g.n % 40 - 20 end, t.posted
      from generate_series(${first}, ${last}) g(n)
      join rules r on r.id = ${after + 1} + g.n % ${rules}
      join components c on c.id = r.component_id
      cross join lateral (select (array['pending','pending','pending','concur','non_concur','needs_clarification',
        'informational','withdrawn'])[1 + g.n % 8] as status) s
      cross join lateral (select posted, least(now(), posted + g.n % 21 * interval '1 day') as decided
        from (select now() - g.n * interval '${YEARS} years' / ${comments} as posted) p) t
      order by g.n`,
  )
}

function insertReplies(firstId: number, lastId: number): string {
  return `insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, responding_to_review_id)
    select project_id, component_id, rule_id, 'BaseRule', 1 + id % 50, 'comment', 'A reply to '||id, id
    from reviews where id % 9 = 1 and id between ${firstId} and ${lastId} and responding_to_review_id is null`
}

function insertReactions(firstId: number, lastId: number): string {
  return `insert into reactions (review_id, user_id, kind)
    select id, 1 + id % 50, case when id % 3 = 0 then 'down' else 'up' end
    from reviews where id % 7 = 0 and id between ${firstId} and ${lastId}`
}
