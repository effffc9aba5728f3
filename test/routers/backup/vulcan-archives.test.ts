import { describe, expect, test } from 'vitest'
import {
  toArchive,
  readMembers,
  type Members,
  peerArchive,
  peerReview,
  peerRule,
  sendArchive,
  writeArchive,
} from '../../support/archives.ts'
import { unique } from '../../support/factories.ts'
import type { Body } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

async function createFixture() {
  const project = await world.createProject()
  const srg = await world.createSrg()
  const rest = await world.rest(await world.createMember(project, 'admin'))
  return { project, srg, rest, path: `/projects/${project.id}/import_backup` }
}

type ArchiveWorld = Awaited<ReturnType<typeof createFixture>>

/** Imports comments on two requirements and returns the answer, and the stored comments by their text. */
async function importComments({ srg, rest, path, project }: ArchiveWorld, reviews: Members[]) {
  const rules = [peerRule(srg.srgId, 1), peerRule(srg.srgId, 2)]
  const answer = await sendArchive(rest, path, toArchive(peerArchive({ srg, rules, reviews })))
  expect(answer.status).toBe(200)
  const stored = await world.database.queries
    .selectFrom('reviews as v')
    .leftJoin('rules as r', 'r.id', 'v.rule_id')
    .leftJoin('rules as o', 'o.id', 'v.original_commentable_id')
    .select([
      'v.comment',
      'v.triage_status',
      'v.adjudicated_at',
      'v.triage_set_by_imported_name',
      'r.rule_id',
      'o.rule_id as original_rule_id',
    ])
    .where('v.project_id', '=', project.id)
    .execute()
  const byText = new Map(stored.map((review) => [review.comment, review]))
  return { ...answer, of: (id: number) => byText.get(`Comment ${id}`) }
}

const toDecided = (status: string, values: Members = {}): Members => ({
  triage_status: status,
  triage_set_by_name: 'Tri Ager',
  triage_set_at: '2026-01-02T00:00:00Z',
  adjudicated_at: '2026-01-03T00:00:00Z',
  ...values,
})

/** The folder where Vulcan's importer looks for a component of the manifest. */
function toVulcanFolder(names: string[], component: string): string {
  const start = `components/${component.replaceAll(' ', '-')}-`
  const entry = names.find((name) => name.startsWith(start))
  return /^components\/[^/]+\//.exec(entry ?? '')?.[0] ?? 'none'
}

describe('an archive for Vulcan', () => {
  test('C-85: has each component in the folder where Vulcan looks for it', async () => {
    const project = await world.createProject()
    const names = ['Web Server', 'Web', 'Web Server: TLS', 'CON', 'Web-Server  x']
    const components = []
    for (const name of names) {
      components.push(await world.createComponent(project, { name, version: 1, release: 2 }))
    }
    const bytes = await writeArchive(world, {
      projectId: project.id,
      componentIds: components.map(({ id }) => id),
    })
    const members = readMembers(bytes)
    const files = Object.keys(members)
    const listed: string[] = members['manifest.json'].components.map(({ name }: Body) => name)
    expect(listed.toSorted()).toEqual(names.toSorted())
    for (const name of names) expect(members[`${toVulcanFolder(files, name)}component.json`]?.name).toBe(name)
    expect(toVulcanFolder(files, 'Web Server')).toBe('components/Web-Server-V1R2/')
  })

  test('C-85: has guides below srgs/, where Vulcan looks for them, and can be imported here too', async () => {
    const { srg, project } = await createFixture()
    const component = await world.createComponent(project, { securityRequirementsGuideId: srg.id })
    const xml = Buffer.from('<Benchmark/>')
    await world.database.queries.insertInto('srg_documents').values({ srg_id: srg.id, xml }).execute()
    const members = readMembers(
      await writeArchive(world, { projectId: project.id, componentIds: [component.id], includeGuides: true }),
    )
    const [listed] = members['manifest.json'].srgs
    expect(listed.filename).not.toContain('/')
    expect(members[`srgs/${listed.filename}`]).toBe('<Benchmark/>')
  })
})

describe('an imported decision without a valid target', () => {
  test('C-84: becomes pending with a warning, and the other decisions are preserved', async () => {
    const fixture = await createFixture()
    const { of, body } = await importComments(fixture, [
      peerReview(1, toDecided('duplicate', { duplicate_of_external_id: 1 })),
      peerReview(2, toDecided('duplicate')),
      peerReview(3, toDecided('duplicate', { duplicate_of_external_id: 99 })),
      peerReview(4, toDecided('duplicate', { duplicate_of_external_id: 5 })),
      peerReview(5, toDecided('duplicate', { duplicate_of_external_id: 6 })),
      peerReview(6, toDecided('concur')),
      peerReview(7, toDecided('addressed_by')),
      peerReview(8, toDecided('addressed_by', { addressed_by_rule_id: '000009' })),
      peerReview(9, toDecided('addressed_by', { addressed_by_rule_id: '000002' })),
    ])
    const statuses = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => of(id)?.triage_status)
    const pending = 'pending'
    expect(statuses).toEqual([
      pending,
      pending,
      pending,
      pending,
      'duplicate',
      'concur',
      pending,
      pending,
      'addressed_by',
    ])
    expect(of(1)).toMatchObject({ adjudicated_at: null, triage_set_by_imported_name: null })
    expect(body.toast.variant).toBe('success')
    for (const row of [1, 2, 3, 4, 7, 8]) {
      expect(body.warnings.join('\n')).toMatch(new RegExp(`row ${row}: .* becomes pending`))
    }
  })

  test('C-84: becomes pending if its target is on a requirement that is not imported', async () => {
    const { srg, rest, path, project } = await createFixture()
    const rules = [peerRule(srg.srgId, 1), peerRule(srg.srgId, 2, { srg_rule_version: 'SRG-NONE' })]
    const reviews = [
      peerReview(1, toDecided('duplicate', { duplicate_of_external_id: 2 })),
      peerReview(2, { rule_id: '000002' }),
      peerReview(3, toDecided('addressed_by', { addressed_by_rule_id: '000002' })),
    ]
    const { status, body } = await sendArchive(rest, path, toArchive(peerArchive({ srg, rules, reviews })))
    expect(status).toBe(200)
    expect(body.warnings.join('\n')).toContain('2 comments became pending')
    const stored = await world.database.queries
      .selectFrom('reviews')
      .select(['comment', 'triage_status', 'adjudicated_at'])
      .where('project_id', '=', project.id)
      .orderBy('id')
      .execute()
    const open = { triage_status: 'pending', adjudicated_at: null }
    expect(stored).toEqual([
      { comment: 'Comment 1', ...open },
      { comment: 'Comment 3', ...open },
    ])
  })
})

test('C-84: replies follow a moved comment at any depth', async () => {
  const { of, body } = await importComments(await createFixture(), [
    peerReview(1, { rule_id: '000002', original_rule_id: '000001' }),
    peerReview(2, { responding_to_external_id: 1, triage_status: null }),
    peerReview(3, { responding_to_external_id: 2, triage_status: null }),
    peerReview(4, { rule_id: '000002' }),
    peerReview(5, { responding_to_external_id: 4, triage_status: null }),
  ])
  expect(of(2)).toMatchObject({ rule_id: '000002', original_rule_id: '000001' })
  expect(of(3)).toMatchObject({ rule_id: '000002', original_rule_id: '000001' })
  expect(of(5)).toBeUndefined()
  expect(body.warnings.join('\n')).toMatch(/row 5: replies to no comment/)
})

test('C-84: an unknown severity rejects the archive and names the row; info and a missing severity become medium', async () => {
  const { srg, rest, path, project } = await createFixture()
  const send = (...severities: (string | null)[]) => {
    const rules = severities.map((rule_severity, index) => peerRule(srg.srgId, index + 1, { rule_severity }))
    return sendArchive(rest, path, toArchive(peerArchive({ srg, rules })))
  }
  const rejected = await send('high', 'severe')
  expect([rejected.status, rejected.body.reason]).toEqual([422, 'archive.invalid'])
  expect(rejected.body.toast.message.join()).toContain(
    'row 2: rule_severity must be one of high, medium, low',
  )
  expect((await rest.get(`/projects/${project.id}`)).body.components).toEqual([])
  const { status, body } = await send(' High ', 'info', null)
  expect(status).toBe(200)
  expect(body.warnings.filter((warning: string) => warning.includes('becomes medium'))).toHaveLength(2)
  const stored = await world.database.queries
    .selectFrom('rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .select('r.rule_severity')
    .where('c.project_id', '=', project.id)
    .orderBy('r.rule_id')
    .execute()
  expect(stored.map((rule) => rule.rule_severity)).toEqual(['high', 'medium', 'medium'])
})

test('C-84: a manifest that names an unknown SRG is rejected, and a different known SRG is a warning', async () => {
  const { srg, rest, path, project } = await createFixture()
  const other = await world.createSrg()
  const listed = (srgId: string) =>
    toArchive(
      peerArchive({
        srg,
        manifest: { components: [{ name: 'Moved in', srg_id: srgId, srg_title: 'T', srg_version: 'V1R1' }] },
      }),
    )
  const rejected = await sendArchive(rest, path, listed(unique('Nowhere')))
  expect([rejected.status, rejected.body.reason]).toEqual([422, 'archive.guide_missing'])
  expect((await rest.get(`/projects/${project.id}`)).body.components).toEqual([])
  const { status, body } = await sendArchive(rest, path, listed(other.srgId))
  expect(status).toBe(200)
  expect(body.warnings.join('\n')).toContain(`manifest.json names ${other.srgId}`)
})

test('C-84: an import lists 500 warnings and counts the rest', async () => {
  const { srg, rest, path } = await createFixture()
  const reviews = Array.from({ length: 520 }, (_, index) => peerReview(index + 1, { rule_id: '000009' }))
  const { status, body } = await sendArchive(rest, path, toArchive(peerArchive({ srg, reviews })))
  expect(status).toBe(200)
  expect(body.warnings).toHaveLength(501)
  expect(body.warnings.at(-1)).toBe('20 more warnings are not shown.')
  expect(body.toast.variant).toBe('success')
})

test('R-50: clusters count imported comments that have not been compared yet', async () => {
  const { srg, rest, path } = await createFixture()
  const reviews = [
    peerReview(1),
    peerReview(2),
    peerReview(3, { triage_status: null, responding_to_external_id: 1 }),
  ]
  await sendArchive(rest, path, toArchive(peerArchive({ srg, reviews })))
  const component = await world.database.queries
    .selectFrom('components')
    .select('id')
    .where('security_requirements_guide_id', '=', srg.id)
    .executeTakeFirstOrThrow()
  const { body } = await rest.get(`/components/${component.id}/comment_clusters`)
  expect([body.rows, body.comments_left_out]).toEqual([[], 2])
})
