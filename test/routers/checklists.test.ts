import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { createWorkspace, getRuleAt, setRule } from '../support/authoring.ts'
import { download } from '../support/files.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const UNUSUAL_TEXT = `<b>"it's"</b> & ]]>\r\n\tÜ 𝄞 \u0001end`
const CARRIED = UNUSUAL_TEXT.replace('\u0001', '')

/** The rules of a CKL file: attributes by name, repeated ones as lists, and the status. */
function parseVulns(bytes: Uint8Array): Record<string, string[]>[] {
  const document = XmlDocument.fromBuffer(bytes)
  try {
    return document.find('/CHECKLIST/STIGS/iSTIG/VULN').map((vuln) => {
      const fields: Record<string, string[]> = { STATUS: [vuln.get('STATUS')?.content ?? ''] }
      for (const data of vuln.find('STIG_DATA')) {
        const name = data.get('VULN_ATTRIBUTE')?.content ?? ''
        ;(fields[name] ??= []).push(data.get('ATTRIBUTE_DATA')?.content ?? '')
      }
      return fields
    })
  } finally {
    document.dispose()
  }
}

test('C-76: a component is exported as CKL with every text of its requirements', async () => {
  const workspace = await createWorkspace(world, {
    rules: 2,
    component: { name: 'Harbor 2', version: 1, release: 4 },
  })
  const id = getRuleAt(workspace, 0)
  await setRule(world, id, {
    status: 'Applicable - Configurable',
    fixtext: UNUSUAL_TEXT,
    ident: 'CCI-000366, CCI-000015',
  })
  const rule = await workspace.rule(id)
  await workspace.as.author.patch(`/rules/${id}`, {
    rule: { checks_attributes: [{ id: rule.checks_attributes[0].id, content: UNUSUAL_TEXT }] },
  })
  const path = `/components/${workspace.component.id}/export/ckl`
  const { name, bytes, text } = await download(world, workspace.people.viewer, path)
  expect(name).toBe('Harbor-2-V1R4-checklist.ckl')
  expect(text).toContain('<SID_NAME>stigid</SID_NAME><SID_DATA>Harbor_2</SID_DATA>')
  expect(parseVulns(bytes)).toMatchObject([
    {
      Vuln_Num: ['V-ABCD-01-000001'],
      Rule_ID: ['SV-ABCD-01-000001'],
      Rule_Ver: ['ABCD-01-000001'],
      Check_Content: [CARRIED],
      Fix_Text: [CARRIED],
      CCI_REF: ['CCI-000366', 'CCI-000015'],
      STATUS: ['Not_Reviewed'],
    },
  ])
})

test('C-77: a STIG of the catalog is exported as CKL and CKLB with all of its rules and checks', async () => {
  const admin = await world.createSystemAdmin()
  const rest = await world.rest(admin)
  const second = '<check system="B"><check-content>Second way.</check-content></check></Rule>'
  const guide = Buffer.from(createGuideFile()).toString().replace('</Rule>', second)
  const { body, status } = await uploadGuide(rest, Buffer.from(guide), { path: '/stigs' })
  expect(status, JSON.stringify(body)).toBe(200)
  const { id, stig_id: stigId, version } = body.stig
  const { body: stig } = await rest.get(`/stigs/${id}`)
  const ckl = await download(world, admin, `/stigs/${id}/export/ckl`)
  const cklb = await download(world, admin, `/stigs/${id}/export/cklb`)
  expect([ckl.name, cklb.name]).toEqual([
    `${stigId}-${version}-checklist.ckl`,
    `${stigId}-${version}-checklist.cklb`,
  ])
  const rules = JSON.parse(cklb.text).stigs[0].rules
  expect(rules).toHaveLength(stig.stig_rules.length)
  const vulns = parseVulns(ckl.bytes)
  expect(vulns.map((vuln) => vuln['Rule_ID']?.[0])).toEqual(
    rules.map((rule: { rule_id: string }) => rule.rule_id),
  )
  expect(vulns.map((vuln) => vuln['Check_Content']?.[0])).toEqual(
    rules.map((rule: { check_content: string }) => rule.check_content),
  )
  expect(rules[0].check_content).toContain('\n\n[Check system: B]\nSecond way.')
  expect(rules.map((rule: { rule_id: string }) => rule.rule_id).toSorted()).toEqual(
    stig.stig_rules.map((rule: { rule_id: string }) => rule.rule_id).toSorted(),
  )
})

test('C-77: an SRG of the catalog has no checklist, and an unknown type is 400', async () => {
  const rest = await world.rest(await world.createSystemAdmin())
  const srg = await world.createSrg()
  for (const type of ['ckl', 'cklb', 'pdf']) {
    expect(await rest.get(`/srgs/${srg.id}/export/${type}`)).toMatchObject({
      status: 400,
      body: { reason: 'parameter_invalid', parameter: 'type' },
    })
  }
  expect((await rest.get('/stigs/2147483647/export/ckl')).status).toBe(404)
})

test('C-76: last-modified of OSCAL is the newest change, and the document UUID changes only with the content', async () => {
  const workspace = await createWorkspace(world, { rules: 2 })
  const id = getRuleAt(workspace, 0)
  await setRule(world, id, { status: 'Applicable - Configurable' })
  const rest = workspace.as.author
  const exportDocument = async (type: 'oscal_catalog' | 'oscal_component') => {
    const path = `/components/${workspace.component.id}/export/${type}`
    const body = JSON.parse((await download(world, workspace.people.viewer, path)).text)
    return body.catalog ?? body['component-definition']
  }
  for (const type of ['oscal_catalog', 'oscal_component'] as const) {
    const before = await exportDocument(type)
    expect((await exportDocument(type)).uuid).toBe(before.uuid)
    expect((await rest.patch(`/rules/${id}`, { rule: { title: `Another of ${type}` } })).status).toBe(200)
    const after = await exportDocument(type)
    expect(after.uuid).not.toBe(before.uuid)
    expect(Date.parse(after.metadata['last-modified'])).toBeGreaterThan(
      Date.parse(before.metadata['last-modified']),
    )
    const { body } = await rest.get(`/rules/${id}`)
    expect(after.metadata['last-modified'].slice(0, 19)).toBe(body.updated_at.slice(0, 19).replace(' ', 'T'))
  }
})

test('C-76: OSCAL contains all checks of a requirement', async () => {
  const workspace = await createWorkspace(world, { rules: 1 })
  const id = getRuleAt(workspace, 0)
  await setRule(world, id, { status: 'Applicable - Configurable' })
  const checks = [{ system: 'B', content: 'Second way.' }]
  const { status } = await workspace.as.author.patch(`/rules/${id}`, { rule: { checks_attributes: checks } })
  expect(status).toBe(200)
  const readText = async (type: string) =>
    (await download(world, workspace.people.viewer, `/components/${workspace.component.id}/export/${type}`))
      .text
  const [control] = JSON.parse(await readText('oscal_catalog')).catalog.controls
  expect(control.parts.at(-1)).toEqual({
    id: 'ABCD-01-000001_check-2',
    name: 'assessment-method',
    prose: '[Check system: B]\nSecond way.',
  })
  expect(await readText('oscal_component')).toContain(String.raw`[Check system: B]\nSecond way.`)
})
