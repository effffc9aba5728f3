import { strFromU8, strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createWorkspace, getRuleAt, setRule } from '../../support/authoring.ts'
import { download } from '../../support/files.ts'
import type { Body } from '../../support/rest.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const FIRST = 'Run:\n\n$ first\n\nIf it fails, this is a finding.'
const FURTHER_CHECKS = [
  {
    system: 'http://oval',
    content_ref_name: 'oval:1',
    content_ref_href: 'a, b.xml',
    content: 'Second.\n\n[Check system: x]',
  },
  { system: 'B', content: '### Third way\n# as root' },
]

/** A component with a requirement that has three checks. */
async function createScene() {
  const workspace = await createWorkspace(world, { rules: 2 })
  const id = getRuleAt(workspace, 0)
  await setRule(world, id, { status: 'Applicable - Configurable', title: 'Log' })
  const rule = await workspace.rule(id)
  const checks_attributes = [{ id: rule.checks_attributes[0].id, content: FIRST }, ...FURTHER_CHECKS]
  const { status, body } = await workspace.as.author.patch(`/rules/${id}`, { rule: { checks_attributes } })
  expect(status, JSON.stringify(body)).toBe(200)
  const path = `/components/${workspace.component.id}`
  const exported = (type: string) => download(world, workspace.people.author, `${path}/export/${type}`)
  const send = (operation: string, name: string, bytes: Uint8Array, fields: Record<string, string> = {}) => {
    const form = createFileForm(name, bytes)
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    return workspace.as.author.post(`${path}/${operation}`, form)
  }
  const apply = (name: string, bytes: Uint8Array) =>
    workspace.as.author.patch(`${path}/apply_spreadsheet_update`, createFileForm(name, bytes))
  const checks = async (): Promise<Body[]> => (await workspace.rule(id)).checks_attributes
  return { workplace: workspace, id, exported, send, apply, checks }
}

const listOutcomes = ({ body }: { body: Body }) => body.requirements.map(({ outcome }: Body) => outcome)

test.each([
  ['csv', 'csv'],
  ['excel', 'xlsx'],
])(
  'C-76: a sheet (%s, .%s) has all checks of a requirement, and its import changes nothing',
  async (type, ending) => {
    const { exported, send, checks } = await createScene()
    const before = await checks()
    const { bytes, status } = await exported(type)
    expect(status).toBe(200)
    const { body } = await send('preview_spreadsheet_update', `a.${ending}`, bytes)
    expect(body.updated, JSON.stringify(body)).toEqual([])
    expect(await checks()).toEqual(before)
  },
)

test('C-76: an edited cell changes, adds and removes further checks as the preview shows', async () => {
  const { exported, send, apply, checks } = await createScene()
  const before = await checks()
  const text = strFromU8((await exported('csv')).bytes)
  const edited = strToU8(
    text.replace('Second.', 'Another.').replace('[Check system: B]', '[Check system: C]'),
  )
  const preview = await send('preview_spreadsheet_update', 'a.csv', edited)
  expect(preview.body.updated[0].changes.check_content.to).toContain('[Check system: C]')
  expect(await checks()).toEqual(before)
  expect((await apply('a.csv', edited)).status).toBe(200)
  const [first, second, third] = await checks()
  expect(first).toEqual(before[0])
  expect(second).toEqual({ ...before[1], content: 'Another.\n\n[Check system: x]' })
  expect(third).toEqual({ ...before[2], system: 'C' })
  const start = text.indexOf('\n\n[Check system: B]')
  const shorter = strToU8(text.slice(0, start) + text.slice(text.indexOf('# as root') + '# as root'.length))
  expect((await apply('a.csv', shorter)).status).toBe(200)
  expect(await checks()).toEqual(before.slice(0, 2))
})

test('C-76: a sheet that names only the first check preserves the further ones', async () => {
  const { exported, apply, checks } = await createScene()
  const before = await checks()
  const text = strFromU8((await exported('csv')).bytes)
  const start = text.indexOf('\n\n[Check system: http://oval')
  const bare = text.slice(0, start) + text.slice(text.indexOf('# as root') + '# as root'.length)
  expect((await apply('a.csv', strToU8(bare.replace('If it fails', 'If it works')))).status).toBe(200)
  expect(await checks()).toEqual([
    { ...before[0], content: FIRST.replace('If it fails', 'If it works') },
    ...before.slice(1),
  ])
})

test('C-76: Markdown, ReqIF and InSpec contain all checks of a requirement, and their import changes nothing', async () => {
  const { exported, send, checks } = await createScene()
  const before = await checks()
  const markdown = await exported('markdown')
  expect(markdown.entries()['requirements/ABCD-01-000001.md']).toContain('\n### [Check system: B]\n')
  expect(
    listOutcomes(await send('import_markdown', 'a.zip', markdown.bytes, { dry_run: 'false' })),
  ).not.toContain('changed')
  const reqif = await exported('reqif')
  expect(
    listOutcomes(await send('import_reqif', 'a.reqif', reqif.bytes, { dry_run: 'false' })),
  ).not.toContain('changed')
  const inspec = await exported('inspec')
  expect(inspec.entries()['controls/ABCD-01-000001.rb']).toContain('[Check system: B]')
  expect(
    listOutcomes(await send('import_inspec', 'a.zip', inspec.bytes, { dry_run: 'false' })),
  ).not.toContain('changed')
  expect(await checks()).toEqual(before)
  const files = markdown.entries()
  const edited = Object.entries(files).map(([name, text]) => [
    name,
    strToU8(text.replace('Third way', 'Third')),
  ])
  const changed = await send('import_markdown', 'a.zip', zipSync(Object.fromEntries(edited)), {
    dry_run: 'false',
  })
  expect(listOutcomes(changed)).toContain('changed')
  expect((await checks())[2]).toEqual({ ...before[2], content: '### Third\n# as root' })
})

test('C-86: a component from a sheet has the further checks of its cells', async () => {
  const { workplace, exported, checks } = await createScene()
  const before = await checks()
  const { bytes } = await exported('csv')
  const form = createFileForm('a.csv', bytes, 'component[file]')
  form.set('component[name]', 'Copy')
  form.set(
    'component[security_requirements_guide_id]',
    String(workplace.component.securityRequirementsGuideId),
  )
  const { status, body } = await workplace.as.admin.post(`/projects/${workplace.project.id}/components`, form)
  expect(status, JSON.stringify(body)).toBe(200)
  const picker = await workplace.as.admin.get(`/components/${body.component.id}/rules_picker`)
  const copy = await workplace.rule(picker.body.rules[0].id)
  const toPlain = (list: Body[]) =>
    list.map(({ system, content, content_ref_name: name }) => ({ system, content, name }))
  expect(toPlain(copy.checks_attributes).slice(1)).toEqual(toPlain(before).slice(1))
  expect(copy.checks_attributes[0].content).toBe(FIRST)
})

test('C-87: rows without STIGID are matched by all checks if several requirements have their SRG id', async () => {
  const { workplace: workspace, id, send } = await createScene()
  const other = getRuleAt(workspace, 1)
  const { checks_attributes: checks, title, version } = await workspace.rule(id)
  await setRule(world, other, { version, title, status: 'Applicable - Configurable' })
  const changed = {
    checks_attributes: [
      { id: (await workspace.rule(other)).checks_attributes[0].id, content: checks[0].content },
      { system: 'B', content: 'Another way.' },
    ],
  }
  expect((await workspace.as.author.patch(`/rules/${other}`, { rule: changed })).status).toBe(200)
  const toRow = (text: string) => `${version},"${text}"`
  const sheet = ['SRGID,Check', toRow(`${FIRST}\n\n[Check system: B]\nAnother way.`)].join('\n')
  const { body } = await send('preview_spreadsheet_update', 'a.csv', strToU8(sheet))
  expect(body.updated, JSON.stringify(body)).toEqual([])
  expect(body.unchanged).toMatchObject([{ rule_id: '000002' }])
})
