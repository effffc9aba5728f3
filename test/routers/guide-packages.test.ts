import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { unique } from '../support/factories.ts'
import { createDataStream } from '../support/packages.ts'
import type { Answer, Body, Rest } from '../support/rest.ts'
import { createFileForm } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'
import { createBenchmarkFile, createBenchmarkXml, type BenchmarkOptions } from '../support/xccdf.ts'

const world = createWorld()
const newId = (kind: 'SRG' | 'STIG') => `${unique('Pack').replace('-', '_')}_${kind}`
const createSrg = (options: BenchmarkOptions = {}) => createBenchmarkFile({ id: newId('SRG'), ...options })
const createStig = (options: BenchmarkOptions = {}) =>
  createBenchmarkFile({ id: newId('STIG'), rules: [{ version: 'ABC-1' }], ...options })

async function createAdmin(): Promise<Rest> {
  return world.rest(await world.createSystemAdmin())
}

/** Sends a package with the other fields of the form. */
function send(
  rest: Rest,
  files: Record<string, Uint8Array> | Uint8Array,
  { path = '/guides', name = 'package.zip', ...fields }: Record<string, string> = {},
): Promise<Answer> {
  const form = createFileForm(name, files instanceof Uint8Array ? files : zipSync(files))
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return rest.post(path, form)
}

const listStatuses = ({ body }: Answer) =>
  body.guides.map(({ file, kind, status }: Body) => [file, kind, status])

describe('a package of guides', () => {
  test('C-93: is imported with any folders, nested packages and file names', async () => {
    const rest = await createAdmin()
    const inner = { 'deep/x.xml.xml': createSrg(), 'x_STIG.xml': createStig() }
    const answer = await send(rest, {
      'a/U_A_Manual-xccdf.xml': createSrg(),
      'a/._U_A_Manual-xccdf.xml': Uint8Array.of(0, 5, 0x16, 7),
      'b/U_B_Manual-xccdf.xml': createStig(),
      '__MACOSX/a/._U_A_Manual-xccdf.xml': Uint8Array.of(0, 5, 0x16, 7),
      'readme.txt': Buffer.from('Read me.'),
      'c/inner.zip': zipSync({ ...inner, 'more/third.zip': zipSync({ 'd.xml': createSrg() }) }),
      'scap.xml': Buffer.from(createDataStream(createBenchmarkXml({ id: newId('SRG') }))),
    })
    expect(answer.status, answer.text).toBe(200)
    expect(listStatuses(answer)).toEqual([
      ['a/U_A_Manual-xccdf.xml', 'srg', 'created'],
      ['b/U_B_Manual-xccdf.xml', 'stig', 'created'],
      ['c/inner.zip/deep/x.xml.xml', 'srg', 'created'],
      ['c/inner.zip/x_STIG.xml', 'stig', 'created'],
      ['c/inner.zip/more/third.zip/d.xml', 'srg', 'created'],
      ['scap.xml', 'srg', 'created'],
    ])
    for (const { id, kind, benchmark_id: name } of answer.body.guides) {
      const { body } = await rest.get(`/${kind}s/${id}`)
      expect([body.srg_id ?? body.stig_id, (body.srg_rules ?? body.stig_rules).length]).toEqual([name, 1])
    }
  })

  test('C-93: a document is identified by its content even if it is named like a package', async () => {
    const rest = await createAdmin()
    for (const name of ['guide.zip', 'guide.xml ']) {
      expect(listStatuses(await send(rest, createSrg(), { name }))).toEqual([[name, 'srg', 'created']])
    }
  })

  test('C-93: nested deeper than three levels is reported as a rejected line', async () => {
    let nested = zipSync({ 'a.xml': createSrg() })
    for (const level of [4, 3, 2, 1]) nested = zipSync({ [`${level}.zip`]: nested })
    const answer = await send(await createAdmin(), { 'b.xml': createSrg(), 'deep.zip': nested })
    expect(listStatuses(answer)).toEqual([
      ['b.xml', 'srg', 'created'],
      ['deep.zip/1.zip/2.zip/3.zip', null, 'refused'],
    ])
  })

  test('C-93: a rejected member leaves nothing behind, and the other members are imported', async () => {
    const rest = await createAdmin()
    const id = newId('SRG')
    const half = createBenchmarkFile({ id, rules: [{}, { severity: 'critical' }] })
    const damaged = zipSync({ 'bad.xml': createSrg(), 'one.xml': createSrg() })
    damaged.fill(0xff, 37, 97)
    const before = (await rest.get('/srgs')).body.length
    const answer = await send(rest, {
      'half.xml': half,
      'cut.xml': createSrg().subarray(0, -20),
      'inner.zip': damaged,
      'broken.zip': Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2, 3),
      'two.xml': createSrg(),
    })
    expect(listStatuses(answer)).toEqual([
      ['half.xml', null, 'refused'],
      ['cut.xml', null, 'refused'],
      ['inner.zip/bad.xml', null, 'refused'],
      ['inner.zip/one.xml', 'srg', 'created'],
      ['broken.zip', null, 'refused'],
      ['two.xml', 'srg', 'created'],
    ])
    expect(answer.body.toast.variant).toBe('warning')
    const [first] = answer.body.guides
    expect([first.reason, first.message]).toEqual(['xccdf.rule_invalid', expect.stringContaining('critical')])
    const srgs: Body[] = (await rest.get('/srgs')).body
    expect([srgs.length, srgs.some((item) => item.srg_id === id)]).toEqual([before + 2, false])
  })

  test('C-93: uploaded to one catalog imports only the guides of that kind', async () => {
    const rest = await createAdmin()
    const files = { 'a.xml': createStig(), 'b.xml': createSrg(), 'c.xml': createSrg() }
    const toSrgs = await send(rest, files, { path: '/srgs' })
    expect(toSrgs.status).toBe(200)
    expect(listStatuses(toSrgs)).toEqual([
      ['a.xml', 'stig', 'other_kind'],
      ['b.xml', 'srg', 'created'],
      ['c.xml', 'srg', 'created'],
    ])
    expect(toSrgs.body.srg.id).toBe(toSrgs.body.guides[1].id)
    const toStigs = await send(rest, files, { path: '/stigs' })
    expect(toStigs.body).toMatchObject({
      stig: { id: toStigs.body.guides[0].id },
      guides: [{ status: 'created' }, { status: 'other_kind' }, { status: 'other_kind' }],
    })
    const none = await send(rest, { 'b.xml': createSrg() }, { path: '/stigs' })
    expect(none).toMatchObject({
      status: 422,
      body: { reason: 'xccdf.not_a_stig', guides: [{ kind: 'srg', status: 'other_kind' }] },
    })
  })

  test('C-93: a package without a guide is rejected, and the response has every line', async () => {
    const rest = await createAdmin()
    const empty = await send(rest, { 'readme.txt': Buffer.from('x') })
    expect([empty.status, empty.body.reason, empty.body.guides]).toEqual([422, 'upload.archive', []])
    const both = await send(rest, { 'a.xml': Buffer.from('<a'), 'b.xml': createSrg().subarray(0, -5) })
    expect([both.status, both.body.reason, both.body.guides.length]).toEqual([422, 'guides.none', 2])
    expect((await send(rest, Buffer.from('x'), { name: 'a.zip' })).status).toBe(422)
  })

  test('C-11, C-93: is accepted from system administrators only, who may also run the import as a job', async () => {
    const form = { 'a.xml': createSrg() }
    expect((await send(await world.rest(await world.createUser()), form)).status).toBe(403)
    expect((await send(await world.rest(), form)).status).toBe(401)
    expect((await send(await createAdmin(), form, { colour: 'red' })).body.errors).toHaveProperty('colour')
  })

  test('C-92: reports skipped members, line by line and as a total', async () => {
    const odd = createBenchmarkXml({ id: newId('SRG'), rules: [{ severity: 'info', extra: '<scored/>' }] })
    const { body } = await send(await createAdmin(), { 'a/odd.xml': Buffer.from(odd), 'b.xml': createSrg() })
    expect(body.guides[0]).toMatchObject({ status: 'created', warnings_count: 2 })
    expect(body).toMatchObject({ warnings: body.guides[0].warnings, warnings_count: 2 })
    for (const warning of body.warnings) {
      expect(warning).toEqual({
        file: 'a/odd.xml',
        line: 6,
        what: expect.any(String),
        why: expect.any(String),
      })
    }
  })

  test('C-92: lists five hundred warnings and counts the rest', async () => {
    const rules = Array.from({ length: 400 }, () => ({ severity: 'unknown' }))
    const { body } = await send(await createAdmin(), {
      'a.xml': createSrg({ rules }),
      'b.xml': createSrg({ rules }),
    })
    expect([body.warnings.length, body.warnings_count]).toEqual([500, 800])
    expect(body.guides.map(({ warnings, warnings_count: count }: Body) => [warnings.length, count])).toEqual([
      [400, 400],
      [100, 400],
    ])
  })
})

describe('a second upload of a guide with the same id and version', () => {
  const fields = { path: '/srgs', name: 'guide.xml' }

  test('C-95: reports that the guide exists if the content is equal, in any encoding', async () => {
    const rest = await createAdmin()
    const xml = createBenchmarkXml({ id: newId('SRG'), title: 'Größe' })
    const { body } = await send(rest, Buffer.from(xml), fields)
    for (const bytes of [Buffer.from(xml), Buffer.from(`\uFEFF${xml}`, 'utf16le')]) {
      const again = await send(rest, bytes, fields)
      expect([again.status, again.body.srg.id, again.body.guides[0].status]).toEqual([
        200,
        body.srg.id,
        'exists',
      ])
    }
  })

  test('C-95: is rejected if the content differs, can be tried by dry_run, and replaces the guide on request', async () => {
    const rest = await createAdmin()
    const id = newId('SRG')
    const rules = [{ version: 'A', ident: ['CCI-000366'] }, { version: 'B' }, { version: 'C' }]
    const { body: first } = await send(rest, createBenchmarkFile({ id, rules }), fields)
    const project = await world.createProject()
    const owner = await world.rest(await world.createMember(project, 'admin'))
    const { body: created } = await owner.post(`/projects/${project.id}/components`, {
      component: {
        name: 'On it',
        prefix: 'ABCD-01',
        title: 'T',
        security_requirements_guide_id: first.srg.id,
      },
    })
    const path = `/components/${created.component.id}`
    const before = (await owner.get(path)).body.rules
    const other = createBenchmarkFile({
      id,
      title: 'Again',
      rules: [
        { version: 'A', ident: ['CCI-000366'], fix: 'New fix' },
        {
          version: 'C',
          ruleId: 'SV-000003_rule',
          check: 'Check 3',
          fix: 'Fix 3',
          title: 'Requirement 3',
          vulnDiscussion: 'Discussion 3',
        },
        { version: 'D', ruleId: 'SV-9_rule' },
      ],
    })
    expect((await send(rest, other, fields)).body.reason).toBe('guide.duplicate')

    const changes = { added: ['D'], removed: ['B'], added_count: 1, removed_count: 1 }
    const trial = await send(rest, other, { ...fields, replace: 'true', dry_run: 'true' })
    expect(trial.body.guides[0]).toMatchObject({
      status: 'replaced',
      id: first.srg.id,
      changes,
      components: [{ id: created.component.id, name: 'On it', project_id: project.id }],
    })
    expect((await rest.get(`/srgs/${first.srg.id}`)).body.title).toBe('Test Guide')

    const replaced = await send(rest, other, { ...fields, replace: 'true' })
    expect(replaced.body).toMatchObject({ srg: { id: first.srg.id, title: 'Again' }, guides: [{ changes }] })
    const { body: guide } = await rest.get(`/srgs/${first.srg.id}`)
    expect(guide.srg_rules.map(({ version, fixtext }: Body) => [version, fixtext])).toEqual([
      ['A', 'New fix'],
      ['C', 'Fix 3'],
      ['D', 'Fix 3'],
    ])
    const exported = await rest.get(`/srgs/${first.srg.id}/export/xccdf`)
    expect(exported.text).toBe(Buffer.from(other).toString())

    const after = (await owner.get(path)).body
    expect(after.rules.map(({ title, fixtext }: Body) => [title, fixtext])).toEqual(
      before.map(({ title, fixtext }: Body) => [title, fixtext]),
    )
    expect(after.changed_sources).toMatchObject([{ id: first.srg.id, srg_id: id, version: 'V1R1' }])
    const header = await owner.get(`/api/components/${created.component.id}/header`)
    expect(header.body.changed_sources).toEqual(after.changed_sources)
    const again = await owner.post(`/projects/${project.id}/components`, {
      component: {
        name: 'Newer',
        prefix: 'ABCD-01',
        title: 'T',
        security_requirements_guide_id: first.srg.id,
      },
    })
    expect((await owner.get(`/components/${again.body.component.id}`)).body.changed_sources).toEqual([])
  })

  test('C-95: replaces all parts of a STIG', async () => {
    const rest = await createAdmin()
    const id = newId('STIG')
    const { body } = await send(
      rest,
      createStig({ id, rules: [{ version: 'ABC-1' }, { version: 'ABC-2' }] }),
      {
        name: 'a.xml',
      },
    )
    const other = createStig({ id, rules: [{ version: 'ABC-2', title: 'Two' }, { version: 'ABC-3' }] })
    const replaced = await send(rest, other, { replace: 'true', name: 'a.xml' })
    expect(replaced.body.guides[0]).toMatchObject({ status: 'replaced', id: body.guides[0].id })
    const { stig_rules: rules } = (await rest.get(`/stigs/${body.guides[0].id}`)).body
    expect(rules.map(({ version }: Body) => version)).toEqual(['ABC-2', 'ABC-3'])
  })

  test('C-95: a dry run with new guides stores none of them', async () => {
    const rest = await createAdmin()
    const id = newId('SRG')
    const srg = createSrg({ id })
    const files = { 'a.xml': srg, 'b.xml': createStig(), 'copy/a.xml': srg }
    const trial = await send(rest, files, { dry_run: 'true' })
    expect(trial.body.guides).toMatchObject([
      { status: 'created', id: null },
      { status: 'created', id: null },
      { status: 'exists', id: null },
    ])
    const { body } = await rest.get('/srgs')
    expect(body.some((item: Body) => item.srg_id === id)).toBe(false)
  })
})
