import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { digestHex, createRandomToken } from '../../src/lib/secrets.ts'

/** The number of other records in the database of the measured component. */
export const AROUND = { users: 2000, projects: 500, guides: 200, audits: 100_000 }
const RULES_OF_A_GUIDE = 100
/** The number of projects of the user who opens the pages. */
const OWN_PROJECTS = 40

/** Adds users, projects, guides and audit entries to a filled database; returns the session of an administrator. */
export async function fillAround(url: string): Promise<string> {
  const secret = createRandomToken()
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of listStatements()) await client.query(statement)
    await client.query(
      `insert into sessions (digest, user_id, auth_method, absolute_expires_at)
       select $1, id, 'local', now() + interval '10 hours' from users where email = 'admin@example.org'`,
      [digestHex(secret)],
    )
    await client.query('vacuum analyze')
    return secret
  } finally {
    await client.end()
  }
}

function* listStatements(): Generator<string> {
  const { users, projects, guides, audits } = AROUND
  yield `insert into users (name, email, admin, confirmed_at)
    select 'Administrator', 'admin@example.org', true, now()
    union all select 'User '||n, 'user'||n||'@example.org', false, now() from generate_series(52, ${users}) n`
  yield `insert into projects (name, visibility)
    select 'Project '||n, case when n % 4 = 0 then 'discoverable' else 'hidden' end from generate_series(2, ${projects}) n`
  yield `insert into memberships (user_id, role, membership_type, project_id)
    select u.id, 'admin', 'Project', p.id from users u, projects p
    where u.email = 'admin@example.org' and p.id <= ${OWN_PROJECTS}`
  yield `insert into memberships (user_id, role, membership_type, project_id)
    select id, 'viewer', 'Project', 2 + id % (${projects} - 1) from users where name like 'User %'`
  yield `insert into srgs (srg_id, name, title, version, version_major, version_minor)
    select 'Bench_SRG_'||n, 'Bench '||n, 'Bench '||n||' Security Requirements Guide', 'V1R1', 1, 1
    from generate_series(2, ${guides / 2}) n`
  yield `insert into srg_rules (srg_id, rule_id, version, title, ident, fixtext, vuln_discussion, check_content, rule_severity)
    select g.id, 'SV-'||g.id||'-'||n||'_rule', 'SRG-APP-'||lpad(n::text, 6, '0'), 'Catalog requirement '||n, 'CCI-000366',
      repeat('Configure it. ', 20), repeat('Why it matters. ', 40), repeat('Look at it. ', 20), 'medium'
    from srgs g, generate_series(1, ${RULES_OF_A_GUIDE}) n where g.id > 1`
  yield `insert into stigs (stig_id, name, title, version, version_major, version_minor)
    select 'Bench_STIG_'||n, 'Bench '||n, 'Bench '||n||' Security Technical Implementation Guide', 'V1R1', 1, 1
    from generate_series(1, ${guides / 2}) n`
  yield `insert into stig_rules (stig_id, rule_id, version, title, ident, fixtext, vuln_discussion, check_content, rule_severity)
    select g.id, 'SV-S'||g.id||'-'||n||'_rule', 'BENCH-'||lpad(n::text, 6, '0'), 'Catalog rule '||n, 'CCI-000366',
      repeat('Configure it. ', 20), repeat('Why it matters. ', 40), repeat('Look at it. ', 20), 'medium'
    from stigs g, generate_series(1, ${RULES_OF_A_GUIDE}) n`
  yield `insert into components (project_id, security_requirements_guide_id, name, prefix, title, version, release)
    select p.id, 1, 'Component of '||p.name, 'WIDE-'||lpad((p.id % 100)::text, 2, '0'), 'Component', 1, 1
    from projects p where p.id > 1`
  yield `insert into component_sources (component_id, srg_id) select id, 1 from components where id > 1`
  yield `insert into audit_entries (kind, action, auditable_type, auditable_id, project_id, component_id, rule_id, actor_id,
      actor_name, changes, created_at)
    select 'content', 'update', 'BaseRule', 1 + n % 5000, 1, 1, 1 + n % 5000, 1 + n % 50, 'Person '||(1 + n % 50),
      jsonb_build_object('fixtext', jsonb_build_array('Before '||n, 'After '||n)), now() - n * interval '5 minutes'
    from generate_series(1, ${audits}) n`
}

/** Waits until the search index contains all texts, which takes minutes after an import. */
export async function waitUntilIndexed(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ left: number }>(
        'select count(*)::integer as left from search_reindex_queue',
      )
      if (rows[0]?.left === 0) return
      await setTimeout(1000)
    }
  } finally {
    await client.end()
  }
}
