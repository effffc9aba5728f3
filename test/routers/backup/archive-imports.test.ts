import { expect, test } from 'vitest'
import {
  createImportTarget,
  toArchive,
  peerArchive,
  peerReview,
  peerRule,
  sendArchive,
} from '../../support/archives.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

test('C-84: an archive of Vulcan is imported completely, and each row without a match is reported', async () => {
  const { srg, admin, rest, path } = await createImportTarget(world)
  const reviews = [
    peerReview(10, {
      triage_status: 'concur',
      triage_set_by_email: admin.email,
      triage_set_at: '2026-01-02T00:00:00Z',
    }),
    peerReview(11, {
      responding_to_external_id: 10,
      user_email: admin.email,
      user_name: admin.name,
      triage_status: null,
    }),
    peerReview(12, { rule_id: '000009' }),
    peerReview(13, { responding_to_external_id: 12 }),
    peerReview(14, { rule_id: null, section: 'fixtext' }),
  ]
  const rules = [
    peerRule(srg.srgId, 1),
    peerRule(srg.srgId, 2),
    peerRule(srg.srgId, 3, { srg_rule_version: 'SRG-NONE' }),
  ]
  const satisfactions = [{ rule_id: '000002', satisfied_by_rule_id: '000001' }]
  const project = { memberships: [{ email: 'nobody@elsewhere.example', name: 'Nobody', role: 'author' }] }
  const bytes = toArchive(peerArchive({ srg, rules, reviews, satisfactions, project }))
  const answer = await sendArchive(rest, path, bytes, { include_memberships: 'true' })
  expect(answer.status).toBe(200)
  expect(answer.body.summary).toMatchObject({
    components_imported: 1,
    rules_imported: 2,
    satisfactions_imported: 1,
    reviews_imported: 3,
    memberships_imported: 0,
    invitations_created: 1,
  })
  expect(answer.body.warnings.join('\n')).toMatch(/row 3: is on requirement 000009/)
  expect(answer.body.warnings.join('\n')).toMatch(/row 4: .*left out/)
  expect(answer.body.warnings.join('\n')).toMatch(/requirement 000003 names no rule/)
  expect(answer.body.warnings.join('\n')).not.toContain('nobody@elsewhere.example')
})

test('C-84: a rule that is not in the archive’s SRG is taken from another release, the same or the newest', async () => {
  const { srg, rest, path, project } = await createImportTarget(world)
  const release = (major: number, rules: number) =>
    world.createSrg({ srgId: srg.srgId, version: `V${major}R1`, versionMajor: major, rules })
  const second = await release(2, 5)
  await release(10, 4)
  await release(11, 3)
  const rules = [3, 4, 5, 6].map((number) => peerRule(srg.srgId, number))
  const exact = { srg_rule_version: 'SRG-APP-000004', srg_rule_rule_id: `SV-${second.id}004r1_rule` }
  rules.push(peerRule(srg.srgId, 7, exact))
  const answer = await sendArchive(rest, path, toArchive(peerArchive({ srg, rules })))
  expect(answer.body.summary.rules_imported).toBe(4)
  expect(answer.body.warnings).toEqual([
    expect.stringMatching(`requirement 000004 .* linked to that of ${srg.srgId} V10R1`),
    expect.stringMatching(`requirement 000005 .* linked to that of ${srg.srgId} V2R1`),
    expect.stringMatching(/requirement 000006 names no rule of the SRGs that are here and is left out/),
    expect.stringMatching(`requirement 000007 .* linked to that of ${srg.srgId} V2R1`),
  ])
  const [creation] = (await rest.get(`/projects/${project.id}`)).body.components
  const links = await world.database.queries
    .selectFrom('rules as r')
    .innerJoin('srg_rules as s', 's.id', 'r.srg_rule_id')
    .innerJoin('srgs as g', 'g.id', 's.srg_id')
    .select(['r.rule_id', 's.version as rule', 'g.version'])
    .where('r.component_id', '=', creation.id)
    .orderBy('r.rule_id')
    .execute()
  expect(links).toEqual([
    { rule_id: '000003', rule: 'SRG-APP-000003', version: 'V1R1' },
    { rule_id: '000004', rule: 'SRG-APP-000004', version: 'V10R1' },
    { rule_id: '000005', rule: 'SRG-APP-000005', version: 'V2R1' },
    { rule_id: '000007', rule: 'SRG-APP-000004', version: 'V2R1' },
  ])
})

test('a dry run reports the result of an import and stores nothing, and a name in use stops an import', async () => {
  const { srg, rest, path, project } = await createImportTarget(world)
  const bytes = toArchive(peerArchive({ srg, reviews: [peerReview(1)] }))
  const preview = await sendArchive(rest, path, bytes, { dry_run: 'true' })
  expect(preview.body).toMatchObject({
    summary: {
      dry_run: true,
      components_imported: 1,
      component_details: [{ name: 'Moved in', rule_count: 1, conflict: false }],
    },
  })
  expect((await rest.get(`/projects/${project.id}`)).body.components).toEqual([])
  expect((await sendArchive(rest, path, bytes)).status).toBe(200)
  const again = await sendArchive(rest, path, bytes)
  expect(again).toMatchObject({
    status: 422,
    body: { reason: 'component.duplicate_revision', warnings: expect.any(Array), toast: expect.anything() },
  })
  const renamed = await sendArchive(rest, path, bytes, {
    component_filter: JSON.stringify({ 'Moved in': 'Under another name' }),
  })
  expect(renamed.body.summary.components_imported).toBe(1)
  expect(
    (await sendArchive(rest, path, bytes, { dry_run: 'true' })).body.summary.component_details,
  ).toMatchObject([{ conflict: true }])
  expect((await sendArchive(rest, path, bytes, { component_filter: '{' })).status).toBe(400)
})

test('C-84: an answer that must be a web address but is not one is skipped, and its row is reported', async () => {
  const { srg, rest, path, project } = await createImportTarget(world)
  const answered = (answer: string) => ({
    additional_answers: [
      { question_name: 'Source', answer },
      { question_name: 'Remark', answer },
    ],
  })
  const rules = [
    peerRule(srg.srgId, 1, answered('https://example.org/a')),
    peerRule(srg.srgId, 2, answered('javascript:alert(1)')),
    peerRule(srg.srgId, 3, answered('')),
  ]
  const component = {
    additional_questions: [
      { name: 'Source', question_type: 'url', options: [] },
      { name: 'Remark', question_type: 'freeform', options: [] },
    ],
  }
  const answer = await sendArchive(rest, path, toArchive(peerArchive({ srg, rules, component })))
  expect(answer.body.warnings).toEqual([
    expect.stringMatching(
      /rules\.json, row 2: the answer to Source is not an http or https address.*javascript/,
    ),
  ])
  const [creation] = (await rest.get(`/projects/${project.id}`)).body.components
  const { rules: stored } = (await rest.get(`/components/${creation.id}`)).body
  const answers = await Promise.all(
    stored.map(
      async ({ id }: { id: number }) => (await rest.get(`/rules/${id}`)).body.additional_answers_attributes,
    ),
  )
  expect(answers.map((list) => list.map(({ answer: text }: { answer: string }) => text).toSorted())).toEqual([
    ['https://example.org/a', 'https://example.org/a'],
    ['javascript:alert(1)'],
    ['', ''],
  ])
})

test('only archives of version 1.0 may use a core SRG', async () => {
  const { rest, path } = await createImportTarget(world)
  const srg = await world.createSrg({ core: true })
  expect((await sendArchive(rest, path, toArchive(peerArchive({ srg })))).body.reason).toBe(
    'component.ineligible_source',
  )
  expect((await sendArchive(rest, path, toArchive(peerArchive({ srg, version: '1.0' })))).status).toBe(200)
})

test.each([
  [null, null, 'open', null],
  ['draft', null, 'open', null],
  ['open', null, 'open', null],
  ['adjudication', null, 'closed', 'adjudicating'],
  ['final', null, 'closed', 'finalized'],
  ['closed', 'adjudicating', 'closed', 'adjudicating'],
  ['open', 'finalized', 'open', null],
])(
  'C-84: the phase %s with reason %s is imported as %s with %s',
  async (was, closedReason, phase, reason) => {
    const { srg, rest, path, project } = await createImportTarget(world)
    const component = { comment_phase: was, closed_reason: closedReason }
    expect((await sendArchive(rest, path, toArchive(peerArchive({ srg, component })))).status).toBe(200)
    const [creation] = (await rest.get(`/projects/${project.id}`)).body.components
    const { body } = await rest.get(`/components/${creation.id}`)
    expect([body.comment_phase, body.closed_reason]).toEqual([phase, reason])
  },
)

test('a project is created from an archive, with messages in the language of the reader', async () => {
  const { srg } = await createImportTarget(world)
  const rest = await world.rest(await world.createUser())
  const bytes = toArchive(peerArchive({ srg }))
  const preview = await sendArchive(rest, '/projects/create_from_backup', bytes, { dry_run: 'true' })
  expect(preview.body.project_defaults).toEqual({
    name: 'Project of Moved in',
    description: 'It was elsewhere.',
    visibility: 'hidden',
  })
  const creation = await sendArchive(rest, '/projects/create_from_backup', bytes, {
    project_name: 'Mine',
    project_visibility: 'discoverable',
  })
  expect(creation).toMatchObject({
    status: 200,
    body: {
      project: { name: 'Mine', visibility: 'discoverable' },
      redirect_url: expect.any(String),
      toast: expect.anything(),
    },
  })
  expect((await sendArchive(rest, '/projects/create_from_backup', bytes, { project_name: ' ' })).status).toBe(
    422,
  )
})

test('C-84: metadata is imported up to the size limit of the record, and values that are not text are reported', async () => {
  const { srg, rest, path, project } = await createImportTarget(world)
  const members = peerArchive({
    srg,
    component: { metadata: { Notes: 'n'.repeat(10_000), Count: 3, Nested: { a: 'b' }, Evil: 'a\0b' } },
    project: { metadata: { Long: 'l'.repeat(1001), Kept: 'yes' } },
  })
  const { status, body } = await sendArchive(rest, path, toArchive(members))
  expect(status).toBe(200)
  expect(body.warnings).toEqual([
    expect.stringMatching(/^project\.json: .*Long.*left out/),
    expect.stringMatching(/component\.json: .*Nested.*left out/),
    expect.stringMatching(/component\.json: .*Evil.*left out/),
  ])
  const shown = (await rest.get(`/projects/${project.id}`)).body
  expect(shown.metadata).toMatchObject({ Kept: 'yes' })
  const component = (await rest.get(`/components/${shown.components[0].id}`)).body
  expect(component.metadata).toEqual({ Notes: 'n'.repeat(10_000), Count: '3' })
})

test('C-84: a component whose name contains a slash is imported from the folders that Vulcan creates', async () => {
  const { srg, rest, path } = await createImportTarget(world)
  const answer = await sendArchive(rest, path, toArchive(peerArchive({ srg, name: 'AIX/VIOS' })))
  expect(answer.body.summary).toMatchObject({
    components_imported: 1,
    component_details: [{ name: 'AIX/VIOS' }],
  })
})

test('C-84: a requirement without a status is undetermined, and a member without a role is reported', async () => {
  const { srg, rest, path, project, admin } = await createImportTarget(world)
  const { status: _, ...bare } = peerRule(srg.srgId, 1)
  const memberships = [{ email: admin.email, name: admin.name, role: null }, { email: admin.email }]
  const members = peerArchive({ srg, rules: [bare], project: { memberships } })
  const { body } = await sendArchive(rest, path, toArchive(members), { include_memberships: 'true' })
  expect(body.warnings).toEqual([
    expect.stringMatching(/memberships, row 1: .*no role/),
    expect.stringMatching(/memberships, row 2: .*no role/),
  ])
  const [creation] = (await rest.get(`/projects/${project.id}`)).body.components
  const { rules } = (await rest.get(`/components/${creation.id}`)).body
  expect(rules).toMatchObject([{ status: 'Not Yet Determined' }])
})

test('C-84: untriaged comments are imported as untriaged, and those of older archives are pending', async () => {
  const { srg, rest, path, project } = await createImportTarget(world)
  const { triage_status: _, ...older } = peerReview(2)
  const reviews = [peerReview(1, { triage_status: null }), older]
  expect((await sendArchive(rest, path, toArchive(peerArchive({ srg, reviews })))).status).toBe(200)
  const { rows } = (await rest.get(`/projects/${project.id}/comments?triage_status=all`)).body
  const statuses = rows.map(({ triage_status: status }: { triage_status: string | null }) => status)
  expect(statuses).toHaveLength(2)
  expect(statuses).toEqual(expect.arrayContaining([null, 'pending']))
})

test('C-84: with a filter, a dry run counts exactly what the import then does', async () => {
  const { srg, rest, path } = await createImportTarget(world)
  const [archive, other] = [peerArchive({ srg }), peerArchive({ srg, name: 'Another' })]
  expect((await sendArchive(rest, path, toArchive(archive))).status).toBe(200)
  const listed = [archive, other].map(
    (item) => JSON.parse(JSON.stringify(item['manifest.json'])).components[0],
  )
  const manifest = JSON.parse(JSON.stringify(archive['manifest.json']))
  const both = toArchive({ ...other, ...archive, 'manifest.json': { ...manifest, components: listed } })
  const wishes = { component_filter: JSON.stringify({ 'Moved in': '', Another: '' }) }
  const preview = await sendArchive(rest, path, both, { ...wishes, dry_run: 'true' })
  const done = await sendArchive(rest, path, both, wishes)
  expect(done.body.summary).toMatchObject({ components_imported: 1, rules_imported: 1 })
  expect(preview.body.summary).toMatchObject(done.body.summary)
})

test('C-84: an archive that was unpacked and repacked inside its folder is imported', async () => {
  const { srg, rest, path } = await createImportTarget(world)
  const packed = Object.entries(peerArchive({ srg })).map(
    ([name, member]) => [`backup/${name}`, member] as const,
  )
  const answer = await sendArchive(rest, path, toArchive(Object.fromEntries(packed)))
  expect(answer).toMatchObject({ status: 200, body: { summary: { components_imported: 1 }, warnings: [] } })
})
