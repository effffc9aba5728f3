import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { digestHex, randomToken } from '../../src/auth/secrets.ts'
import { openDatabase } from '../../src/database/open.ts'
import { SERVER, urlOf } from './own-database.ts'

/** A filled database of its own, and the records that the measurements are about. */
export interface BenchData {
  url: string
  /** Cookie secret of an author of the project. */
  secret: string
  projectId: number
  componentId: number
  /** Pending comments of the project, to be triaged. */
  reviewIds: number[]
  /** A comment with replies. */
  threadId: number
  /** Ends the statements that nobody waits for any more. */
  settle: () => Promise<void>
  drop: () => Promise<void>
}

export interface Size {
  comments: number
  projects: number
  componentsPerProject: number
  rulesPerComponent: number
}

/** Seeded databases are kept as templates of this prefix, for the next run; unset, nothing is kept. */
const TEMPLATES = process.env['BENCH_TEMPLATES']

/** Creates and fills a database on the server of BENCH_DATABASE_URL; comments spread evenly, every tenth a reply. */
export async function benchData(size: Size): Promise<BenchData> {
  const name = `rulewright_bench_${randomBytes(4).toString('hex')}`
  const secret = randomToken()
  if (TEMPLATES) await onServer(SERVER, (client) => clone(client, TEMPLATES, size, name))
  else await seed(name, size)
  const url = urlOf(name)
  const found = await onServer(url, (client) => signIn(client, secret))
  const drop = async () => {
    const dropped = () =>
      onServer(SERVER, (client) => client.query(`drop database if exists ${name} with (force)`))
    // The server gives those whom it sends away five seconds, which a busy machine may not have.
    await dropped().catch(dropped)
  }
  const settle = () => onServer(url, settled)
  return { url, secret, ...found, settle, drop }
}

/** Cancels what takes longer than answers that are still on their way, until several looks find nothing at work. */
async function settled(client: Client): Promise<void> {
  for (let idle = 0; idle < 3; await setTimeout(50)) {
    const { rowCount } = await client.query(
      `select case when query_start < now() - interval '100 ms' then pg_cancel_backend(pid) end from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and backend_type = 'client backend'`,
    )
    idle = rowCount === 0 ? idle + 1 : 0
  }
}

async function clone(client: Client, prefix: string, size: Size, name: string): Promise<void> {
  const template = `${prefix}_${Object.values(size).join('_')}`
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount === 0) await seed(template, size)
  await client.query(`create database ${name} template ${template} strategy file_copy`)
}

async function seed(name: string, size: Size): Promise<void> {
  await onServer(SERVER, (client) => client.query(`create database ${name}`))
  const database = await openDatabase({ url: urlOf(name), dataDir: 'memory:' })
  await database.migrate()
  await database.close()
  await onServer(urlOf(name), (client) => fill(client, size))
}

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function fill(client: Client, size: Size): Promise<void> {
  const { comments, projects, componentsPerProject, rulesPerComponent } = size
  const components = projects * componentsPerProject
  const statements = [
    `insert into users (name, email, confirmed_at) select 'Person '||n, 'person'||n||'@example.org', now() from generate_series(1, 50) n`,
    `insert into projects (name) select 'Project '||n from generate_series(1, ${projects}) n`,
    `insert into memberships (user_id, role, membership_type, project_id) select u.id, case when u.id % 5 = 0 then 'viewer' when u.id = 1 then 'admin' else 'author' end, 'Project', p.id from users u, projects p`,
    `insert into srgs (srg_id, name, title, version, version_major, version_minor) values ('Bench_SRG', 'Bench', 'Bench Security Requirements Guide', 'V1R1', 1, 1)`,
    `insert into srg_rules (srg_id, rule_id, version, title, ident, fixtext, vuln_discussion, check_content, rule_severity)
      select 1, 'SV-'||n||'_rule', 'SRG-APP-'||lpad(n::text, 6, '0'), 'Catalog requirement '||n, 'CCI-000366', repeat('Configure it. ', 20), repeat('Why it matters. ', 40), repeat('Look at it. ', 20), (array['high','medium','medium','low'])[1 + n % 4] from generate_series(1, ${rulesPerComponent}) n`,
    `insert into components (project_id, security_requirements_guide_id, name, prefix, title, version, release, next_rule_number)
      select 1 + (n - 1) / ${componentsPerProject}, 1, 'Component '||n, 'BEN'||chr(65 + n % 26)||'-'||lpad((n % 100)::text, 2, '0'), 'Component', 1, n, ${rulesPerComponent + 1} from generate_series(1, ${components}) n`,
    `insert into component_sources (component_id, srg_id) select id, 1 from components`,
    `insert into rules (component_id, document_type, rule_id, version, title, status, rule_severity, ident, fixtext, srg_rule_id)
      select c.id, 'stig', right(s.version, 6), s.version, s.title, (array['Not Yet Determined','Applicable - Configurable','Applicable - Configurable','Not Applicable'])[1 + s.id % 4], s.rule_severity, s.ident, s.fixtext, s.id from components c, srg_rules s order by c.id, s.id`,
    `insert into rule_checks (rule_id, content) select id, 'Look at it.' from rules`,
    `insert into disa_descriptions (rule_id, vuln_discussion) select id, 'Why it matters.' from rules`,
    `with numbered as (select r.id as rule_id, c.id as component_id, c.project_id, row_number() over (order by r.id) - 1 as n from rules r join components c on c.id = r.component_id)
     insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, section, triage_status, triage_set_by_id, triage_set_at, adjudicated_at, adjudicated_by_id, assignee_id, due_on, created_at)
      select x.project_id, x.component_id, x.rule_id, 'BaseRule', 1 + g.n % 50, 'comment', 'Comment '||g.n||' about '||md5(g.n::text)||' and the '||(array['banner','audit trail','session lock','password length','log retention','time source','key storage','error message','default account','port list','file owner','backup','kernel module','mount option','certificate','cipher suite','group policy','firewall rule','patch level','boot loader'])[1 + (g.n / 7) % 20]||' in the wording of this requirement.', (array[null,'fixtext','check_content','title'])[1 + g.n % 4],
        s.status, case when s.status <> 'pending' then 1 end, case when s.status <> 'pending' then now() end, case when s.status in ('informational','withdrawn') then now() end, case when s.status in ('informational','withdrawn') then 1 end,
        case when (g.n / 3) % 10 = 0 then 1 + (g.n / 30) % 5 end, case when (g.n / 11) % 8 = 0 then current_date + g.n % 40 - 20 end, now() - (g.n || ' seconds')::interval
      from generate_series(0, ${Math.floor(comments * 0.9) - 1}) g(n)
      join numbered x on x.n = g.n % (select count(*) from rules)
      cross join lateral (select (array['pending','pending','pending','concur','non_concur','needs_clarification','informational','withdrawn'])[1 + g.n % 8] as status) s`,
    `insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, responding_to_review_id)
      select project_id, component_id, rule_id, 'BaseRule', 1 + id % 50, 'comment', 'A reply to '||id, id from reviews where id % 9 = 1 and id <= ${comments}`,
    `insert into reactions (review_id, user_id, kind) select id, 1 + id % 50, case when id % 3 = 0 then 'down' else 'up' end from reviews where id % 7 = 0`,
    `insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, responding_to_review_id)
      select r.project_id, r.component_id, r.rule_id, 'BaseRule', 2, 'comment', 'Reply '||n, r.id from reviews r, generate_series(1, 20) n where r.id = 1`,
    `vacuum analyze`,
  ]
  for (const statement of statements) await client.query(statement)
}

async function signIn(client: Client, secret: string) {
  await client.query(
    `insert into sessions (digest, user_id, auth_method, absolute_expires_at) values ($1, 1, 'local', now() + interval '10 hours')`,
    [digestHex(secret)],
  )
  const { rows } = await client.query<{ id: number }>(
    `select id from reviews where project_id = 1 and triage_status = 'pending' and responding_to_review_id is null order by id`,
  )
  return { projectId: 1, componentId: 1, threadId: 1, reviewIds: rows.map((row) => row.id) }
}
