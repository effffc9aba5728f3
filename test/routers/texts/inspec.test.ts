import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { packTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { download } from '../../support/files.ts'
import type { Body } from '../../support/rest.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

async function createScene() {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const author = await world.createMember(project, 'author')
  const rest = await world.rest(author)
  const send = (name: string, bytes: Uint8Array, dryRun?: boolean) => {
    const form = createFileForm(name, bytes)
    if (dryRun !== undefined) form.set('dry_run', String(dryRun))
    return rest.post(`/components/${component.id}/import_inspec`, form)
  }
  const toBody = async (id: number) => (await rest.get(`/rules/${id}`)).body.inspec_control_body
  return { project, component, author, rest, send, readBody: toBody }
}

const CONTROL = `# encoding: utf-8
control "ABCD-01-000001" do
  title 'É: a text
end
of three lines'
  desc 'check', <<~TEXT
    describe nothing
  TEXT
  impact 0.5
  tag cci: ['CCI-000001'] # the last of them

  describe sshd_config do
    its('Banner') { should eq '/etc/issue' }
  end
end
`
const CODE = `describe sshd_config do\n  its('Banner') { should eq '/etc/issue' }\nend`

test('C-78: a profile sets the check bodies of the requirements that its controls name, after a dry run', async () => {
  const { component, send, readBody: toBody } = await createScene()
  const rule = await world.createRule(component)
  const locked = await world.createRule(component, { locked: true })
  const tagged = await world.createRule(component)
  const profile = zipSync({
    'base/inspec.yml': strToU8('name: base\n'),
    'base/controls/one.rb': strToU8(CONTROL),
    'base/controls/two.rb': strToU8(CONTROL.replace('000001', '000002')),
    'base/controls/three.rb': strToU8(
      "control 'SV-230221' do\n  tag 'stig_id': 'ABCD-01-000003'\n  describe(file('/x')) { it { should exist } }\nend\ncontrol 'other' do\n  only_if { true }\nend\n",
    ),
    'base/libraries/own.rb': strToU8('class Own; end'),
  })
  const preview = await send('p.zip', profile)
  expect(preview.status).toBe(200)
  expect(preview.body.requirements).toMatchObject([
    { file: 'base/controls/one.rb', line: 2, rule_id: '000001', outcome: 'changed' },
    { rule_id: '000002', outcome: 'skipped', message: 'The requirement is locked.' },
    { name: 'SV-230221', rule_id: '000003', outcome: 'changed' },
    { name: 'other', rule_id: null, outcome: 'unknown' },
  ])
  expect(preview.body.requirements[0].changes.inspec_control_body).toMatchObject({ to: CODE })
  expect(await toBody(rule.id)).toBeNull()
  expect((await send('p.zip', profile, false)).status).toBe(200)
  expect(await toBody(rule.id)).toBe(CODE)
  expect(await toBody(tagged.id)).toBe("describe(file('/x')) { it { should exist } }")
  expect(await toBody(locked.id)).toBeNull()
  const again = await send('p.zip', profile, false)
  expect(again.body.requirements.map(({ outcome }: Body) => outcome)).not.toContain('changed')
})

test('C-78: an exported profile can be imported unchanged', async () => {
  const { component, author, send, readBody: toBody } = await createScene()
  const body = 'only_if(\'x\') { true }\n\ndescribe x do\n    it { should eq "end" }\nend'
  const rule = await world.createRule(component, {
    title: "It's\nend\n#{x}",
    status: 'Applicable - Configurable',
    inspecControlBody: body,
  })
  const path = `/components/${component.id}/export/inspec?mode=working_copy`
  const profile = await download(world, author, path)
  const same = await send('p.zip', profile.bytes, false)
  expect(same.body.requirements).toMatchObject([{ outcome: 'unchanged' }])
  const files = Object.entries(profile.entries()).map(([name, text]) => ({
    header: { name, size: strToU8(text).byteLength, type: 'file' as const },
    body: text.replace('it { should eq', 'it { should_not eq'),
  }))
  const sized = files.map(({ header, body: text }) => ({
    header: { ...header, size: strToU8(text).byteLength },
    body: text,
  }))
  const gzip = createGzip()
  gzip.end(await packTar(sized))
  expect((await send('p.tar.gz', await buffer(gzip), false)).body.requirements).toMatchObject([
    { outcome: 'changed' },
  ])
  expect(await toBody(rule.id)).toBe(body.replace('should', 'should_not'))
})

test('C-51: code that is not valid Ruby can be saved, is exported as comments with a warning, and is imported unchanged', async () => {
  const { component, author, rest, send, readBody: toBody } = await createScene()
  const bodies = ['describe 1 do', 'x = <<EOS\n  a\nEOS\ndescribe x do\nend', 'describe DATA\n__END__\nx']
  const rules = []
  for (const body of bodies) {
    const rule = await world.createRule(component, { status: 'Applicable - Configurable' })
    const saved = await rest.patch(`/rules/${rule.id}`, { rule: { inspec_control_body: body } })
    expect(saved.status).toBe(200)
    rules.push(rule)
  }
  const path = `/components/${component.id}/export/inspec?mode=working_copy`
  const profile = await download(world, author, path)
  const files = profile.entries()
  expect(files['WARNINGS.txt']).toBe(
    'controls/ABCD-01-000001.rb: the InSpec code of ABCD-01-000001 is not Ruby and is written as comments.\n',
  )
  expect(files['controls/ABCD-01-000001.rb']).toContain('\n  # describe 1 do\nend\n')
  expect(files['controls/ABCD-01-000002.rb']).toContain('\nx = <<EOS\n  a\nEOS\n')
  expect(files['controls/ABCD-01-000003.rb']).toMatch(/\nend\n__END__\nx\n$/)
  const back = await send('p.zip', profile.bytes, false)
  expect(back.body.requirements.map(({ outcome }: Body) => outcome)).toEqual([
    'unchanged',
    'unchanged',
    'unchanged',
  ])
  expect(await Promise.all(rules.map(({ id }) => toBody(id)))).toEqual(bodies)
})

test('C-78: files that are not profiles are rejected by name and change nothing', async () => {
  const { project, component, send, readBody: toBody } = await createScene()
  const rule = await world.createRule(component)
  const broken = zipSync({
    'controls/a.rb': strToU8(CONTROL),
    'controls/b.rb': strToU8("control 'x' do\n  title 'never ends\n"),
  })
  const rejected = await send('p.zip', broken, false)
  expect(rejected).toMatchObject({ status: 422, body: { reason: 'texts.refused' } })
  expect(rejected.body.requirements).toMatchObject([{ outcome: 'changed' }, { outcome: 'refused' }])
  const twice = await send('a.rb', strToU8(CONTROL + CONTROL), false)
  expect(twice).toMatchObject({ status: 422, body: { requirements: [{}, { outcome: 'refused' }] } })
  const outside = await packTar([{ header: { name: '../a.rb', size: 1, type: 'file' }, body: 'x' }])
  for (const [name, bytes] of [
    ['a.rb', strToU8('x = 1')],
    ['a.rb', strToU8("control 'a' do\nend\0")],
    ['a.txt', strToU8(CONTROL)],
    ['a.tar', outside],
    ['a.tar.gz', Uint8Array.of(0x1f, 0x8b, 1, 2)],
    ['a.zip', strToU8(CONTROL)],
  ] as const) {
    const answer = await send(name, bytes, false)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain(name)
  }
  const deep = await send('deep.rb', strToU8(`${'['.repeat(200_000)}`))
  expect([200, 422]).toContain(deep.status)
  const viewer = await world.rest(await world.createMember(project, 'viewer'))
  const path = `/components/${component.id}/import_inspec`
  expect((await viewer.post(path, createFileForm('a.rb', strToU8(CONTROL)))).status).toBe(403)
  expect(await toBody(rule.id)).toBeNull()
})

test('content that does not apply to a component is rejected at once, also for a job', async () => {
  const { project, author } = await createScene()
  const rest = await world.rest(author)
  const srg = await world.createComponent(project, { documentType: 'srg' })
  const frozen = await world.createComponent(project, { commentPhase: 'closed', closedReason: 'finalized' })
  const form = createFileForm('a.rb', strToU8(CONTROL))
  form.set('dry_run', 'false')
  for (const [component, path, reason] of [
    [srg, 'import_inspec', 'inspec.kind'],
    [frozen, 'import_inspec', 'component.frozen'],
    [frozen, 'import_markdown', 'component.frozen'],
    [frozen, 'import_reqif', 'component.frozen'],
    [srg, 'apply_spreadsheet_update', 'spreadsheet.kind'],
    [frozen, 'apply_spreadsheet_update', 'component.frozen'],
  ] as const) {
    const [method, request] = path.startsWith('apply')
      ? (['PATCH', createFileForm('a.csv', strToU8('x'))] as const)
      : (['POST', form] as const)
    const ask = (headers = {}) => rest.send(method, `/components/${component.id}/${path}`, request, headers)
    const now = await ask()
    expect([now.status, now.body.reason], path).toEqual([422, reason])
    expect((await ask({ prefer: 'respond-async' })).body, path).toEqual(now.body)
  }
  expect((await rest.get('/jobs')).body.jobs).toEqual([])
})
