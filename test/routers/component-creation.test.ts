import { beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '../../entities/project.ts'
import type { User } from '../../entities/user.ts'
import { unique } from '../support/factories.ts'
import type { Answer, Rest } from '../support/rest.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let project: Project
let owner: User
let asOwner: Rest
let asAdmin: Rest
let srg: number
let core: number

beforeAll(async () => {
  asAdmin = await world.rest(await world.createSystemAdmin())
  project = await world.createProject()
  owner = await world.createMember(project, 'admin')
  asOwner = await world.rest(owner)
  srg = await uploadRules([
    { version: 'SRG-2', ruleId: 'SV-2', severity: 'high', ident: ['CCI-000366'] },
    { version: 'SRG-1', ruleId: 'SV-9' },
    { version: 'SRG-1', ruleId: 'SV-3', title: 'Tie' },
  ])
  core = Number((await world.createSrg({ core: true })).id)
})

async function uploadRules(
  rules: NonNullable<Parameters<typeof createGuideFile>[0]>['rules'] = [{}],
): Promise<number> {
  return (await uploadGuide(asAdmin, createGuideFile({ rules }))).body.srg.id
}

test('a new component is returned with its tag, and the audit log shows what it is based on', async () => {
  const { status, headers, body } = await create({})
  expect([status, headers.get('etag')]).toEqual([200, '"1"'])
  const path = `/api/audits?component_id=${body.component.id}&action=create&per_page=100`
  const { rows } = (await asOwner.get(path)).body
  const creation = rows.find((row: { auditable_type: string }) => row.auditable_type === 'Component')
  const facts = { document_type: 'stig', security_requirements_guide_id: srg }
  for (const [field, new_value] of Object.entries(facts)) {
    expect(creation.audited_changes).toContainEqual({ field, prev_value: null, new_value })
  }
})

const create = (component: Record<string, unknown>, as = asOwner, where = project.id): Promise<Answer> =>
  as.post(`/projects/${where}/components`, {
    component: {
      name: unique('Photon'),
      prefix: 'PHOS-03',
      title: 'Photon OS 3',
      security_requirements_guide_id: srg,
      ...component,
    },
  })

function readRules(component: number) {
  return world.database.queries
    .selectFrom('rules')
    .selectAll()
    .where('component_id', '=', component)
    .orderBy('rule_id')
    .execute()
}

describe('a component from an SRG', () => {
  test('C-21: starts with every requirement, numbered by version and rule id', async () => {
    const { status, body } = await create({ prefix: 'phos-03', description: 'For tests' })
    expect([status, body.toast.variant]).toEqual([200, 'success'])
    expect(body.component).toMatchObject({
      prefix: 'PHOS-03',
      version: null,
      release: null,
      based_on_version: 'V1R1',
      severity_counts: { high: 1, medium: 2, low: 0 },
      pending_comment_count: 0,
    })
    const rules = await readRules(body.component.id)
    expect(rules.map((rule) => [rule.rule_id, rule.version, rule.title])).toEqual([
      ['000001', 'SRG-1', 'Tie'],
      ['000002', 'SRG-1', 'Requirement 2'],
      ['000003', 'SRG-2', 'Requirement 1'],
    ])
    expect(rules[0]).toMatchObject({
      status: 'Not Yet Determined',
      locked: false,
      inspec_control_file: null,
      document_type: 'stig',
    })
    expect(rules[0]?.inspec_control_body?.split('\n')).toHaveLength(3)
    for (const table of ['rule_checks', 'disa_descriptions', 'rule_references'] as const) {
      const children = await world.database.queries
        .selectFrom(table)
        .select('id')
        .where(
          'rule_id',
          'in',
          rules.map((rule) => rule.id),
        )
        .execute()
      expect(children).toHaveLength(3)
    }
  })

  test('has its creator as contact unless the request names another one', async () => {
    const { body } = await create({ admin_email: 'else@example.org' })
    const row = await world.database.queries
      .selectFrom('components')
      .select(['admin_name', 'admin_email', 'released', 'comment_phase', 'next_rule_number'])
      .where('id', '=', body.component.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      admin_name: owner.name,
      admin_email: 'else@example.org',
      released: false,
      comment_phase: 'open',
      next_rule_number: 4,
    })
  })

  test('C-26: continues the numbers over several sources and includes only the selected versions', async () => {
    const other = await uploadRules([{ version: 'SRG-0' }, { version: 'SRG-8' }])
    const all = await create({ declared_source_srg_ids: [other] })
    expect((await readRules(all.body.component.id)).map((rule) => rule.version)).toEqual([
      'SRG-1',
      'SRG-1',
      'SRG-2',
      'SRG-0',
      'SRG-8',
    ])
    const some = await create({
      declared_source_srg_ids: [other, srg],
      requirement_selections: { [other]: ['SRG-8'] },
    })
    expect((await readRules(some.body.component.id)).map((rule) => rule.version)).toEqual(['SRG-8'])
  })

  test('a component from an SRG of type srg contains authored requirements of a core SRG, not yet determined', async () => {
    const { body } = await create({ document_type: 'srg', security_requirements_guide_id: core })
    const rules = await readRules(body.component.id)
    expect(rules).toHaveLength(3)
    expect(rules[0]).toMatchObject({ document_type: 'srg', srg_rule_id: null, version: 'SRG-APP-000001' })
    expect(rules[0]?.derived_from_srg_rule_id).not.toBeNull()
  })

  test('C-33: stores questions, metadata and the chat channel', async () => {
    const { body } = await create({
      additional_questions_attributes: [{ name: 'Host', question_type: 'dropdown', options: ['a', 'b'] }],
      component_metadata_attributes: { data: { Team: 'Blue', 'Slack Channel ID': 'C1' } },
      slack_channel_id: 'C2',
    })
    const { id } = body.component
    const row = await world.database.queries
      .selectFrom('components')
      .select('metadata')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.metadata).toEqual({ Team: 'Blue', 'Slack Channel ID': 'C2' })
    const question = await world.database.queries
      .selectFrom('additional_questions')
      .select(['name', 'options'])
      .where('component_id', '=', id)
      .execute()
    expect(question).toEqual([{ name: 'Host', options: ['a', 'b'] }])
  })

  test('leaves one audit entry by its creator and one per requirement by the system', async () => {
    const { body } = await create({})
    const entries = await world.database.queries
      .selectFrom('audit_entries')
      .select(['auditable_type', 'action', 'actor_name', 'affected_name'])
      .where('component_id', '=', body.component.id)
      .orderBy('auditable_type')
      .orderBy('id')
      .execute()
    expect(entries).toHaveLength(4)
    expect(entries[0]).toEqual({
      auditable_type: 'BaseRule',
      action: 'create',
      actor_name: 'System',
      affected_name: 'Control PHOS-03-000001',
    })
    expect(entries[3]).toMatchObject({ auditable_type: 'Component', actor_name: owner.name })
  })
})

describe('a component is rejected', () => {
  const refusals: [string, Record<string, unknown>, string][] = [
    ['without a name', { name: undefined }, 'name'],
    ['with a blank title', { title: '  ' }, 'title'],
    ['without a hyphen in its prefix', { prefix: 'AAAA00' }, 'prefix'],
    ['with a padded prefix', { prefix: ' AA1-00' }, 'prefix'],
    ['with a line break in its prefix (C-25)', { prefix: 'AAAA-00\nx' }, 'prefix'],
    ['with a prefix of underscores', { prefix: '____-__' }, 'prefix'],
    ['without its SRG', { security_requirements_guide_id: undefined }, 'security_requirements_guide_id'],
    ['on an unknown SRG', { security_requirements_guide_id: 2147483647 }, 'security_requirements_guide_id'],
    ['with an unknown type', { document_type: 'guide' }, 'document_type'],
    ['with a version in words (C-27)', { version: 'V1R1' }, 'version'],
    ['with a reason while open', { closed_reason: 'finalized' }, 'closed_reason'],
    ['with a period that ends in year 0', { comment_period_ends_at: '0000-01-01' }, 'comment_period_ends_at'],
    [
      'with a period that ends after year 9999 in UTC',
      { comment_period_ends_at: '9999-12-31T23:59:59-14:00' },
      'comment_period_ends_at',
    ],
    [
      'with a period that ends on 30 February',
      { comment_period_ends_at: '2030-02-30 00:00:00 UTC' },
      'comment_period_ends_at',
    ],
    [
      'with a dropdown question without options (C-32)',
      { additional_questions_attributes: [{ name: 'Host', question_type: 'dropdown' }] },
      'additional_questions_attributes',
    ],
    [
      'with an unknown type of question (C-32)',
      { additional_questions_attributes: [{ name: 'Host', question_type: 'essay' }] },
      'additional_questions_attributes.0.question_type',
    ],
    ['with a name over 255 characters', { name: 'x'.repeat(256) }, 'name'],
  ]
  test.each(refusals)('a component %s is rejected', async (_, change, field) => {
    const { status, body } = await create(change)
    expect(status).toBe(422)
    expect(body.toast.variant).toBe('danger')
    expect(Object.keys(body.errors)).toEqual([field])
  })

  test('C-26: an SRG of the wrong kind in its source set is rejected, and the error names it', async () => {
    for (const change of [
      { security_requirements_guide_id: core },
      { declared_source_srg_ids: [core] },
      { document_type: 'srg' },
    ]) {
      const { status, body } = await create(change)
      expect([status, body.reason]).toEqual([422, 'component.ineligible_source'])
    }
  })

  test('a second component with the same name, version and release is rejected', async () => {
    const revision = { name: unique('Twice'), version: 1, release: 1 }
    expect((await create(revision)).status).toBe(200)
    expect((await create(revision)).body.reason).toBe('component.duplicate_revision')
    expect((await create({ ...revision, release: 2 })).status).toBe(200)
  })

  test('a request without the wrapper is rejected with 400, and only project admins may create one', async () => {
    expect((await asOwner.post(`/projects/${project.id}/components`, {})).status).toBe(400)
    expect((await create({}, await world.rest())).status).toBe(401)
    expect((await create({}, await world.rest(await world.createMember(project, 'reviewer')))).status).toBe(
      403,
    )
    const nonMember = await world.rest(await world.createUser())
    const hidden = await create({ name: 5 }, nonMember)
    const unknown = await create({}, nonMember, 2147483647)
    expect([hidden.status, hidden.text]).toEqual([404, unknown.text])
  })
})

test('GET /components lists only released components, for everyone who is signed in', async () => {
  const { body } = await create({ name: unique('Listed'), version: 1, release: 2 })
  const nonMember = await world.rest(await world.createUser())
  const readListed = async () =>
    (await nonMember.get('/components')).body.find((row: { id: number }) => row.id === body.component.id)
  expect(await readListed()).toBeUndefined()
  await world.database.queries
    .updateTable('components')
    .set({ released: true })
    .where('id', '=', body.component.id)
    .execute()
  expect(await readListed()).toMatchObject({ released: true, releasable: false, rules_count: 3, version: 1 })
})
