import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { unique } from '../support/factories.ts'
import type { Body, Rest } from '../support/rest.ts'
import { createFileForm, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'
import { createBenchmarkFile, createBenchmarkXml, type BenchmarkOptions } from '../support/xccdf.ts'

const world = createWorld()
const newId = () => unique('Line').replace('-', '_')
let admin: Rest
let user: Rest

beforeAll(async () => {
  admin = await world.rest(await world.createSystemAdmin())
  user = await world.rest(await world.createUser())
})

/** Uploads a release to a catalog; returns the line of the answer and the guide. */
async function upload(
  options: BenchmarkOptions,
  { path = '/srgs', status = 'accepted', ...fields }: Record<string, string> = {},
): Promise<Body> {
  const xml = createBenchmarkXml(options).replace('>accepted<', `>${status}<`)
  const form = createFileForm('guide.xml', Buffer.from(xml))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { body } = await admin.post(path, form)
  return { ...body.guides[0], guide: body.srg ?? body.stig }
}

const createRules = (id: string, count: number, other = 0) =>
  Array.from({ length: count }, (_, index) => ({ version: `${index < count - other ? 'X' : id}-${index}` }))

describe.each([
  ['srg', '/srgs'],
  ['stig', '/stigs'],
])('releases of one %s', (kind, path) => {
  test('C-8, C-94: keep their decimals and are sorted by them', async () => {
    const id = newId()
    for (const release of ['1.9', '1.18', '1.17', '1.2']) {
      await upload({ id, version: '4', release }, { path })
    }
    const line: Body[] = (await user.get(path)).body.filter(
      (item: Body) => (item.srg_id ?? item.stig_id) === id,
    )
    expect(line.map(({ version, is_latest: latest }) => [version, latest])).toEqual([
      ['V4R1.2', false],
      ['V4R1.9', false],
      ['V4R1.17', false],
      ['V4R1.18', true],
    ])
    expect(line[0]?.latest_available_version).toBe('V4R1.18')
    expect(line[3]?.name).toContain('Ver 4, Rel 1.18')
  })

  test('C-94: include drafts, which are marked and are the latest only without an accepted release', async () => {
    const id = newId()
    const first = await upload({ id, version: '3', release: '0.1' }, { path })
    const second = await upload({ id, version: '3', release: '0.2' }, { path })
    expect([first.draft, second.draft, second.guide.is_latest]).toEqual([true, true, true])
    await upload({ id, version: '2', release: '9' }, { path })
    const written = await upload({ id, version: '4', release: '1' }, { path, status: 'draft' })
    expect([written.draft, written.guide.draft, written.guide.is_latest]).toEqual([true, true, false])
    const latest = (await user.get(`/api${path}/latest?q=${id}`)).body.rows
    expect(latest.map(({ version, draft }: Body) => [version, draft])).toEqual([['V2R9', false]])
  })

  test('C-94: continue another line if an administrator sets that', async () => {
    const [old, fresh] = [newId(), newId()]
    const before = await upload({ id: old, version: '1', release: '5' }, { path })
    const after = await upload({ id: fresh, version: '2', release: '1' }, { path, continues: old })
    expect(after.guide.is_latest).toBe(true)
    expect((await user.get(`${path}/${before.id}`)).body).toMatchObject({
      is_latest: false,
      latest_available_id: after.id,
    })
    const latest = (await user.get(`/api${path}/latest`)).body.rows.map(({ id }: Body) => id)
    expect([latest.includes(after.id), latest.includes(before.id)]).toEqual([true, false])
    for (const name of [old, fresh]) {
      expect((await user.get(`/api${path}/latest?q=${name}`)).body.rows).toMatchObject([{ id: after.id }])
    }
    // Later releases with the new id belong to the same line.
    const next = await upload({ id: fresh, version: '2', release: '2' }, { path })
    expect((await user.get(`${path}/${before.id}`)).body.latest_available_id).toBe(next.id)
    const compared = await user.get(`/api${path}/compare?base_id=${before.id}&diff_id=${next.id}`)
    expect([compared.status, compared.body.added]).toEqual([200, {}])

    const apart = await admin.patch(`${path}/${next.id}`, { [kind]: { continues: null } })
    expect([apart.status, apart.body.is_latest]).toEqual([200, true])
    expect((await user.get(`${path}/${before.id}`)).body.is_latest).toBe(true)
    const joined = await admin.patch(`${path}/${next.id}`, { [kind]: { continues: before.id } })
    expect(joined.status).toBe(200)
    expect((await user.get(`${path}/${before.id}`)).body.latest_available_id).toBe(next.id)
  })

  test('C-94: are joined to another line by a repeated upload, and the audit trail records it once', async () => {
    const [old, fresh] = [newId(), newId()]
    await upload({ id: old, version: '1' }, { path })
    const { id } = await upload({ id: fresh, version: '2' }, { path })
    const type = kind === 'srg' ? 'SecurityRequirementsGuide' : 'Stig'
    const readLines = async () => {
      const { rows } = (await admin.get('/api/audits?action=update&per_page=100')).body
      return rows
        .filter((row: Body) => row.auditable_type === type && row.auditable_id === id)
        .map((row: Body) => row.audited_changes)
    }
    expect((await upload({ id: fresh, version: '2' }, { path, continues: old })).status).toBe('exists')
    expect(await readLines()).toEqual([[{ field: 'line', prev_value: fresh, new_value: old }]])
    await upload({ id: fresh, version: '2' }, { path, continues: old })
    expect(await readLines()).toHaveLength(1)
  })

  test('C-94: are joined to another line by a catalog id of ten digits; larger ids name no guide', async () => {
    const [old, fresh] = [newId(), newId()]
    const { id } = await upload({ id: old, version: '1' }, { path })
    const large = 1_900_000_000 + Number(id)
    const values = JSON.stringify({ id: large, [`${kind}_id`]: `${old}_L` })
    const table = sql.table(`${kind}s`)
    await sql`insert into ${table} select (jsonb_populate_record(g, ${values}::jsonb)).* from ${table} g
      where g.id = ${id}`.execute(world.database.queries)
    const { id: joined, status } = await upload(
      { id: fresh, version: '2' },
      { path, continues: String(large) },
    )
    expect(status).toBe('created')
    const { body } = await user.get(`${path}/${large}`)
    expect(body.latest_available_id).toBe(joined)
    for (const continues of ['2147483648', '9999999999', 9_999_999_999]) {
      const rejected = await admin.patch(`${path}/${joined}`, { [kind]: { continues } })
      expect([rejected.status, Object.keys(rejected.body.errors)]).toEqual([422, ['continues']])
    }
  })

  test('C-94: are joined to another line only by system administrators, and only to existing lines', async () => {
    const { id } = await upload({ id: newId() }, { path })
    const body = { [kind]: { continues: null } }
    expect((await user.patch(`${path}/${id}`, body)).status).toBe(403)
    for (const values of [body, { [kind]: {} }, { [kind]: { continues: 5 } }, {}, undefined]) {
      expect((await admin.patch(`${path}/2147483647`, values)).status).toBe(404)
    }
    const unknown = await admin.patch(`${path}/${id}`, { [kind]: { continues: 'Not_There' } })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['continues']])
    const upload422 = createFileForm('a.xml', createBenchmarkFile({ id: newId() }))
    upload422.set('continues', 'Not_There')
    const rejected = await admin.post(path, upload422)
    expect([rejected.status, Object.keys(rejected.body.errors)]).toEqual([422, ['continues']])
  })

  test('C-94: a guide that shares nine tenths of the requirements of another line is proposed as its successor', async () => {
    const [old, near, far] = [newId(), newId(), newId()]
    const listRules = (count: number, other: number, id: string) =>
      createRules(id, count, other).map(({ version }) => ({ version: `${old}-${version}` }))
    const first = await upload({ id: old, rules: listRules(10, 0, old) }, { path })
    expect(first.continues_proposal).toBeNull()
    const second = await upload({ id: near, rules: listRules(10, 1, near) }, { path })
    expect(second.continues_proposal).toMatchObject({ id: first.id, benchmark_id: old, overlap: 0.9 })
    expect((await upload({ id: far, rules: listRules(10, 3, far) }, { path })).continues_proposal).toBeNull()
    const third = await upload({ id: near, release: '2', rules: listRules(10, 1, near) }, { path })
    expect(third.continues_proposal).toBeNull()
  })

  test('C-94: no dry run proposes a guide that it created itself', async () => {
    const [stored, first, second] = [newId(), newId(), newId()]
    const rules = Array.from({ length: 10 }, (_, index) => ({ version: `${stored}-${index}` }))
    const { id } = await upload({ id: stored, rules: rules.slice(1) }, { path })
    const bytes = zipSync({
      'a.xml': createBenchmarkFile({ id: first, rules }),
      'b.xml': createBenchmarkFile({ id: second, rules }),
    })
    const send = async (dryRun: boolean): Promise<Body[]> => {
      const form = createFileForm('guides.zip', bytes)
      form.set('dry_run', String(dryRun))
      const { body } = await admin.post(path, form)
      return body.guides.map(({ continues_proposal: proposal }: Body) => proposal)
    }
    expect(await send(true)).toMatchObject([
      { id, overlap: 0.9 },
      { id, overlap: 0.9 },
    ])
    expect(await send(false)).toMatchObject([{ benchmark_id: second }, { benchmark_id: first }])
  })

  test('C-94: take the guides that continue them along to another line', async () => {
    const [old, middle, fresh] = [newId(), newId(), newId()]
    await upload({ id: middle, version: '2' }, { path })
    const { id } = await upload({ id: fresh, version: '3' }, { path, continues: middle })
    const first = await upload({ id: old, version: '1' }, { path })
    await upload({ id: middle, version: '2' }, { path, continues: old })
    expect((await user.get(`${path}/${first.id}`)).body.latest_available_id).toBe(id)
  })

  test('C-19: are compared by version', async () => {
    const id = newId()
    const base = await upload({ id, rules: [{ version: 'A' }, { version: 'B' }] }, { path })
    const diff = await upload(
      { id, release: '2', rules: [{ version: 'A', fix: 'Other' }, { version: 'D' }] },
      { path },
    )
    const { body } = await user.get(`/api${path}/compare?base_id=${base.id}&diff_id=${diff.id}`)
    expect([Object.keys(body.added), Object.keys(body.removed)]).toEqual([['D'], ['B']])
    expect(body.updated.A.changes.map(({ field }: Body) => field)).toEqual(['fix'])
    const other = await upload({ id: newId() }, { path })
    const apart = await user.get(`/api${path}/compare?base_id=${base.id}&diff_id=${other.id}`)
    expect([apart.status, apart.body.reason]).toEqual([422, 'guide.different_lines'])
    expect((await user.get(`/api${path}/compare?base_id=${base.id}&diff_id=2147483647`)).status).toBe(404)
    expect((await (await world.rest()).get(`/api${path}/compare?base_id=1&diff_id=2`)).status).toBe(401)
  })
})

test.each(['/srgs', '/stigs'])(
  'C-19, C-77: releases in %s are compared and exported as sheets with all checks of each rule',
  async (path) => {
    const id = newId()
    const send = async (release: string, second: string) => {
      const xml = createBenchmarkXml({ id, release }).replaceAll(
        '</check>',
        `</check><check system="B"><check-content>${second}</check-content></check>`,
      )
      return (await uploadGuide(admin, Buffer.from(xml), { path })).body.guides[0].id
    }
    const [base, diff] = [await send('1', 'Look at it.'), await send('2', 'Look at the log.')]
    const { body } = await user.get(`/api${path}/compare?base_id=${base}&diff_id=${diff}`)
    const [rule = {}] = Object.values<Body>(body.updated)
    expect(rule['changes'].map(({ field }: Body) => field)).toEqual(['check'])
    const checks = 'Check 1\n\n[Check system: B]\nLook at the log.'
    expect(rule['diff'].check).toBe(checks)
    expect((await user.get(`${path}/${diff}/export/csv`)).text).toContain(`"${checks}"`)
  },
)

test('C-16: include all checks, fixes and idents of each rule', async () => {
  const xml = createBenchmarkXml({ id: newId(), rules: [{ ident: ['CCI-000366'], fix: 'One.' }] })
    .replace('<fixtext', '<ident system="urn:cce">CCE-1</ident><fixtext')
    .replace('<fix id', '<fixtext fixref="F-2">Two.</fixtext><fix id')
    .replace('</check>', '</check><check system="B"><check-content>Second.</check-content></check>')
  const { body } = await uploadGuide(admin, Buffer.from(xml))
  const [rule] = (await user.get(`/srgs/${body.srg.id}`)).body.srg_rules
  expect(rule).toMatchObject({
    fixtext: 'One.\n\nTwo.',
    checks_attributes: [
      { id: rule.id, content: 'Check 1' },
      { id: rule.id, system: 'B', content: 'Second.' },
    ],
    further_idents: [{ system: 'urn:cce', ident: 'CCE-1' }],
  })
  expect(rule.fixes.map(({ text }: Body) => text)).toEqual(['One.', 'Two.'])
  const project = await world.createProject()
  const owner = await world.rest(await world.createMember(project, 'admin'))
  const { body: created } = await owner.post(`/projects/${project.id}/components`, {
    component: {
      name: 'All of it',
      prefix: 'ABCD-01',
      title: 'T',
      version: 1,
      release: 1,
      security_requirements_guide_id: body.srg.id,
    },
  })
  const path = `/components/${created.component.id}`
  const [requirement] = (await owner.get(path)).body.rules
  expect(requirement.checks_attributes.map(({ content }: Body) => content)).toEqual(['Check 1', 'Second.'])
  const added = await owner.post(`${path}/rules`, { rule: {} })
  expect(added.body.data.checks_attributes).toHaveLength(2)
  await owner.patch(`/rules/${requirement.id}`, { rule: { status: 'Applicable - Configurable' } })
  const { text } = await owner.get(`${path}/export/xccdf`)
  for (const part of ['>Second.<', 'system="urn:cce">CCE-1<', 'Two.', '>CCI-000366<']) {
    expect(text).toContain(part)
  }
})
