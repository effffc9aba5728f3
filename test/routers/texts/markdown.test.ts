import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Rule } from '../../../entities/rule.ts'
import { download } from '../../support/files.ts'
import type { Body } from '../../support/rest.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const TRAP = 'First line\n## Fix <!-- fixtext -->\n\\## Fix <!-- fixtext -->\n\n---\n<b>\tend'

async function createScene(values: Partial<Pick<Rule, 'fixtext' | 'inspecControlBody'>> = {}) {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const rule = await world.createRule(component, {
    title: 'Must "log"',
    fixtext: TRAP,
    status: 'Applicable - Configurable',
    ...values,
  })
  const locked = await world.createRule(component, {
    title: 'Locked',
    status: 'Applicable - Configurable',
    locked: true,
  })
  const author = await world.createMember(project, 'author')
  const rest = await world.rest(author)
  const folder = (await download(world, author, `/components/${component.id}/export/markdown`)).entries()
  const send = (entries: Record<string, string>, dryRun?: boolean) => {
    const bytes = zipSync(
      Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])),
    )
    const form = createFileForm('folder.zip', bytes)
    if (dryRun !== undefined) form.set('dry_run', String(dryRun))
    return rest.post(`/components/${component.id}/import_markdown`, form)
  }
  const stored = async (): Promise<Body> => (await rest.get(`/rules/${rule.id}`)).body
  return { project, component, rule, locked, rest, folder, send, stored }
}

const FIRST = 'requirements/ABCD-01-000001.md'

test('C-78: a folder is imported unchanged, and with its changes after a dry run', async () => {
  const { folder, send, stored } = await createScene()
  const same = await send(folder, false)
  expect(same.body.requirements.map(({ outcome }: Body) => outcome)).toEqual(['unchanged', 'unchanged'])
  const edited = Object.fromEntries(
    Object.entries(folder).map(([name, text]) => [name, text.replace('Must "log"', 'Must log\neverything')]),
  )
  expect((await send(edited)).body.requirements[0].changes.title).toEqual({
    from: 'Must "log"',
    to: 'Must log\neverything',
  })
  expect(await stored()).toMatchObject({ title: 'Must "log"', fixtext: TRAP })
  const plain = { ...folder, [FIRST]: folder[FIRST]?.replace('Must "log"', 'Must log') ?? '' }
  expect((await send(plain, false)).status).toBe(200)
  expect(await stored()).toMatchObject({ title: 'Must log', fixtext: TRAP })
})

test('C-78: blanks at line ends that an editor removes change code, but no other text', async () => {
  const { folder, send } = await createScene({
    fixtext: 'First line  \nsecond\t\n \nthird',
    inspecControlBody: "describe file('/etc/x') do  \nend",
  })
  const trimLines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
  const edited = await send({ [FIRST]: trimLines(folder[FIRST] ?? '') })
  expect(edited.body.requirements).toMatchObject([{ outcome: 'changed' }])
  expect(Object.keys(edited.body.requirements[0].changes)).toEqual(['inspec_control_body'])
})

test('C-78: locked and unknown requirements are not changed, and are reported', async () => {
  const { folder, send } = await createScene()
  const name = 'requirements/ABCD-01-000002.md'
  const edited = {
    [name]: folder[name]?.replace('Locked\n', 'Open\n') ?? '',
    'requirements/WXYZ-01-000001.md': folder[FIRST]?.replace('ABCD-01', 'WXYZ-01') ?? '',
  }
  expect((await send(edited, false)).body.requirements).toMatchObject([
    { outcome: 'skipped', message: 'The requirement is locked.' },
    { outcome: 'unknown' },
  ])
})

test.each([
  ['cci', '"CCI-000366\\u0000"'],
  ['cci', '"CCI-000366\\ud800"'],
  ['status', '"a\\u0000b"'],
  ['id', '"ABCD-01-000001\\u0000"'],
])(
  'C-78: %s written as %s is rejected, also in a dry run, and reported without the characters',
  async (fact, value) => {
    const { folder, send, stored } = await createScene()
    const text = (folder[FIRST] ?? '').split('\n').filter((line) => !line.startsWith(`${fact}:`))
    const bad = ['---', `${fact}: ${value}`, ...text.slice(1)].join('\n')
    const rejected = [{ outcome: 'refused', changes: {}, message: expect.stringMatching(/must/) }]
    expect((await send({ [FIRST]: bad })).body.requirements).toMatchObject(rejected)
    const { status, body } = await send({ [FIRST]: bad }, false)
    expect({ status, body }).toMatchObject({ status: 422, body: { requirements: rejected } })
    expect(JSON.stringify(body)).not.toMatch(/\\u0000|\\ud800/)
    expect((await stored()).ident).toBeNull()
  },
)

test('C-78: an unreadable file is reported with its line, and nothing is imported', async () => {
  const { project, component, folder, send, stored } = await createScene()
  const changed = folder[FIRST]?.replace('Must "log"', 'Other') ?? ''
  for (const [bad, line] of [
    ['no front matter', 1],
    ['---\nid: "ABCD-01-000002"\n', 1],
    ['---\nid: "ABCD-01-000002"\n---\n\n## X <!-- nonsense -->\n\ntext\n', 5],
    ['---\nid: "ABCD-01-000002"\nid: "x"\n---\n', 3],
    ['---\nid: 7\n---\n', 1],
  ] as const) {
    const answer = await send({ [FIRST]: changed, 'requirements/bad.md': bad }, false)
    expect(answer).toMatchObject({ status: 422, body: { reason: 'texts.refused' } })
    expect(answer.body.requirements[1]).toMatchObject({
      file: 'requirements/bad.md',
      outcome: 'refused',
      line,
    })
  }
  expect((await send({ 'README.md': 'x' })).body.reason).toBe('markdown.no_requirements')
  const huge = await send({ [FIRST]: `${changed}\n${'x'.repeat(100_000)}` }, false)
  expect(huge.status).toBe(422)
  expect(await stored()).toMatchObject({ title: 'Must "log"' })
  const viewer = await world.rest(await world.createMember(project, 'viewer'))
  const path = `/components/${component.id}/import_markdown`
  expect((await viewer.post(path, createFileForm('a.md', strToU8(changed)))).status).toBe(403)
})
