import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { download } from '../../support/files.ts'
import type { Body } from '../../support/rest.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

async function createScene() {
  const project = await world.createProject()
  const component = await world.createComponent(project)
  const admin = await world.createMember(project, 'admin')
  const rest = await world.rest(admin)
  const send = (bytes: Uint8Array, fields: Record<string, string> = {}, name = 'a.reqif') => {
    const form = createFileForm(name, bytes)
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    return rest.post(`/components/${component.id}/import_reqif`, form)
  }
  const rules = async (): Promise<Body[]> => (await rest.get(`/components/${component.id}`)).body.rules
  return { project, component, admin, rest, send, rules }
}

/** A document of another tool, with its own names, formatted text, enumerations, a heading and its own order. */
const FOREIGN = `<?xml version="1.0" encoding="UTF-8"?>
<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<CORE-CONTENT><REQ-IF-CONTENT>
<DATATYPES><DATATYPE-DEFINITION-ENUMERATION IDENTIFIER="e"><SPECIFIED-VALUES>
<ENUM-VALUE IDENTIFIER="e1" LONG-NAME="high"/></SPECIFIED-VALUES></DATATYPE-DEFINITION-ENUMERATION></DATATYPES>
<SPEC-TYPES><SPEC-OBJECT-TYPE IDENTIFIER="t"><SPEC-ATTRIBUTES>
<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="a-uid" LONG-NAME="UID"/>
<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="a-title" LONG-NAME="TITLE"/>
<ATTRIBUTE-DEFINITION-XHTML IDENTIFIER="a-text" LONG-NAME="STATEMENT"/>
<ATTRIBUTE-DEFINITION-ENUMERATION IDENTIFIER="a-sev" LONG-NAME="Severity"/>
</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE></SPEC-TYPES>
<SPEC-OBJECTS>
<SPEC-OBJECT IDENTIFIER="o2"><VALUES>
<ATTRIBUTE-VALUE-STRING THE-VALUE="REQ-2"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>a-uid</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>
<ATTRIBUTE-VALUE-STRING THE-VALUE="Second"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>a-title</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>
<ATTRIBUTE-VALUE-ENUMERATION><DEFINITION><ATTRIBUTE-DEFINITION-ENUMERATION-REF>a-sev</ATTRIBUTE-DEFINITION-ENUMERATION-REF></DEFINITION><VALUES><ENUM-VALUE-REF>e1</ENUM-VALUE-REF></VALUES></ATTRIBUTE-VALUE-ENUMERATION>
</VALUES></SPEC-OBJECT>
<SPEC-OBJECT IDENTIFIER="o1"><VALUES>
<ATTRIBUTE-VALUE-STRING THE-VALUE="REQ-1"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>a-uid</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>
<ATTRIBUTE-VALUE-XHTML><DEFINITION><ATTRIBUTE-DEFINITION-XHTML-REF>a-text</ATTRIBUTE-DEFINITION-XHTML-REF></DEFINITION><THE-VALUE><xhtml:div><xhtml:p>It shall &lt;log&gt;.</xhtml:p></xhtml:div></THE-VALUE></ATTRIBUTE-VALUE-XHTML>
</VALUES></SPEC-OBJECT>
<SPEC-OBJECT IDENTIFIER="h"><VALUES>
<ATTRIBUTE-VALUE-STRING THE-VALUE="A chapter"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>a-title</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>
</VALUES></SPEC-OBJECT>
</SPEC-OBJECTS>
<SPECIFICATIONS><SPECIFICATION IDENTIFIER="s"><CHILDREN>
<SPEC-HIERARCHY IDENTIFIER="p1"><OBJECT><SPEC-OBJECT-REF>h</SPEC-OBJECT-REF></OBJECT><CHILDREN>
<SPEC-HIERARCHY IDENTIFIER="p2"><OBJECT><SPEC-OBJECT-REF>o1</SPEC-OBJECT-REF></OBJECT></SPEC-HIERARCHY>
<SPEC-HIERARCHY IDENTIFIER="p3"><OBJECT><SPEC-OBJECT-REF>o2</SPEC-OBJECT-REF></OBJECT></SPEC-HIERARCHY>
</CHILDREN></SPEC-HIERARCHY></CHILDREN></SPECIFICATION></SPECIFICATIONS>
</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>
`

test('C-78: an exported document is imported unchanged, and with its changes', async () => {
  const { component, admin, rest, send } = await createScene()
  const texts = {
    title: 'Must <log>\n\tall & "more"',
    fixtext: 'Set\n\nit.',
    status: 'Applicable - Configurable',
  }
  const rule = await world.createRule(component, texts as never)
  const { text } = await download(world, admin, `/components/${component.id}/export/reqif`)
  const real = { dry_run: 'false' }
  expect((await send(strToU8(text), real)).body.requirements).toMatchObject([{ outcome: 'unchanged' }])
  const edited = strToU8(text.replace('Must ', 'Shall '))
  expect((await send(edited)).body.requirements).toMatchObject([{ rule_id: '000001', outcome: 'changed' }])
  expect((await rest.get(`/rules/${rule.id}`)).body.title).toBe(texts.title)
  expect((await send(edited, real)).status).toBe(200)
  expect((await rest.get(`/rules/${rule.id}`)).body).toMatchObject({
    title: texts.title.replace('Must', 'Shall'),
    fixtext: texts.fixtext,
  })
})

test('C-78: characters that XML cannot represent cause no change and are preserved', async () => {
  const { component, admin, rest, send } = await createScene()
  const title = 'Bell\u0001, \u000b and \u001f'
  const texts = { title, fixtext: 'End\ufffe', vendorComments: '\u0001', status: 'Applicable - Configurable' }
  const rule = await world.createRule(component, texts as never)
  await world.createRule(component, { ...texts, locked: true } as never)
  const { text } = await download(world, admin, `/components/${component.id}/export/reqif`)
  const real = { dry_run: 'false' }
  const unchanged = { outcome: 'unchanged', changes: {} }
  expect((await send(strToU8(text), real)).body.requirements).toMatchObject([unchanged, unchanged])
  expect((await send(strToU8(text.replace('Bell', 'Ring')), real)).body.requirements[0]).toMatchObject({
    changes: { title: { from: title, to: 'Ring,  and ' } },
  })
  expect((await rest.get(`/rules/${rule.id}`)).body).toMatchObject({
    fixtext: texts.fixtext,
    vendor_comments: '\u0001',
  })
})

test('C-78: the requirements of another tool are added to the component on request, once', async () => {
  const { send, rules } = await createScene()
  const packed = zipSync({ 'doc.reqif': strToU8(FOREIGN) })
  const preview = await send(packed, { create: 'true' }, 'doc.reqifz')
  expect(preview.body.requirements).toMatchObject([
    { name: 'REQ-1', outcome: 'created', rule_id: null },
    { name: 'REQ-2', outcome: 'created', rule_id: null },
  ])
  expect((await send(strToU8(FOREIGN), { dry_run: 'false' })).body.requirements).toMatchObject([
    { outcome: 'unknown' },
    { outcome: 'unknown' },
  ])
  expect(await rules()).toEqual([])
  const real = { create: 'true', dry_run: 'false' }
  expect((await send(strToU8(FOREIGN), real)).status).toBe(200)
  expect(await rules()).toMatchObject([
    { rule_id: '000001', title: 'It shall <log>.' },
    { rule_id: '000002', title: 'Second', rule_severity: 'high' },
  ])
  const again = await send(strToU8(FOREIGN.replace('"Second"', '"Last"')), real)
  expect(again.body.requirements).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'changed' }])
  expect(await rules()).toMatchObject([{ rule_id: '000001' }, { rule_id: '000002', title: 'Last' }])
})

test('C-48, E-1: new requirements need admins of the project, also in dry runs and for any file; changes need authors', async () => {
  const { project, component, rules } = await createScene()
  const ofComponent = await world.createUser()
  await world.join(ofComponent, component, 'admin')
  const path = `/components/${component.id}/import_reqif`
  for (const person of [await world.createMember(project, 'author'), ofComponent]) {
    const rest = await world.rest(person)
    for (const [bytes, dry] of [
      [strToU8(FOREIGN), 'true'],
      [strToU8(FOREIGN), 'false'],
      [strToU8('no ReqIF'), 'perhaps'],
    ] as const) {
      const form = createFileForm('a.reqif', bytes)
      form.set('create', 'true')
      form.set('dry_run', dry)
      const rejected = { status: 403, body: { reason: 'permission_denied' } }
      expect(await rest.post(path, form)).toMatchObject(rejected)
      expect(await rest.post(path, form, { Prefer: 'respond-async' })).toMatchObject(rejected)
    }
    const form = createFileForm('a.reqif', strToU8(FOREIGN))
    form.set('create', 'false')
    expect((await rest.post(path, form)).body.requirements).toMatchObject([
      { outcome: 'unknown' },
      { outcome: 'unknown' },
    ])
  }
  expect(await rules()).toEqual([])
})

/** A document in the structure of StrictDoc exports, with long texts as strings or formatted. */
function createStrictDoc(formatted: boolean): string {
  const createDefinition = (type: string, name: string) =>
    `<DEFINITION><ATTRIBUTE-DEFINITION-${type}-REF>${name}</ATTRIBUTE-DEFINITION-${type}-REF></DEFINITION>`
  const createStringValue = (name: string, text: string) =>
    `<ATTRIBUTE-VALUE-STRING THE-VALUE="${text}">${createDefinition('STRING', name)}</ATTRIBUTE-VALUE-STRING>`
  const createXhtmlValue = (name: string, text: string) =>
    formatted
      ? `<ATTRIBUTE-VALUE-XHTML>${createDefinition('XHTML', name)}<THE-VALUE><xhtml:div>${text}</xhtml:div></THE-VALUE></ATTRIBUTE-VALUE-XHTML>`
      : createStringValue(name, text)
  const createEnumValue = (name: string, value: string) =>
    `<ATTRIBUTE-VALUE-ENUMERATION>${createDefinition('ENUMERATION', name)}<VALUES><ENUM-VALUE-REF>${value}</ENUM-VALUE-REF></VALUES></ATTRIBUTE-VALUE-ENUMERATION>`
  const createObject = (id: string, ...values: string[]) =>
    `<SPEC-OBJECT IDENTIFIER="${id}"><VALUES>${values.join('')}</VALUES><TYPE><SPEC-OBJECT-TYPE-REF>REQUIREMENT_OR_SECTION_1</SPEC-OBJECT-TYPE-REF></TYPE></SPEC-OBJECT>`
  const kind = formatted ? 'XHTML' : 'STRING'
  const attributes = [
    ...['ReqIF.ForeignID', 'STATUS', 'ReqIF.Name', 'ReqIF.ChapterName'].map((name) => ['STRING', name]),
    ...['ReqIF.Text', 'RATIONALE', 'COMMENT'].map((name) => [kind, name]),
    ['ENUMERATION', 'SEVERITY'],
  ].map(([type, name]) => `<ATTRIBUTE-DEFINITION-${type} IDENTIFIER="${name}" LONG-NAME="${name}"/>`)
  const createHierarchyEntry = (id: string, inner = '') =>
    `<SPEC-HIERARCHY IDENTIFIER="at-${id}"><OBJECT><SPEC-OBJECT-REF>${id}</SPEC-OBJECT-REF></OBJECT><CHILDREN>${inner}</CHILDREN></SPEC-HIERARCHY>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:configuration="https://github.com/strictdoc-project/strictdoc"${formatted ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>
<THE-HEADER><REQ-IF-HEADER IDENTIFIER="h"><REQ-IF-TOOL-ID>strictdoc</REQ-IF-TOOL-ID><TITLE>Documentation export by StrictDoc</TITLE></REQ-IF-HEADER></THE-HEADER>
<CORE-CONTENT><REQ-IF-CONTENT>
<DATATYPES><DATATYPE-DEFINITION-STRING IDENTIFIER="SDOC_DATATYPE_SINGLE_LINE_STRING"/>
<DATATYPE-DEFINITION-ENUMERATION IDENTIFIER="SDOC_DATATYPE_SINGLE_CHOICE-1"><SPECIFIED-VALUES>
<ENUM-VALUE IDENTIFIER="ENUM-VALUE-1"><PROPERTIES><EMBEDDED-VALUE KEY="low" OTHER-CONTENT=""/></PROPERTIES></ENUM-VALUE>
<ENUM-VALUE IDENTIFIER="ENUM-VALUE-2"><PROPERTIES><EMBEDDED-VALUE KEY="high" OTHER-CONTENT=""/></PROPERTIES></ENUM-VALUE>
</SPECIFIED-VALUES></DATATYPE-DEFINITION-ENUMERATION></DATATYPES>
<SPEC-TYPES><SPEC-OBJECT-TYPE IDENTIFIER="REQUIREMENT_OR_SECTION_1" LONG-NAME="REQUIREMENT"><SPEC-ATTRIBUTES>${attributes.join('')}</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE>
<SPECIFICATION-TYPE IDENTIFIER="SDOC_SPECIFICATION_TYPE_SINGLETON"/></SPEC-TYPES>
<SPEC-OBJECTS>
${createObject('DOCUMENT_FREETEXT-1', createStringValue('ReqIF.ChapterName', 'Abstract'), createXhtmlValue('ReqIF.Text', 'What this is about.'))}
${createObject('SECTION-1', createStringValue('ReqIF.ChapterName', 'Logging'), createXhtmlValue('ReqIF.Text', 'A section has a text too.'))}
${createObject(
  'REQUIREMENT-1',
  createStringValue('ReqIF.ForeignID', 'LOG-001'),
  createStringValue('STATUS', 'Active'),
  createEnumValue('SEVERITY', 'ENUM-VALUE-2'),
  createStringValue('ReqIF.Name', 'Log &amp; keep'),
  createXhtmlValue('ReqIF.Text', 'The service shall log &lt;all&gt;.'),
  createXhtmlValue('RATIONALE', 'Somebody will ask.'),
  createXhtmlValue('COMMENT', 'Ours.'),
)}
${createObject('REQUIREMENT-2', createXhtmlValue('ReqIF.Text', 'The service shall forget nothing.'))}
</SPEC-OBJECTS>
<SPEC-RELATIONS><SPEC-RELATION IDENTIFIER="r"><SOURCE><SPEC-OBJECT-REF>REQUIREMENT-2</SPEC-OBJECT-REF></SOURCE><TARGET><SPEC-OBJECT-REF>REQUIREMENT-1</SPEC-OBJECT-REF></TARGET></SPEC-RELATION></SPEC-RELATIONS>
<SPECIFICATIONS><SPECIFICATION IDENTIFIER="s" LONG-NAME="Document 1"><CHILDREN>
${createHierarchyEntry('DOCUMENT_FREETEXT-1')}${createHierarchyEntry('SECTION-1', createHierarchyEntry('REQUIREMENT-1') + createHierarchyEntry('REQUIREMENT-2'))}
</CHILDREN></SPECIFICATION></SPECIFICATIONS>
</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>`
}

test.each([
  ['strings', false],
  ['formatted texts', true],
])(
  'a StrictDoc export with long texts as %s becomes a component without the chapters',
  async (_, formatted) => {
    const { send, rules, rest } = await createScene()
    const bytes = strToU8(createStrictDoc(formatted))
    const real = { create: 'true', dry_run: 'false' }
    expect((await send(bytes, real)).body.requirements).toMatchObject([
      { name: 'LOG-001', outcome: 'created' },
      { name: 'REQUIREMENT-2', outcome: 'created' },
    ])
    const [first, second] = await rules()
    expect((await rest.get(`/rules/${first?.id}`)).body).toMatchObject({
      title: 'Log & keep',
      rule_severity: 'high',
      status: 'Not Yet Determined',
      vendor_comments: 'Ours.',
      legacy_ids: 'LOG-001',
      disa_rule_descriptions_attributes: [
        { vuln_discussion: 'The service shall log <all>.\n\nSomebody will ask.' },
      ],
    })
    expect(second?.title).toBe('The service shall forget nothing.')
    expect((await send(bytes, real)).body.requirements).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'unchanged' },
    ])
  },
)

test('files that are not ReqIF are rejected with their file and line, and nothing is imported', async () => {
  const { project, component, send, rules } = await createScene()
  const real = { create: 'true', dry_run: 'false' }
  const doctype = FOREIGN.replace('<REQ-IF', '<!DOCTYPE x [<!ENTITY a "b">]>\n<REQ-IF')
  for (const text of [
    FOREIGN.slice(0, 900),
    doctype,
    '<Benchmark/>',
    'x',
    FOREIGN.replaceAll('IDENTIFIER="o1"', 'IDENTIFIER="o2"'),
    FOREIGN.replace('It shall', `It shall\0`),
  ]) {
    const answer = await send(strToU8(text), real)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).toContain('a.reqif')
  }
  const twice = await send(strToU8(FOREIGN.replace('"REQ-2"', '"REQ-1"')), real)
  expect(twice).toMatchObject({
    status: 422,
    body: { requirements: [{ outcome: 'created' }, { outcome: 'refused' }] },
  })
  const long = await send(strToU8(FOREIGN.replace('It shall', 'x'.repeat(100_000))), real)
  expect(long.status).toBe(422)
  expect(await rules()).toEqual([])
  const viewer = await world.rest(await world.createMember(project, 'viewer'))
  const path = `/components/${component.id}/import_reqif`
  expect((await viewer.post(path, createFileForm('a.reqif', strToU8(FOREIGN)))).status).toBe(403)
})
