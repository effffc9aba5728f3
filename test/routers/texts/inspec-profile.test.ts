import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { download } from '../../support/files.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const STATUS = 'Applicable - Configurable'

async function createScene({ rules = 3 } = {}) {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  for (let count = 0; count < rules; count += 1) {
    await world.createRule(component, { title: 'Log', status: STATUS })
  }
  const author = await world.createMember(project, 'author')
  const rest = await world.rest(author)
  const send = (entries: Record<string, string | Uint8Array>, dryRun = false) => {
    const files = Object.entries(entries).map(([name, content]) => [
      name,
      typeof content === 'string' ? strToU8(content) : content,
    ])
    const form = createFileForm('profile.zip', zipSync(Object.fromEntries(files)))
    form.set('dry_run', String(dryRun))
    return rest.post(`/components/${component.id}/import_inspec`, form)
  }
  const exported = async (id = component.id) =>
    (await download(world, author, `/components/${id}/export/inspec`)).entries()
  return { project, component, author, rest, send, exported }
}

const name = (number: number) => `ABCD-01-00000${number}`

test('C-51: an export that is imported again changes nothing', async () => {
  const { send, exported } = await createScene()
  const before = await exported()
  const { status, body } = await send(before)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ profile_files: [], warnings: [] })
  expect(await exported()).toEqual(before)
})

test('C-51: a profile with libraries, inputs, constants, README and waivers is exported unchanged', async () => {
  const { send, exported } = await createScene()
  const files = await exported()
  const readControl = (number: number) => files[`controls/${name(number)}.rb`] ?? ''
  const withBody = (number: number, body: string) =>
    readControl(number).replace(/end\n$/, `\n  ${body}\nend\n`)
  const profile: Record<string, string> = {
    'inspec.yml': 'name: harbor\ninputs:\n  - name: limit\n    value: 3\n',
    'README.md': '# Harbor\r\n\r\nRead me.\r\n',
    'libraries/helper.rb': 'class Helper\r\n  X = 1\r\nend\r\n',
    'waivers.yml': `${name(1)}:\n  run: false\n`,
    'files/inputs.yml': 'limit: 4\n',
    '.rubocop.yml': 'AllCops: {}\n',
    'controls/constants.rb': 'LIMIT = 3\n',
    [`controls/${name(1)}.rb`]: `# encoding: UTF-8\nrequire 'json'\n\nPATHS = %w[/a /b]\n\n${withBody(1, "describe 'x' do\n  end")}\n# the end\n`,
    'controls/others.rb': `${withBody(2, 'describe LIMIT do\n  end')}\nBETWEEN = 1\n\n${readControl(3)}`,
  }
  const { status, body } = await send(profile)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.profile_files.toSorted()).toEqual(Object.keys(profile).toSorted())
  expect(body.requirements.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'changed',
    'changed',
    'unchanged',
  ])
  const after = await exported()
  expect(after).toEqual(profile)
  await send(after)
  expect(await exported()).toEqual(profile)
})

test('C-51: a folder around the profile is removed, bytes are preserved, and files outside cause a warning', async () => {
  const { component, author, send } = await createScene({ rules: 1 })
  const binary = Uint8Array.from([0, 255, 13, 10, 128])
  const { body } = await send({
    'harbor-1.0/inspec.yml': 'name: harbor\n',
    'harbor-1.0/files/a.bin': binary,
    'harbor-1.0/controls/a.rb': `control '${name(1)}' do\n  describe 1 do\n  end\nend\n`,
    'harbor-1.0/.git/config': 'x',
    'other/notes.txt': 'x',
  })
  expect(body.profile_files).toEqual(['inspec.yml', 'files/a.bin', 'controls/a.rb'])
  expect(body.warnings).toMatchObject([{ file: 'profile.zip', what: 'File other/notes.txt' }])
  const { bytes } = await download(world, author, `/components/${component.id}/export/inspec`)
  expect(Buffer.from(bytes).includes('harbor-1.0')).toBe(false)
})

test('C-51: a dry run and a file of only controls store no files, and another profile replaces all of them', async () => {
  const { send, exported } = await createScene({ rules: 1 })
  const files = await exported()
  const profile = { ...files, 'README.md': 'first' }
  expect((await send(profile, true)).body.profile_files).toEqual(['README.md'])
  expect(await exported()).toEqual(files)
  await send(profile)
  expect(
    (await send({ [`controls/${name(1)}.rb`]: files[`controls/${name(1)}.rb`] ?? '' })).body.profile_files,
  ).toEqual([])
  expect(await exported()).toEqual(profile)
  await send({ ...files, 'CHANGELOG.md': 'second' })
  expect(await exported()).toEqual({ ...files, 'CHANGELOG.md': 'second' })
})

test('C-51: a control that names no requirement is exported unchanged, and one that is not exported is omitted', async () => {
  const { component, rest, send, exported } = await createScene({ rules: 2 })
  const files = await exported()
  const unknown = `control 'elsewhere-1' do\n  describe 'x' do\n  end\nend\n`
  const file = `${files[`controls/${name(1)}.rb`]}\n${unknown}`
  const expectedFiles: Record<string, string> = { ...files, 'controls/all.rb': file }
  delete expectedFiles[`controls/${name(1)}.rb`]
  const outcomes = (await send(expectedFiles)).body.requirements.map(
    ({ outcome }: { outcome: string }) => outcome,
  )
  expect(outcomes.toSorted()).toEqual(['unchanged', 'unchanged', 'unknown'])
  expect((await exported())['controls/all.rb']).toBe(file)
  const { body } = await rest.get(`/components/${component.id}`)
  const first = body.rules.find(({ rule_id: number }: { rule_id: string }) => number === '000001')
  await rest.patch(`/rules/${first.id}`, {
    rule: { status: 'Not Applicable', status_justification: 'None.' },
  })
  expect(Object.keys(await exported())).toEqual(['inspec.yml', `controls/${name(2)}.rb`])
})

test('C-51: data behind __END__ remains behind the code around its control', async () => {
  const { send, exported } = await createScene({ rules: 1 })
  const files = await exported()
  const path = `controls/${name(1)}.rb`
  const control = files[path]?.replace(/end\n$/, '\n  describe DATA.read do\n  end\nend\n') ?? ''
  const file = `require 'json'\n\n${control}\n# after\n__END__\n  data\nend\n`
  expect((await send({ ...files, [path]: file })).body.profile_files).toEqual([path])
  expect((await exported())[path]).toBe(file)
})

test('C-51: WARNINGS.txt names the imported file of a control whose code is not Ruby', async () => {
  const { component, rest, send, exported } = await createScene()
  const files = await exported()
  const control = (number: number) => files[`controls/${name(number)}.rb`] ?? ''
  const { status } = await send({
    'inspec.yml': 'name: harbor\n',
    'controls/web/all.rb': `${control(1)}\n${control(2)}`,
  })
  expect(status).toBe(200)
  const { body } = await rest.get(`/components/${component.id}`)
  for (const { id, rule_id: number } of body.rules) {
    if (number === '000001') continue
    expect(
      (await rest.patch(`/rules/${id}`, { rule: { inspec_control_body: 'describe 1 do' } })).status,
    ).toBe(200)
  }
  const after = await exported()
  expect(Object.keys(after).toSorted()).toEqual([
    'WARNINGS.txt',
    `controls/${name(3)}.rb`,
    'controls/web/all.rb',
    'inspec.yml',
  ])
  expect(after['WARNINGS.txt']).toBe(
    `controls/web/all.rb: the InSpec code of ${name(2)} is not Ruby and is written as comments.\n` +
      `controls/${name(3)}.rb: the InSpec code of ${name(3)} is not Ruby and is written as comments.\n`,
  )
})

test('C-51: a copy of a component has the files of its profile', async () => {
  const { project, component, send, exported } = await createScene({ rules: 1 })
  const profile = { ...(await exported()), 'README.md': 'Copy me.' }
  await send(profile)
  const admin = await world.rest(await world.createMember(project, 'admin'))
  const { body, status } = await admin.post(`/projects/${project.id}/components`, {
    component: { id: component.id, duplicate: true, version: 7, release: 7 },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const { body: projectBody } = await admin.get(`/projects/${project.id}`)
  const copy = projectBody.components.find(({ id }: { id: number }) => id !== component.id)
  expect((await exported(copy.id))['README.md']).toBe('Copy me.')
})

test('C-51: a viewer cannot import a profile, and nothing is stored', async () => {
  const { project, component, exported } = await createScene({ rules: 1 })
  const exportedFiles = await exported()
  const viewer = await world.rest(await world.createMember(project, 'viewer'))
  const files = Object.entries({ ...exportedFiles, 'README.md': 'x' }).map(([path, text]) => [
    path,
    strToU8(text),
  ])
  const form = createFileForm('profile.zip', zipSync(Object.fromEntries(files)))
  form.set('dry_run', 'false')
  expect((await viewer.post(`/components/${component.id}/import_inspec`, form)).status).toBe(403)
  expect(await exported()).toEqual(exportedFiles)
})

test('C-85: a backup contains the files of a profile, and its import stores them again', async () => {
  const { project, component, author, send, exported } = await createScene()
  const files = await exported()
  const profile = {
    'inspec.yml': 'name: harbor\n',
    'README.md': '# Harbor\r\n',
    'files/empty.txt': '',
    'libraries/helper.rb': 'class Helper\nend\n',
    'controls/all.rb': `require 'json'\n\n${files[`controls/${name(1)}.rb`]}\nLIMIT = 1\n${files[`controls/${name(2)}.rb`]}`,
  }
  const imported = await send(profile)
  expect(imported.status, JSON.stringify(imported.body)).toBe(200)
  const before = await exported()
  const admin = await world.createSystemAdmin()
  const path = `/components/${component.id}/export/json_archive?include_srg=true`
  const { bytes, entries } = await download(world, author, path)
  expect(JSON.parse(entries()['inspec_profile_files.json'] ?? '')).toHaveLength(5)
  const other = await world.createProject()
  const rest = await world.rest(admin)
  const restored = await rest.post(`/projects/${other.id}/import_backup`, createFileForm('backup.zip', bytes))
  expect(restored.status, JSON.stringify(restored.body)).toBe(200)
  const { body } = await rest.get(`/projects/${other.id}`)
  const { bytes: copy } = await download(world, admin, `/components/${body.components[0].id}/export/inspec`)
  expect(
    Object.fromEntries(Object.entries(unzipSync(copy)).map(([file, text]) => [file, strFromU8(text)])),
  ).toEqual(before)
  expect(project.id).not.toBe(other.id)
})

test('C-85: an archive with a malformed file of a profile is rejected', async () => {
  const { component, author } = await createScene({ rules: 1 })
  const { bytes } = await download(world, author, `/components/${component.id}/export/json_archive`)
  const other = await world.createProject()
  const rest = await world.rest(await world.createSystemAdmin())
  for (const file of [
    { path: 'a', content: '*' },
    { path: '', content: '' },
    { path: 'a', parts: [{ rule: 'x' }] },
  ]) {
    const broken = zipSync({
      ...unzipSync(bytes),
      'inspec_profile_files.json': strToU8(JSON.stringify([file])),
    })
    const { status, body } = await rest.post(
      `/projects/${other.id}/import_backup`,
      createFileForm('backup.zip', broken),
    )
    expect([status, body.reason]).toEqual([422, 'archive.invalid'])
    expect(JSON.stringify(body)).toContain('inspec_profile_files.json, row 1')
  }
})
