import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unique } from '../../support/factories.ts'
import { download } from '../../support/files.ts'
import type { Body, Rest } from '../../support/rest.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

function send(
  rest: Rest,
  kind: 'srgs' | 'stigs',
  file: string | Uint8Array,
  more: { name?: string; fields?: Body } = {},
) {
  const form = createFileForm(more.name ?? 'a.reqif', typeof file === 'string' ? strToU8(file) : file)
  for (const [field, value] of Object.entries(more.fields ?? {})) form.set(field, String(value))
  return rest.post(`/${kind}`, form)
}

const createValue = (name: string, text: string) =>
  `<ATTRIBUTE-VALUE-STRING THE-VALUE="${text}"><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>${name}</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>`

/** A document of another tool with these requirements: id, title, text. */
function createForeignDocument(title: string, rows: readonly (readonly [string, string, string])[]): string {
  const objects = rows.map(
    ([id, name, text], index) =>
      `<SPEC-OBJECT IDENTIFIER="o${index}"><VALUES>${createValue('UID', id)}${createValue('TITLE', name)}${createValue('STATEMENT', text)}</VALUES></SPEC-OBJECT>`,
  )
  return `<?xml version="1.0"?>
<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd">
<THE-HEADER><REQ-IF-HEADER IDENTIFIER="h"><CREATION-TIME>2026-03-16T10:00:00Z</CREATION-TIME><TITLE>Export</TITLE></REQ-IF-HEADER></THE-HEADER>
<CORE-CONTENT><REQ-IF-CONTENT><SPEC-OBJECTS>
${objects.join('\n')}
</SPEC-OBJECTS><SPECIFICATIONS><SPECIFICATION IDENTIFIER="s" LONG-NAME="${title}"></SPECIFICATION></SPECIFICATIONS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>`
}

const ROWS = [
  ['LOG-2', 'Forget nothing', 'Really.'],
  ['LOG 1', 'Log &amp; keep', 'All of &lt;it&gt;.'],
] as const

test('a ReqIF document of another tool becomes an SRG, and its export can be imported again', async () => {
  const admin = await world.createSystemAdmin()
  const rest = await world.rest(admin)
  const title = unique('Log rules')
  const { status, body } = await send(rest, 'srgs', createForeignDocument(`${title} V2R3`, ROWS))
  expect([status, body.srg?.title, body.srg?.version, body.srg?.release_date]).toEqual([
    200,
    title,
    'V2R3',
    '2026-03-16',
  ])
  expect(body.srg.srg_id).toBe(title.replaceAll(' ', '_'))
  const guide = (await rest.get(`/srgs/${body.srg.id}`)).body
  expect(guide.srg_rules).toMatchObject([
    { rule_id: 'SV-LOG_1', version: 'LOG 1', title: 'Log & keep', rule_severity: 'medium' },
    { rule_id: 'SV-LOG-2', version: 'LOG-2', title: 'Forget nothing' },
  ])
  expect(guide.srg_rules[0].disa_rule_descriptions_attributes[0].vuln_discussion).toBe('All of <it>.')
  const exported = await download(world, admin, `/srgs/${body.srg.id}/export/xccdf`)
  await rest.delete(`/srgs/${body.srg.id}`)
  const again = await send(rest, 'srgs', exported.bytes, { name: 'a-xccdf.xml' })
  expect((await rest.get(`/srgs/${again.body.srg.id}`)).body.srg_rules).toMatchObject([
    { rule_id: 'SV-LOG_1' },
    { rule_id: 'SV-LOG-2' },
  ])
})

test('a component exported as ReqIF has the same rules as its XCCDF export as a STIG', async () => {
  const admin = await world.createSystemAdmin()
  const rest = await world.rest(admin)
  const component = await world.createComponent(await world.createProject())
  await world.createRule(component, {
    title: 'Must <log> & "more"',
    fixtext: 'Set\n\nit.',
    status: 'Applicable - Configurable',
    ident: 'CCI-000015, CCI-000366',
  } as never)
  const readRules = async (type: string, name: string) => {
    const { bytes } = await download(world, admin, `/components/${component.id}/export/${type}`)
    const { status, body } = await send(rest, 'stigs', bytes, { name })
    expect(status, JSON.stringify(body)).toBe(200)
    const { stig_rules: rules } = (await rest.get(`/stigs/${body.stig.id}`)).body
    expect((await rest.delete(`/stigs/${body.stig.id}`)).status).toBe(200)
    return rules.map((rule: Body) => [
      ...['rule_id', 'version', 'title', 'fixtext', 'ident', 'rule_severity', 'vuln_id', 'srg_id'].map(
        (key) => rule[key],
      ),
      rule.checks_attributes[0].content,
    ])
  }
  expect(await readRules('reqif', 'a.reqif')).toEqual(await readRules('xccdf', 'a-xccdf.xml'))
})

test('the sender names the guide and its release, and a second upload of the release reports that it exists', async () => {
  const rest = await world.rest(await world.createSystemAdmin())
  const fields = { benchmark_id: unique('Own'), version: 'V4R5' }
  const packed = zipSync({ 'folder/a.reqif': strToU8(createForeignDocument('T', ROWS)) })
  const { body } = await send(rest, 'stigs', packed, { name: 'a.reqifz', fields })
  expect(body.stig).toMatchObject({ stig_id: fields.benchmark_id, version: 'V4R5', title: 'T' })
  const again = await send(rest, 'stigs', packed, { name: 'a.reqifz', fields })
  expect([again.status, again.body.guides[0].status]).toEqual([200, 'exists'])
  const wrong = await send(rest, 'stigs', packed, { name: 'a.reqifz', fields: { ...fields, version: '4.5' } })
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['version']])
})

test('an error names the file and the position in it', async () => {
  const rest = await world.rest(await world.createSystemAdmin())
  const doubled = await send(rest, 'srgs', createForeignDocument('T', [...ROWS, ['LOG_1', 'Again', 'x']]))
  expect([doubled.status, doubled.body.reason]).toEqual([422, 'reqif.doubled'])
  expect(doubled.body.errors.file[0]).toMatch(/a\.reqif .*LOG_1.* lines 6 and 7/)
  const long = await send(rest, 'srgs', createForeignDocument('T', [['A', 'x'.repeat(2001), 'x']]))
  expect([long.status, long.body.errors.file[0]]).toEqual([
    422,
    'The file was not imported. title has more than 2000 characters: SV-A.',
  ])
  const cut = createForeignDocument('T', ROWS).replace('</REQ-IF>', '')
  expect((await send(rest, 'srgs', cut)).body.errors.file[0]).toMatch(/a\.reqif .*line \d+/)
  expect((await send(rest, 'srgs', '<a/>')).body.reason).toBe('reqif.unreadable')
  expect((await send(rest, 'srgs', createForeignDocument('T', []))).body.reason).toBe('reqif.no_requirements')
  const srg = await send(rest, 'stigs', createForeignDocument('T SRG', [['SRG-APP-000001', 'x', 'x']]))
  expect(srg.body.reason).toBe('xccdf.not_a_stig')
  expect(srg.body.errors.file[0]).toMatch(/^The file a\.reqif: This is an SRG/)
})

test('only system administrators can upload a guide', async () => {
  const rest = await world.rest(await world.createUser())
  expect((await send(rest, 'srgs', createForeignDocument('T', ROWS))).status).toBe(403)
})
