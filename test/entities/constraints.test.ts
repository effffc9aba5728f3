import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, type Em, toKysely } from '../../src/database/database.ts'
import { openTestDatabase } from '../support/db.ts'
import { createInserter } from '../support/rows.ts'

let database: Database
let em: Em
let a: ReturnType<typeof createInserter>

beforeAll(async () => {
  database = await openTestDatabase()
  em = database.orm.em.fork()
  a = createInserter(em)
})
afterAll(() => database.close())

describe('accounts', () => {
  test('an address belongs to one user, in any letter case', async () => {
    await a.user({ email: 'one@example.org' })
    await expect(a.user({ email: 'one@example.org' })).rejects.toThrow('users_email_unique')
    await expect(a.user({ email: 'Two@example.org' })).rejects.toThrow('users_email_normal')
  })

  test('a lock has a reason, and a provider comes with its uid', async () => {
    await expect(a.user({ locked_at: new Date() })).rejects.toThrow('users_lock_has_reason')
    await expect(a.user({ provider: 'oidc' })).rejects.toThrow('users_provider_pair')
  })

  test('a membership has exactly the target of its type, once per user', async () => {
    const [user_id, project_id] = [await a.user(), await a.project()]
    const add = (row: object) =>
      toKysely(em)
        .insertInto('memberships')
        .values({ user_id, membership_type: 'Project', ...row })
        .execute()
    await add({ project_id })
    await expect(add({ project_id })).rejects.toThrow('memberships_user_project_unique')
    await expect(add({})).rejects.toThrow('memberships_one_target')
    await expect(add({ project_id, component_id: await a.component() })).rejects.toThrow(
      'memberships_one_target',
    )
    await expect(add({ project_id, membership_type: 'Component' })).rejects.toThrow('memberships_one_target')
  })

  test('a token has only known scopes', async () => {
    const add = (scopes: string) =>
      em.execute(
        'insert into access_tokens (user_id, name, token_prefix, token_digest, scopes) values (?, ?, ?, ?, ?::text[])',
        [user, 'ci', 'p', scopes, scopes],
      )
    const user = await a.user()
    await add('{read,write}')
    await expect(add('{}')).rejects.toThrow('access_tokens_scopes_known')
    await expect(add('{root}')).rejects.toThrow('access_tokens_scopes_known')
  })
})

describe('components', () => {
  test('a closed reason requires a closed phase, and a period ends after it starts', async () => {
    await expect(a.component({ closed_reason: 'finalized' })).rejects.toThrow(
      'components_closed_reason_only_when_closed',
    )
    await expect(
      a.component({ comment_period_starts_at: '2026-02-01', comment_period_ends_at: '2026-01-01' }),
    ).rejects.toThrow('components_period_in_order')
  })

  test.each(['abcd-01', 'ABCD01', ' ABCD-01', 'ABCDE-1'])('the prefix %s is rejected', async (prefix) => {
    await expect(a.component({ prefix })).rejects.toThrow('components_prefix_shape')
  })

  test('a revision number is unique in its project', async () => {
    const project_id = await a.project()
    const revision = { project_id, name: 'One', version: 1, release: 1 }
    await a.component(revision)
    await expect(a.component(revision)).rejects.toThrow('components_revision_unique')
    await a.component({ ...revision, release: null })
    await a.component({ ...revision, release: null })
  })
})

describe('requirements', () => {
  test('C-2: each kind has its own statuses', async () => {
    const [stig, srg] = [await a.component(), await a.component({ document_type: 'srg' })]
    await expect(a.rule(stig, { status: 'Applicable' })).rejects.toThrow('rules_status_of_type')
    await expect(a.rule(srg, { document_type: 'srg', status: 'Applicable - Configurable' })).rejects.toThrow(
      'rules_status_of_type',
    )
    await expect(a.rule(stig, { document_type: 'srg' })).rejects.toThrow('different document types')
  })

  test('C-2: an authored requirement is not applicable only with a justification', async () => {
    const srg = await a.component({ document_type: 'srg' })
    const row = { document_type: 'srg', status: 'Not Applicable' } as const
    await expect(a.rule(srg, { ...row, status_justification: ' \n' })).rejects.toThrow(
      'rules_not_applicable_justified',
    )
    await a.rule(srg, { ...row, status_justification: 'No network' })
  })

  test('C-44: only a STIG-style requirement has a catalog rule, and always', async () => {
    const [stig, srg] = [await a.component(), await a.component({ document_type: 'srg' })]
    await expect(a.rule(stig, { srg_rule_id: null })).rejects.toThrow('rules_source_of_type')
    await expect(a.rule(srg, { document_type: 'srg', srg_rule_id: await a.srgRule() })).rejects.toThrow(
      'rules_source_of_type',
    )
  })

  test('a number has six digits and is never reused, even after a deletion', async () => {
    const component = await a.component()
    await a.rule(component, { rule_id: '000001', deleted_at: new Date() })
    await expect(a.rule(component, { rule_id: '000001' })).rejects.toThrow('rules_number_unique')
    await expect(a.rule(component, { rule_id: '12' })).rejects.toThrow('rules_six_digits')
  })

  test('a requirement is never locked and under review together', async () => {
    const component = await a.component()
    await expect(a.rule(component, { locked: true, review_requestor_id: await a.user() })).rejects.toThrow(
      'rules_locked_or_under_review',
    )
  })

  test('a satisfaction links two requirements of one component', async () => {
    const component_id = await a.component()
    const [rule_id, other] = [await a.rule(component_id), await a.rule(component_id)]
    const foreign = await a.rule(await a.component())
    const link = (satisfied_by_rule_id: number) =>
      toKysely(em)
        .insertInto('satisfactions')
        .values({ rule_id, satisfied_by_rule_id, component_id })
        .execute()
    await link(other)
    await expect(link(other)).rejects.toThrow('satisfactions_unique')
    await expect(link(rule_id)).rejects.toThrow('satisfactions_not_self')
    await expect(link(foreign)).rejects.toThrow('satisfaction leaves its component')
  })

  test('a requirement has at most one open relocation', async () => {
    const component_id = await a.component({ document_type: 'srg' })
    const source_rule_id = await a.rule(component_id, { document_type: 'srg' })
    const propose = (row: object = {}) =>
      toKysely(em)
        .insertInto('requirement_relocations')
        .values({
          component_id,
          source_rule_id,
          source_displayed_name: 'X',
          target_technology_token: 'CTR',
          ...row,
        })
        .execute()
    await propose({ declined_at: new Date(), adjudication_rationale: 'Elsewhere' })
    await propose()
    await expect(propose()).rejects.toThrow('requirement_relocations_open_unique')
  })
})

test('audit entries can be added but neither changed nor removed', async () => {
  const row = { action: 'update', auditable_type: 'Rule', auditable_id: 1 }
  const { id } = await toKysely(em)
    .insertInto('audit_entries')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(typeof id).toBe('number')
  await expect(toKysely(em).updateTable('audit_entries').set({ comment: 'x' }).execute()).rejects.toThrow(
    'append-only',
  )
  await expect(toKysely(em).deleteFrom('audit_entries').execute()).rejects.toThrow('append-only')
})
