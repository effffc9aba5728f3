import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import {
  createImportTarget,
  toArchive,
  type Members,
  peerArchive,
  peerReview,
  peerRule,
  sendArchive,
} from '../../support/archives.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

test('only project admins import archives, and a file is required', async () => {
  const { project, srg, path, rest } = await createImportTarget(world)
  const bytes = toArchive(peerArchive({ srg }))
  const author = await world.rest(await world.createMember(project, 'author'))
  expect((await sendArchive(author, path, bytes)).status).toBe(403)
  expect((await sendArchive(await world.rest(await world.createUser()), path, bytes)).status).toBe(404)
  const empty = new FormData()
  empty.set('dry_run', 'true')
  expect((await rest.post(path, empty)).status).toBe(400)
  const form = createFileForm('backup.zip', bytes)
  form.set('component_filter', '{')
  for (const address of [path, '/projects/create_from_backup']) {
    const later = await rest.send('POST', address, form, { prefer: 'respond-async' })
    expect(later.body).toMatchObject({ status: 400, parameter: 'component_filter' })
  }
})

test('C-84: nothing of a malformed archive is imported, and the error names entry and row', async () => {
  const { srg, rest, path, project } = await createImportTarget(world)
  const good = peerArchive({ srg })
  const changeMember = (name: string, value: unknown): Members => ({ ...good, [name]: value })
  const rules = 'components/Moved in-V1R1/rules.json'
  const cases: [Uint8Array, RegExp][] = [
    [toArchive(changeMember('manifest.json', { backup_format_version: '9.9', components: [] })), /9\.9/],
    [toArchive(changeMember('manifest.json', { backup_format_version: '1.1', components: [] })), /component/],
    [toArchive(changeMember('manifest.json', { components: [{ name: 'Moved in' }] })), /format version none/],
    [
      toArchive(
        peerArchive({ srg, manifest: { components: [{ name: 'Moved in' }, { name: 'Not there' }] } }),
      ),
      /lists the component Not there/,
    ],
    [toArchive(changeMember('manifest.json', '{')), /manifest\.json/],
    [toArchive({ 'project.json': good['project.json'] }), /manifest\.json/],
    [
      toArchive(
        changeMember(rules, [peerRule(srg.srgId, 1), peerRule(srg.srgId, 2, { title: 'x'.repeat(2001) })]),
      ),
      /rules\.json, row 2: title/,
    ],
    [toArchive(changeMember(rules, { a: 1 })), /rules\.json/],
    [
      toArchive(
        changeMember(
          rules,
          Array.from({ length: 1001 }, (_, index) =>
            peerRule(srg.srgId, index + 1, { srg_rule_srg_version: `V${index}R1` }),
          ),
        ),
      ),
      /rules\.json, row 1001: .*more than 1000 releases/,
    ],
    [toArchive(changeMember('../evil.txt', 'x')), /outside/],
    [toArchive(changeMember('inner.zip', 'x')), /archive inside/],
    [toArchive(good).slice(0, 500), /damaged/],
    [zipSync({ 'manifest.json': new Uint8Array(30_000_000) }), /times as large/],
    [new Uint8Array(10), /damaged/],
  ]
  for (const [bytes, message] of cases) {
    const answer = await sendArchive(rest, path, bytes)
    expect(answer.status, message.source).toBe(422)
    expect(answer.body.toast.message.join(' ')).toMatch(message)
    expect(answer.body.warnings).toEqual(expect.any(Array))
  }
  expect((await rest.post(path, createFileForm('backup.tar', toArchive(good)))).body.reason).toBe(
    'upload.extension',
  )
  expect((await rest.get(`/projects/${project.id}`)).body.components).toEqual([])
})

test('C-84: counts of ten digits are read as numbers and as texts, and larger ones name the field', async () => {
  for (const version of [2_147_483_647, '2147483647', '1234567890']) {
    const { srg, rest, path, project } = await createImportTarget(world)
    const answer = await sendArchive(rest, path, toArchive(peerArchive({ srg, component: { version } })))
    expect(answer.status, answer.text).toBe(200)
    const stored = await world.database.queries
      .selectFrom('components')
      .select('version')
      .where('project_id', '=', project.id)
      .execute()
    expect(stored).toEqual([{ version: Number(version) }])
  }
  for (const version of [2_147_483_648, '2147483648', '99999999999', '-1', '1e3']) {
    const { srg, rest, path } = await createImportTarget(world)
    const answer = await sendArchive(rest, path, toArchive(peerArchive({ srg, component: { version } })))
    expect([answer.status, answer.text]).toEqual([
      422,
      expect.stringContaining('version must be an integer from 0 to 2147483647'),
    ])
  }
})

test('C-84: characters that cannot be stored are rejected in every field, and the error names the entry', async () => {
  const { srg, rest, path } = await createImportTarget(world)
  for (const evil of ['a\0b', 'a\ud800']) {
    const cases: [Members, RegExp][] = [
      [peerArchive({ srg, reviews: [peerReview(1, { external_id: evil })] }), /reviews\.json, row 1/],
      [
        peerArchive({
          srg,
          reviews: [peerReview(1, { markers: [{ kind: 'move', from: evil, reason: 'x' }] })],
        }),
        /reviews\.json, row 1: markers/,
      ],
      [
        peerArchive({
          srg,
          component: { additional_questions: [{ name: 'Q', question_type: 'dropdown', options: [evil] }] },
        }),
        /component\.json: additional_questions/,
      ],
    ]
    for (const [members, message] of cases) {
      const answer = await sendArchive(rest, path, toArchive(members))
      expect(answer.status, message.source).toBe(422)
      expect(answer.body.toast.message.join(' ')).toMatch(message)
    }
  }
})

test.each([
  ['a NUL in a new name', '{"Moved in":"a\\u0000b"}'],
  ['half a character in a new name', '{"Moved in":"a\\ud800b"}'],
  ['a NUL in an archived name', '{"Moved in":"","a\\u0000b":""}'],
  ['half a character in an archived name', '{"Moved in":"","a\\ud800b":""}'],
])('%s of component_filter is rejected, also in a dry run', async (_, filter) => {
  const { srg, rest, path, project } = await createImportTarget(world)
  const bytes = toArchive(peerArchive({ srg }))
  for (const address of [path, '/projects/create_from_backup']) {
    for (const dry of ['true', 'false']) {
      const answer = await sendArchive(rest, address, bytes, { component_filter: filter, dry_run: dry })
      expect(answer).toMatchObject({
        status: 422,
        body: { toast: { message: [expect.stringContaining('Component filter must')] } },
      })
    }
  }
  expect((await rest.get(`/projects/${project.id}`)).body.components).toEqual([])
})

test('C-84: a missing list of a component is reported with its entry; missing content stops the import', async () => {
  const { srg, rest, path } = await createImportTarget(world)
  const archive = peerArchive({ srg })
  const without = (...names: string[]) =>
    toArchive(Object.fromEntries(Object.entries(archive).filter(([name]) => !names.includes(name))))
  const folder = 'components/Moved in-V1R1/'
  const [links, comments] = [`${folder}satisfactions.json`, `${folder}reviews.json`]
  const both = without(links, comments)
  const toMissingEntry = (entry: string) =>
    expect.stringContaining(`Moved in: the archive has no entry ${entry};`)
  for (const dry of ['true', 'false']) {
    const answer = await sendArchive(rest, path, both, { dry_run: dry })
    expect(answer).toMatchObject({
      status: 200,
      body: { warnings: [toMissingEntry(links), toMissingEntry(comments)], toast: { variant: 'success' } },
    })
  }
  const created = await sendArchive(rest, '/projects/create_from_backup', both, { project_name: 'Beside' })
  expect(created.body.warnings).toEqual([toMissingEntry(links), toMissingEntry(comments)])
  const unwanted = { dry_run: 'true', include_reviews: 'false', component_filter: '{"Moved in":"Again"}' }
  expect((await sendArchive(rest, path, both, unwanted)).body.warnings).toEqual([toMissingEntry(links)])
  expect((await sendArchive(rest, path, toArchive(archive), unwanted)).body.warnings).toEqual([])
  for (const needed of ['component.json', 'rules.json']) {
    expect((await sendArchive(rest, path, without(folder + needed))).status).toBe(422)
  }
})

test('C-84: an unknown name in the filter is reported, and a filter without any match is rejected', async () => {
  const { srg, rest, path } = await createImportTarget(world)
  const bytes = toArchive(peerArchive({ srg }))
  const send = (filter: Record<string, string>, dry: string) =>
    sendArchive(rest, path, bytes, { component_filter: JSON.stringify(filter), dry_run: dry })
  for (const dry of ['true', 'false']) {
    const answer = await send({ 'Moved in': 'Here', Nope: 'z' }, dry)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        summary: { components_imported: 1 },
        warnings: ['component_filter names Nope, which the archive does not hold.'],
        toast: { variant: 'warning' },
      },
    })
  }
  const none = await send({ Nope: 'z' }, 'true')
  expect(none).toMatchObject({ status: 422, body: { reason: 'archive.nothing_selected', warnings: [] } })
})
