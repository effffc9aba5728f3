import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { download } from '../../support/files.ts'
import { createFileForm, uploadGuide } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

async function createScene() {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const admin = await world.createMember(project, 'admin')
  const rest = await world.rest(admin)
  const send = (text: string, fields: Record<string, string> = {}) => {
    const form = createFileForm('a.reqif', strToU8(text))
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    return rest.post(`/components/${component.id}/import_reqif`, form)
  }
  const rules = async () => (await rest.get(`/components/${component.id}`)).body.rules
  const rule = async (id: number) => (await rest.get(`/rules/${id}`)).body
  const exported = async () => (await download(world, admin, `/components/${component.id}/export/reqif`)).text
  return { project, component, admin, rest, send, rules, rule, exported }
}

const CONFIGURABLE = 'Applicable - Configurable'
const REAL = { create: 'true', dry_run: 'false' }

/** A document of another tool. `types` are attribute definitions, `objects` the content of SPEC-OBJECTS. */
function createDocument(types: string, objects: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<CORE-CONTENT><REQ-IF-CONTENT><SPEC-TYPES><SPEC-OBJECT-TYPE IDENTIFIER="t"><SPEC-ATTRIBUTES>${types}</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE></SPEC-TYPES>
<SPEC-OBJECTS>${objects}</SPEC-OBJECTS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>`
}
const createDefinition = (id: string, name: string | null, type = 'STRING') =>
  `<ATTRIBUTE-DEFINITION-${type} IDENTIFIER="${id}"${name === null ? '' : ` LONG-NAME="${name}"`}/>`
const createValue = (id: string, text: string) =>
  `<ATTRIBUTE-VALUE-STRING THE-VALUE="${text}"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>${id}</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>`
const createXhtmlValue = (id: string, markup: string) =>
  `<ATTRIBUTE-VALUE-XHTML><DEFINITION><ATTRIBUTE-DEFINITION-XHTML-REF>${id}</ATTRIBUTE-DEFINITION-XHTML-REF></DEFINITION><THE-VALUE>${markup}</THE-VALUE></ATTRIBUTE-VALUE-XHTML>`
const createObject = (id: string, ...values: string[]) =>
  `<SPEC-OBJECT IDENTIFIER="${id}"><VALUES>${values.join('')}</VALUES></SPEC-OBJECT>`

const LINES = '  indented\n\n\ttab  and   blanks\n  <b>&amp;</b>\n\n\nlast'

test('C-76, C-78: texts of several lines are exported as XHTML and imported exactly', async () => {
  const { component, rule, send, exported } = await createScene()
  const texts = { fixtext: LINES, vendorComments: LINES, inspecControlBody: LINES, status: CONFIGURABLE }
  const { id } = await world.createRule(component, texts as never)
  const text = await exported()
  expect(text).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;<xhtml:br/><xhtml:br/>')
  expect(text).not.toMatch(/<ATTRIBUTE-VALUE-STRING THE-VALUE="[^"]*&#10;/)
  expect((await send(text, { dry_run: 'false' })).body).toMatchObject({
    requirements: [{ outcome: 'unchanged' }],
    warnings: [],
  })
  const edited = text.replaceAll('indented', 'outdented')
  expect((await send(edited, { dry_run: 'false' })).body.requirements).toMatchObject([{ outcome: 'changed' }])
  const expected = LINES.replace('indented', 'outdented')
  expect(await rule(id)).toMatchObject({ fixtext: expected, inspec_control_body: expected })
})

test('C-78: a tool that drops the style or writes paragraphs causes no change', async () => {
  const { component, rule, send, exported } = await createScene()
  const { id } = await world.createRule(component, { fixtext: LINES, status: CONFIGURABLE } as never)
  const text = await exported()
  const unstyled = text.replaceAll(/ style="[^"]*"/g, '')
  const toLines = (markup: string) =>
    markup
      .split('<xhtml:br/>')
      .map((line) => `<xhtml:p>${line.trim()}</xhtml:p>`)
      .join('\n')
  const paragraphs = unstyled.replaceAll(
    /<xhtml:div>(.*?)<\/xhtml:div>/gs,
    (_, markup: string) => `<xhtml:div>${toLines(markup)}</xhtml:div>`,
  )
  for (const item of [unstyled, paragraphs]) {
    expect((await send(item, { dry_run: 'false' })).body.requirements).toMatchObject([
      { outcome: 'unchanged', changes: {} },
    ])
  }
  expect(await rule(id)).toMatchObject({ fixtext: LINES })
})

test('C-78: long texts as strings are read as well', async () => {
  const { component, rule, send } = await createScene()
  const { id } = await world.createRule(component, { fixtext: 'old', status: CONFIGURABLE } as never)
  const name = `${component.prefix}-000001`
  const text = createDocument(
    createDefinition('i', 'ReqIF.ForeignID') + createDefinition('f', 'Fix'),
    createObject('o', createValue('i', name), createValue('n', 'Title'), createValue('f', 'Set&#10;  it.')),
  ).replace('<SPEC-OBJECTS>', '<SPEC-OBJECTS>')
  const withTitle = text.replace(
    '<SPEC-ATTRIBUTES>',
    `<SPEC-ATTRIBUTES>${createDefinition('n', 'ReqIF.Name')}`,
  )
  expect((await send(withTitle, { dry_run: 'false' })).body.requirements).toMatchObject([
    { outcome: 'changed' },
  ])
  expect(await rule(id)).toMatchObject({ fixtext: 'Set\n  it.', title: 'Title' })
})

test('C-78: attributes under unknown names are listed, and the caller maps them', async () => {
  const { rule, rules, send } = await createScene()
  const text = createDocument(
    createDefinition('n', 'ReqIF.Name') +
      createDefinition('w', 'Wording', 'XHTML') +
      createDefinition('m', 'How to verify'),
    createObject(
      'o1',
      createValue('n', 'Logging'),
      createXhtmlValue('w', '<xhtml:div>It shall <xhtml:b>log</xhtml:b>.<xhtml:br/>Always.</xhtml:div>'),
      createValue('m', 'Look.'),
    ),
  )
  const rejected = await send(text)
  expect(rejected).toMatchObject({ status: 422, body: { reason: 'reqif.no_requirements' } })
  expect(JSON.stringify(rejected.body)).toContain('ReqIF.Name, Wording, How to verify')
  const unknown = await send(text, { 'mapping[fixtext]': 'Mending' })
  expect(unknown).toMatchObject({ status: 422, body: { reason: 'reqif.unknown_attribute' } })
  expect(JSON.stringify(unknown.body)).toContain('Wording, How to verify')
  expect((await send(text, { 'mapping[nothing]': 'Wording' })).status).toBe(422)
  expect(await send(text, { mapping: '{"fixtext":"Mending"}' })).toMatchObject({
    status: 422,
    body: { errors: { mapping: [expect.any(String)] } },
  })
  const mapping = { 'mapping[vuln_discussion]': 'wording', 'mapping[check_content]': 'How to verify' }
  const done = await send(text, { ...REAL, ...mapping })
  expect(done.body).toMatchObject({
    requirements: [{ name: 'o1', outcome: 'created' }],
    attributes: [
      { name: 'ReqIF.Name', field: 'title', values: 1 },
      { name: 'Wording', field: 'vuln_discussion', values: 1 },
      { name: 'How to verify', field: 'check_content', values: 1 },
    ],
    warnings: [],
    warnings_count: 0,
  })
  const [first] = await rules()
  expect(await rule(first.id)).toMatchObject({
    title: 'Logging',
    checks_attributes: [{ content: 'Look.' }],
    disa_rule_descriptions_attributes: [{ vuln_discussion: 'It shall log.\nAlways.' }],
  })
})

test('C-78: an attribute without a long name is listed and mapped by its identifier', async () => {
  const { rules, send } = await createScene()
  const text = createDocument(
    createDefinition('_EA_Text', null, 'XHTML') + createDefinition('n', 'ReqIF.Name'),
    createObject(
      'o',
      createValue('n', 'Logging'),
      createXhtmlValue('_EA_Text', '<xhtml:p>It shall log.</xhtml:p>'),
    ),
  )
  expect(JSON.stringify((await send(text)).body)).toContain('_EA_Text')
  const done = await send(text, { ...REAL, 'mapping[vuln_discussion]': '_EA_Text' })
  expect(done.body.requirements).toMatchObject([{ outcome: 'created' }])
  expect(await rules()).toMatchObject([{ title: 'Logging' }])
})

test('C-78: unknown types, relations, chapters and pictures are warnings, and the rest is imported', async () => {
  const { rules, send } = await createScene()
  const text = createDocument(
    `${createDefinition('i', 'UID')}${createDefinition('t', 'TITLE')}<ATTRIBUTE-DEFINITION-CUSTOM IDENTIFIER="c" LONG-NAME="Cost"/>`,
    createObject(
      'o1',
      createValue('i', 'R-1'),
      createValue('t', 'Logging'),
      '<ATTRIBUTE-VALUE-CUSTOM THE-VALUE="12"><DEFINITION><ATTRIBUTE-DEFINITION-CUSTOM-REF>c</ATTRIBUTE-DEFINITION-CUSTOM-REF></DEFINITION></ATTRIBUTE-VALUE-CUSTOM>',
      createValue('undefined-attribute', 'x'),
    ).replace(
      '</SPEC-OBJECT>',
      '<TYPE><SPEC-OBJECT-TYPE-REF>nowhere</SPEC-OBJECT-TYPE-REF></TYPE></SPEC-OBJECT>',
    ) +
      createObject(
        'o2',
        createValue('i', 'R-2'),
        createValue('t', 'Pictures'),
        createXhtmlValue('Text', '<div>See <xhtml:object data="a.png" type="image/png"/>here.</div>'),
      ) +
      createObject('o3', createValue('t', 'Chapter')),
  ).replace(
    '</SPEC-OBJECTS>',
    '</SPEC-OBJECTS><SPEC-RELATIONS><SPEC-RELATION IDENTIFIER="r"/></SPEC-RELATIONS><UNKNOWN-TYPES/>',
  )
  const done = await send(text, REAL)
  expect(done.body.requirements).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }])
  expect(done.body.warnings.map(({ what }: { what: string }) => what)).toEqual([
    '1 images or embedded files',
    '1 relation between objects',
    'Object o3',
    'Attribute Cost, 1 value',
    'Attribute undefined-attribute, 1 value',
  ])
  expect(done.body.warnings[0]).toMatchObject({ file: 'a.reqif', line: expect.any(Number) })
  expect(await rules()).toMatchObject([{ title: 'Logging' }, { title: 'Pictures' }])
})

test('C-78: a requirement without a title is imported without one, as a change and as a new requirement', async () => {
  const { component, send, exported, rule } = await createScene()
  const { id } = await world.createRule(component, {
    title: null,
    fixtext: 'Set it.',
    status: CONFIGURABLE,
  } as never)
  const discussion = { disa_rule_descriptions_attributes: [{ vuln_discussion: 'Because.' }] }
  const rest = await world.rest(await world.createSystemAdmin())
  const current = await rule(id)
  const [{ id: partId } = {}] = current.disa_rule_descriptions_attributes
  discussion.disa_rule_descriptions_attributes = [{ id: partId, vuln_discussion: 'Because.' } as never]
  expect((await rest.patch(`/rules/${id}`, { rule: discussion })).status).toBe(200)
  const text = await exported()
  expect((await send(text, { dry_run: 'false' })).body.requirements).toMatchObject([{ outcome: 'unchanged' }])
  const other = await createScene()
  expect((await other.send(text, REAL)).body.requirements).toMatchObject([{ outcome: 'created' }])
  const [created] = await other.rules()
  expect(await other.rule(created.id)).toMatchObject({
    title: null,
    fixtext: 'Set it.',
    disa_rule_descriptions_attributes: [{ vuln_discussion: 'Because.' }],
  })
})

test('C-78: a document in another encoding or under another name is read as it declares', async () => {
  const { component, rules, exported, rest } = await createScene()
  await world.createRule(component, { title: 'Größe', status: CONFIGURABLE })
  const text = (await exported()).replace('Größe', 'Größer')
  const declared = text.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')
  expect(declared).not.toBe(text)
  const files: [string, Uint8Array][] = [
    ['a.reqif', Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['a.reqif', Buffer.from(declared, 'latin1')],
    ['a.xml', strToU8(text)],
    ['a.reqifz', zipSync({ 'b.reqif': Buffer.from(declared, 'latin1') })],
  ]
  for (const [name, bytes] of files) {
    const form = createFileForm(name, bytes)
    const { status, body } = await rest.post(`/components/${component.id}/import_reqif`, form)
    expect([status, body.requirements], name).toMatchObject([
      200,
      [{ changes: { title: { from: 'Größe', to: 'Größer' } } }],
    ])
  }
  expect(await rules()).toMatchObject([{ title: 'Größe' }])
})

test('C-78: invalid statuses, severities and CCIs are reported, in a change and in a new requirement', async () => {
  const { component, send } = await createScene()
  const { ruleId } = await world.createRule(component, { title: 'Old' })
  const names = ['UID', 'TITLE', 'STATUS', 'SEVERITY', 'CCI']
  const objects = [`abcd–01–${ruleId}`, 'R-1'].map((name) =>
    createObject(
      name,
      ...[name, 'New', 'Done', 'Blocker', 'none'].map((text, index) => createValue(`a${index}`, text)),
    ),
  )
  const types = names.map((name, index) => createDefinition(`a${index}`, name)).join('')
  const { body } = await send(createDocument(types, objects.join('')), { create: 'true' })
  expect(body.requirements).toMatchObject([
    { rule_id: ruleId, outcome: 'changed', changes: { title: { to: 'New' } } },
    { outcome: 'created' },
  ])
  for (const { message } of body.requirements) {
    for (const word of ['Done', 'Blocker', 'none']) expect(message).toContain(`"${word}" is not a `)
  }
})

test('C-10: a guide is read with a mapping of its attributes, and unread ones are warnings', async () => {
  const admin = await world.rest(await world.createSystemAdmin())
  const text = createDocument(
    createDefinition('n', 'ReqIF.Name') + createDefinition('w', 'Wording') + createDefinition('x', 'Owner'),
    createObject(
      'o1',
      createValue('n', 'Logging'),
      createValue('w', 'It shall log.'),
      createValue('x', 'Sam'),
    ),
  )
  expect((await uploadGuide(admin, strToU8(text), { name: 'a.reqif' })).body.reason).toBe(
    'reqif.no_requirements',
  )
  const form = createFileForm('a.reqif', strToU8(text))
  form.set('benchmark_id', 'Mapped_Attributes')
  form.set('mapping[vuln_discussion]', 'Wording')
  const { status, body } = await admin.post('/srgs', form)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.guides[0].warnings).toMatchObject([{ what: 'Attribute Owner, 1 value' }])
  const { body: guide } = await admin.get(`/srgs/${body.srg.id}`)
  expect(JSON.stringify(guide)).toContain('It shall log.')
})
