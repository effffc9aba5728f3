import { expect, test } from 'vitest'
import { AdditionalQuestion } from '../../../entities/additional-question.ts'
import { Component } from '../../../entities/component.ts'
import { Reaction } from '../../../entities/reaction.ts'
import { AdditionalAnswer, RuleReference } from '../../../entities/rule.ts'
import { Satisfaction } from '../../../entities/satisfaction.ts'
import { readMembers, sendArchive, writeArchive } from '../../support/archives.ts'
import { createWorkspace } from '../../support/authoring.ts'
import { unique } from '../../support/factories.ts'
import { download } from '../../support/files.ts'
import type { Body } from '../../support/rest.ts'
import { createGuideFile, uploadGuide } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

/** A component with a record of every kind that an archive contains. */
async function createFullComponent() {
  const project = await world.createProject({
    description: 'All of it',
    visibility: 'discoverable',
    metadata: { key: 'value' },
  })
  const srg = await world.createSrg()
  const [ann, ben, cora] = await Promise.all([
    world.createMember(project, 'admin'),
    world.createMember(project, 'author'),
    world.createUser(),
  ])
  const component = await world.createComponent(project, {
    securityRequirementsGuideId: srg.id,
    version: 1,
    release: 2,
    description: 'Described',
    commentPhase: 'closed',
    closedReason: 'adjudicating',
    metadata: { 'Slack Channel ID': 'C1', Notes: 'n'.repeat(5000) },
    nextMintedSequence: 3,
  })
  const parent = await world.createRule(component, {
    status: 'Applicable - Configurable',
    locked: true,
    lockedFields: { Fix: true },
  })
  const child = await world.createRule(component, {
    status: 'Applicable - Does Not Meet',
    reviewRequestorId: ben.id,
    vendorComments: '=1+1',
  })
  await world.stored((em) =>
    em.create(Satisfaction, { ruleId: child.id, satisfiedByRuleId: parent.id, componentId: component.id }),
  )
  const question = await world.stored((em) =>
    em.create(AdditionalQuestion, {
      componentId: component.id,
      name: 'Colour',
      questionType: 'dropdown',
      options: ['red', 'blue'],
    }),
  )
  await world.stored((em) =>
    em.create(AdditionalAnswer, { rule: parent.id, additionalQuestionId: question.id, answer: 'red' }),
  )
  await world.stored((em) => em.create(RuleReference, { rule: parent.id, data: { title: 'Target' } }))
  const first = await world.createReview(parent, ben, {
    section: 'fixtext',
    triageStatus: 'concur',
    triageSetById: ann.id,
    triageSetAt: new Date(),
    assigneeId: ann.id,
    dueOn: '2026-12-24',
  })
  const reply = await world.createReview(parent, ann, {
    respondingToReviewId: first.id,
    comment: 'Thanks.',
    editedAt: new Date(),
  })
  await world.createReview(parent, ben, {
    respondingToReviewId: reply.id,
    comment: 'Taken back',
    withdrawnAt: new Date(),
  })
  await world.createReview(parent, cora, {
    triageStatus: 'duplicate',
    duplicateOfReviewId: first.id,
    adjudicatedAt: new Date(),
    adjudicatedById: ann.id,
  })
  await world.createReview(child, ben, {
    triageStatus: 'addressed_by',
    addressedByRuleId: parent.id,
    adjudicatedAt: new Date(),
    originalCommentableId: parent.id,
    markers: [{ kind: 'redirect', label: 'ABCD-01-000002' }],
  })
  const general = await world.createReview(component, cora, { comment: 'On the whole' })
  await world.createReview(component, ann, { respondingToReviewId: general.id, comment: 'On that' })
  await world.createReview(child, cora, { comment: 'Copied along, never triaged', triageStatus: null })
  await world.createReview(child, ben, {
    action: 'request_review',
    comment: 'Please look',
    triageStatus: null,
  })
  await world.createReview(parent, cora, {
    userId: null,
    commenterImportedName: 'Gone',
    commenterImportedEmail: 'gone@example.org',
  })
  for (const [person, kind] of [
    [cora, 'up'],
    [ann, 'down'],
    [ben, 'up'],
  ] as const) {
    await world.stored((em) => em.create(Reaction, { reviewId: first.id, userId: person.id, kind }))
  }
  return { project, srg, component, ann }
}

/** An archive without the values that differ between services: ids, creation times, and the order by them. */
function toComparable(bytes: Uint8Array): Body {
  const { 'manifest.json': manifest, ...members } = readMembers(bytes)
  const ids = new Map<number, number>()
  const toNumber = (id: number | null): number | null => {
    if (id === null) return null
    if (!ids.has(id)) ids.set(id, ids.size + 1)
    return ids.get(id) ?? null
  }
  const renumber = (review: Body): Body => ({
    ...review,
    external_id: toNumber(review.external_id),
    responding_to_external_id: toNumber(review.responding_to_external_id),
    duplicate_of_external_id: toNumber(review.duplicate_of_external_id),
    reactions: review.reactions.map((reaction: Body) => ({ ...reaction, id: null })),
  })
  return {
    manifest: { ...manifest, exported_at: null },
    ...Object.fromEntries(
      Object.entries(members).map(([name, value]) => {
        if (name.endsWith('reviews.json')) return [name, value.map(renumber)]
        if (name.endsWith('rules.json')) {
          return [name, value.map((rule: Body) => ({ ...rule, ...pickParts(rule) }))]
        }
        if (name.endsWith('component.json')) {
          return [name, { ...value, component_reviews: value.component_reviews.map(renumber) }]
        }
        return [name, value]
      }),
    ),
  }
}

function pickParts(rule: Body): Body {
  const removeIds = (list: Body[]) => list.map((part: Body) => ({ ...part, id: null }))
  return {
    checks: removeIds(rule.checks),
    disa_rule_descriptions: removeIds(rule.disa_rule_descriptions),
    rule_descriptions: removeIds(rule.rule_descriptions),
  }
}

test('C-84, C-85, E-44: a backup is restored unchanged if a system administrator imports it and attributes people', async () => {
  const { project, component } = await createFullComponent()
  const importer = await world.createSystemAdmin()
  await world.join(importer, project, 'admin')
  const before = await writeArchive(world, { projectId: project.id, componentIds: [component.id] })
  const rest = await world.rest(importer)
  const answer = await sendArchive(rest, '/projects/create_from_backup', before, {
    include_memberships: 'true',
    attribute_to_accounts: 'true',
  })
  expect(answer.body).toMatchObject({
    warnings: [expect.stringContaining('gone@example.org'), expect.stringContaining('is already a member')],
  })
  expect(answer.status).toBe(200)
  expect(answer.body.summary).toMatchObject({
    components_imported: 1,
    rules_imported: 2,
    satisfactions_imported: 1,
    reviews_imported: 10,
    memberships_imported: 2,
    invitations_created: 0,
  })
  const copies = await world.database.orm.em.fork().find(Component, { projectId: answer.body.project.id })
  const after = await writeArchive(world, {
    projectId: answer.body.project.id,
    componentIds: copies.map(({ id }) => id),
  })
  expect(toComparable(after)).toEqual(toComparable(before))
})

test('E-44: an import by a project admin names the same people, without reactions, assignment and review request', async () => {
  const { project, component, ann } = await createFullComponent()
  const before = toComparable(
    await writeArchive(world, { projectId: project.id, componentIds: [component.id] }),
  )
  const bytes = await writeArchive(world, { projectId: project.id, componentIds: [component.id] })
  const { body } = await sendArchive(await world.rest(ann), '/projects/create_from_backup', bytes)
  expect(body.warnings).toEqual([
    expect.stringMatching(/requirement 000002 was under review; .* left out/),
    expect.stringMatching(
      /3 reactions and 1 assignment left out: people are attributed to accounts only if a system administrator asks/,
    ),
  ])
  const copies = await world.database.orm.em.fork().find(Component, { projectId: body.project.id })
  const after = toComparable(
    await writeArchive(world, { projectId: project.id, componentIds: copies.map(({ id }) => id) }),
  )
  const withoutAccounts = (review: Body) => ({
    ...review,
    reactions: [],
    assignee_email: null,
    assignee_name: null,
  })
  const lists = Object.keys(before).filter((name) => name.endsWith('reviews.json'))
  expect(lists).toHaveLength(1)
  for (const name of lists) expect(after[name]).toEqual(before[name].map(withoutAccounts))
})

test('C-85: authors can download a backup, but only project admins get addresses', async () => {
  const { project, component, ann } = await createFullComponent()
  const downloadBytes = async (path: string, user: typeof ann) => {
    const response = await world.app.request(path, { headers: { cookie: await world.createCookie(user) } })
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  const path = `/components/${component.id}/export/json_archive`
  const ofAdmin = await downloadBytes(path, ann)
  expect(Object.keys(readMembers(ofAdmin.bytes)).toSorted()).toEqual([
    'component.json',
    'manifest.json',
    'reviews.json',
    'rules.json',
    'satisfactions.json',
  ])
  expect(JSON.stringify(readMembers(ofAdmin.bytes))).toContain('@example.org')
  const author = await downloadBytes(path, await world.createMember(project, 'author'))
  expect(author.status).toBe(200)
  expect(JSON.stringify(readMembers(author.bytes))).not.toContain('@example.org')
  expect(readMembers(author.bytes)['component.json'].admin_email).toBeNull()
  expect((await downloadBytes(path, await world.createMember(project, 'viewer'))).status).toBe(403)
  const archive = await downloadBytes(
    `/projects/${project.id}/export/json_archive?include_memberships=true`,
    ann,
  )
  expect(readMembers(archive.bytes)['project.json'].memberships).toHaveLength(4)
})

/** A component whose requirement 000004 a rebase left at V1R1, while its SRG is at V2R1. */
async function createRebasedComponent(type: 'stig' | 'srg' = 'stig') {
  const line = type === 'srg' ? 'Operating_System_Core' : unique('Rebased').replace('-', '_')
  const curator = await world.rest(await world.createSystemAdmin())
  const upload = async (version: string, rules: string[]): Promise<number> => {
    const file = createGuideFile({ id: line, version, rules: rules.map((name) => ({ version: name })) })
    return (await uploadGuide(curator, file)).body.srg.id
  }
  const [old, next] = [await upload('1', ['A', 'B', 'C', 'D']), await upload('2', ['A', 'B', 'E'])]
  const workspace = await createWorkspace(world, { type, srg: old })
  if (type === 'stig') {
    await workspace.as.author.patch(`/rules/${workspace.rules[3]}`, {
      rule: { status: 'Applicable - Configurable' },
    })
  }
  const { body } = await workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
    component: {
      duplicate: true,
      id: workspace.component.id,
      name: 'Rebased',
      security_requirements_guide_id: next,
    },
  })
  const id: number = body.component.id
  await workspace.as.admin.delete(`/components/${workspace.component.id}`)
  const downloadBytes = async (path: string) => (await download(world, workspace.people.admin, path)).bytes
  return { workspace, line, old, id, curator, upload, downloadBytes }
}

/** The requirements of a component by number, each with its source rule. */
async function readSources(componentId: number): Promise<(string | null)[][]> {
  const rows = await world.database.queries
    .selectFrom('rules as r')
    .leftJoin('srg_rules as s', (join) =>
      join.on((eb) => eb('s.id', '=', eb.fn.coalesce('r.srg_rule_id', 'r.derived_from_srg_rule_id'))),
    )
    .leftJoin('srgs as g', 'g.id', 's.srg_id')
    .select(['r.rule_id', 's.version as rule', 'g.version'])
    .where('r.component_id', '=', componentId)
    .orderBy('r.rule_id')
    .execute()
  return rows.map((row) => [row.rule_id, row.rule, row.version])
}

const REBASED = [
  ['000001', 'A', 'V2R1'],
  ['000002', 'B', 'V2R1'],
  ['000004', 'D', 'V1R1'],
  ['000005', 'E', 'V2R1'],
]

test('C-84, C-85: a requirement that a rebase left on an older release is restored on that release', async () => {
  const { workspace, line, id, upload, downloadBytes } = await createRebasedComponent()
  await upload('3', ['D'])
  expect(await readSources(id)).toEqual(REBASED)
  const single = await downloadBytes(`/components/${id}/export/json_archive`)
  expect(readMembers(single)['component.json'].source_srgs).toMatchObject([{ srg_id: line, version: 'V2R1' }])
  const archive = await downloadBytes(`/projects/${workspace.project.id}/export/json_archive`)
  const admin = workspace.as.admin
  const answers = [
    await sendArchive(admin, `/projects/${workspace.project.id}/import_backup`, single, {
      component_filter: JSON.stringify({ Rebased: 'Beside it' }),
    }),
    await sendArchive(admin, '/projects/create_from_backup', archive, { project_name: unique('Anew') }),
  ]
  for (const { status, body } of answers) {
    expect([status, body.warnings]).toEqual([200, []])
    expect(body.summary.rules_imported).toBe(4)
  }
  const projects = [workspace.project.id, answers[1]?.body.project.id]
  const copies = await world.database.orm.em
    .fork()
    .find(Component, { projectId: { $in: projects }, id: { $ne: id } })
  expect(copies).toHaveLength(2)
  for (const copy of copies) expect(await readSources(copy.id)).toEqual(REBASED)
})

test('C-85: the lineage of an authored requirement is restored at the release where a rebase left it', async () => {
  const { workspace, id, downloadBytes } = await createRebasedComponent('srg')
  const before = await readSources(id)
  expect(before).toContainEqual(['000004', 'D', 'V1R1'])
  const bytes = await downloadBytes(`/components/${id}/export/json_archive`)
  const { body } = await sendArchive(workspace.as.admin, '/projects/create_from_backup', bytes, {
    project_name: unique('Anew'),
  })
  expect(body.warnings).toEqual([])
  const [copy] = await world.database.orm.em.fork().find(Component, { projectId: body.project.id })
  expect(await readSources(copy?.id ?? 0)).toEqual(before)
})

test('C-84, C-85: an archive with its guides includes every release that a requirement uses', async () => {
  const { workspace, line, old, id, curator, downloadBytes } = await createRebasedComponent()
  const bare = await downloadBytes(`/components/${id}/export/json_archive`)
  const full = await downloadBytes(`/components/${id}/export/json_archive?include_srg=true`)
  expect(readMembers(full)['manifest.json'].srgs).toMatchObject([
    { srg_id: line, version: 'V1R1' },
    { srg_id: line, version: 'V2R1' },
  ])
  await workspace.as.admin.delete(`/components/${id}`)
  expect((await curator.delete(`/srgs/${old}`)).status).toBe(200)
  const send = (bytes: Uint8Array, fields: Record<string, string> = {}, rest = workspace.as.systemAdmin) =>
    sendArchive(rest, '/projects/create_from_backup', bytes, {
      project_name: unique('Anew'),
      ...fields,
    })
  const without = await send(bare, { dry_run: 'true' })
  expect(without.body.summary.rules_imported).toBe(3)
  expect(without.body.warnings).toEqual([
    expect.stringMatching(`${line} V1R1 is not in the catalog`),
    expect.stringMatching(/requirement 000004 names no rule of the SRGs that are here and is left out/),
  ])
  const byMember = await send(full, { dry_run: 'true' }, workspace.as.admin)
  expect(byMember.body.summary.srg_details).toMatchObject([
    { version: 'V2R1', found: 'exact' },
    { version: 'V1R1', found: 'missing', used_version: null },
  ])
  expect(byMember.body.warnings[0]).toContain('Only a system administrator can add it from the archive.')
  const preview = await send(full, { dry_run: 'true' })
  expect(preview.body.summary.srg_details).toMatchObject([
    { version: 'V2R1', found: 'exact' },
    { version: 'V1R1', found: 'bundled', used_version: 'V1R1' },
  ])
  const { body } = await send(full)
  expect(body.warnings).toEqual([])
  expect(body.summary).toMatchObject({ rules_imported: 4, srgs_imported: 1 })
  const [copy] = await world.database.orm.em.fork().find(Component, { projectId: body.project.id })
  expect(await readSources(copy?.id ?? 0)).toEqual(REBASED)
})
