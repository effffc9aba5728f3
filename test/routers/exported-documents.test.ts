import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { sql } from 'kysely'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { readReqif } from '../../src/formats/texts/reqif-reader.ts'
import { parseBenchmark } from '../../src/formats/xccdf.ts'
import {
  createWorkspace,
  linkSatisfaction,
  getRuleAt,
  setComponent,
  setRule,
  type Workspace,
} from '../support/authoring.ts'
import { type Download, download, listEntryYears } from '../support/files.ts'
import { createWorld } from '../support/world.ts'

const schemas = fileURLToPath(new URL('../../../shared/data/schemas/', import.meta.url))
const withSchemas = describe.skipIf(!existsSync(schemas))
const world = createWorld()
const getQueries = () => world.database.queries

/** Texts that could break the syntax of XML, JSON, Ruby, Markdown or a cell if they were not escaped. */
const UNUSUAL_TEXT = `<b>"it's"</b> & ]]> #{system('id')} \\' \\\nend\n__END__\n=begin\r\n## Check <!-- check_content -->\n\tÜ 𝄞 \u0001\u200b{{x}}`

let stig: Workspace
let srg: Workspace

beforeAll(async () => {
  stig = await createWorkspace(world, {
    rules: 4,
    component: { name: 'Harbor Gateway 2', version: 1, release: 4 },
  })
  srg = await createWorkspace(world, {
    type: 'srg',
    component: { name: '2nd SRG', prefix: '1111-AA', version: 1, release: 1 },
  })
  for (const [workspace, status] of [
    [stig, 'Applicable - Configurable'],
    [srg, 'Applicable'],
  ] as const) {
    for (const index of [0, 1]) {
      const rule = await workspace.rule(getRuleAt(workspace, index))
      await setRule(world, rule.id, {
        status,
        fixtext: `Fix ${UNUSUAL_TEXT}`,
        rule_weight: index === 0 ? 'heavy' : '10.0',
        artifact_description: UNUSUAL_TEXT,
        vendor_comments: UNUSUAL_TEXT,
      })
      await workspace.as.author.patch(`/rules/${rule.id}`, {
        rule: {
          title: index === 0 ? ` ${UNUSUAL_TEXT}`.replaceAll(/[\r\n]/g, ' ') : 'Plain',
          ident: 'CCI-000366, CCI-000015',
          checks_attributes: [{ id: rule.checks_attributes[0].id, content: `Check ${UNUSUAL_TEXT}` }],
          disa_rule_descriptions_attributes: [
            {
              id: rule.disa_rule_descriptions_attributes[0].id,
              vuln_discussion: `Why ${UNUSUAL_TEXT}`,
              documentable: false,
            },
          ],
        },
      })
    }
  }
  await linkSatisfaction(stig, getRuleAt(stig, 2), getRuleAt(stig, 0))
})

const listWorkspaces = () => ({ stig, srg })
const toFile = (kind: 'stig' | 'srg', type: string): Promise<Download> => {
  const workspace = listWorkspaces()[kind]
  return download(world, workspace.people.viewer, `/components/${workspace.component.id}/export/${type}`)
}

withSchemas('against the published schemas', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: true })
  addFormats.default(ajv)
  const isValid = (schema: string, document: unknown) => {
    const check =
      ajv.getSchema(schema) ??
      ajv.compile({ ...JSON.parse(readFileSync(schemas + schema, 'utf8')), $id: schema })
    void check(document)
    return check.errors ?? []
  }

  const assertXccdf = (bytes: Uint8Array) => {
    xmlRegisterFsInputProviders()
    const path = `${schemas}xccdf/1.1/xccdf-schema.xsd`
    const schema = XmlDocument.fromBuffer(readFileSync(path), { url: path })
    const validator = XsdValidator.fromDoc(schema)
    const document = XmlDocument.fromBuffer(bytes)
    try {
      validator.validate(document)
    } finally {
      document.dispose()
      validator.dispose()
      schema.dispose()
    }
  }

  test.each(['stig', 'srg'] as const)('XCCDF of a %s component is valid', async (kind) => {
    assertXccdf((await toFile(kind, 'xccdf')).bytes)
  })

  test('XCCDF is valid for any system of an ident, and the system is preserved on import (C-72)', async () => {
    const workspace = await createWorkspace(world, { rules: 1 })
    const id = getRuleAt(workspace, 0)
    await setRule(world, id, { status: 'Applicable - Configurable', ident: 'CCI-000366' })
    for (const system of [
      'http://cyber.mil/cci',
      'https://me@example.org:8080/a%20b?c=d#e',
      'urn:cci',
      'http://exämple.org/ü',
      'not a uri %%',
      'a%20b',
      'plain/path?x#y#z',
      '1:2',
      ':',
      '//',
      'http://',
      'http://a:b',
      'http://[x',
      'http://a b',
      'x:#a#b',
      'x:%zz',
      '"<&>\\^`{|}',
      'ü 𝄞 \u00a0\u2028',
    ]) {
      await setRule(world, id, { ident_system: system })
      const path = `/components/${workspace.component.id}/export/xccdf`
      const { bytes } = await download(world, workspace.people.viewer, path)
      expect(() => assertXccdf(bytes), system).not.toThrow()
      expect(parseBenchmark(bytes, 'stig').rules[0]?.identSystem, system).toBe(system)
    }
  })

  test.each(
    (['stig', 'srg'] as const).flatMap((kind) =>
      ['oscal_catalog', 'oscal_component'].flatMap((type) =>
        ['1-1-3', '1-2-2'].map((version) => [kind, type, version] as const),
      ),
    ),
  )('a %s component exported as %s is valid OSCAL %s', async (kind, type, version) => {
    const { text } = await toFile(kind, type)
    const problems = isValid(`oscal/oscal_complete_schema-${version}.json`, JSON.parse(text))
    expect(problems.slice(0, 5).map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([])
  })

  test.each(['stig', 'srg'] as const)('a checklist of a %s component has its structure', async (kind) => {
    const { text, name } = await toFile(kind, 'cklb')
    expect(name).toMatch(/\.cklb$/)
    expect(isValid('cklb/cklb-structure.schema.json', JSON.parse(text))).toEqual([])
  })

  test('a component without determined requirements is exported as a valid document', async () => {
    const workspace = await createWorkspace(world)
    for (const [type, schema] of [
      ['oscal_catalog', 'oscal/oscal_complete_schema-1-1-3.json'],
      ['oscal_component', 'oscal/oscal_complete_schema-1-1-3.json'],
      ['cklb', 'cklb/cklb-structure.schema.json'],
    ] as const) {
      const { text } = await download(
        world,
        workspace.people.viewer,
        `/components/${workspace.component.id}/export/${type}`,
      )
      expect(isValid(schema, JSON.parse(text)), type).toEqual([])
    }
  })
})

describe('a component exported as XCCDF and imported as a guide (C-72)', () => {
  const toWritten = (text: string) => text.replaceAll('\u0001', '')

  test('has the same requirements: of a STIG the configurable ones that are not children', async () => {
    const file = await toFile('stig', 'xccdf')
    expect(file.name).toBe('Harbor-Gateway-2-V1R4-xccdf.xml')
    const guide = parseBenchmark(file.bytes, 'stig')
    expect(guide).toMatchObject({ srgId: 'Harbor_Gateway_2', version: 'V1R4' })
    expect(guide.rules).toHaveLength(2)
    const [first] = guide.rules
    expect(first).toMatchObject({
      groupId: 'V-ABCD-01-000001',
      groupTitle: 'SRG-APP-000001',
      ruleId: 'SV-ABCD-01-000001',
      version: 'ABCD-01-000001',
      ident: 'CCI-000015, CCI-000366',
      fixtext: toWritten(`Fix ${UNUSUAL_TEXT}`),
      checkContent: toWritten(`Check ${UNUSUAL_TEXT}`),
      vulnDiscussion: `${toWritten(`Why ${UNUSUAL_TEXT}`)}\n\nSatisfies: SRG-APP-000003`,
      documentable: false,
      weight: '10.0',
    })
  })

  test('has the applicable requirements of an SRG (C-72), under nine profiles', async () => {
    const file = await toFile('srg', 'xccdf')
    const guide = parseBenchmark(file.bytes, 'srg')
    expect(guide.rules.map(({ ruleId, version, fixtext }) => [ruleId, version, fixtext])).toEqual([
      ['SV-1111-AA-000001', '1111-AA-000001', toWritten(`Fix ${UNUSUAL_TEXT}`)],
      ['SV-1111-AA-000002', '1111-AA-000002', toWritten(`Fix ${UNUSUAL_TEXT}`)],
    ])
    expect(file.text.match(/<Profile /g)).toHaveLength(9)
    expect(file.text).toContain('id="_2nd_SRG"')
    expect(file.text).toContain('<title>SRG-APP-000001</title>')
  })

  test('can be uploaded to the catalog', async () => {
    const file = await toFile('stig', 'xccdf')
    const form = new FormData()
    form.set('file', new File([Uint8Array.from(file.bytes)], 'again-xccdf.xml'))
    const { status, body } = await (await world.rest(await world.createSystemAdmin())).post('/stigs', form)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.stig).toMatchObject({ stig_id: 'Harbor_Gateway_2', version: 'V1R4' })
  })
})

describe('the exchange formats (C-76)', () => {
  test('contain every live requirement of an SRG, and the published ones of a STIG, by displayed name', async () => {
    const names = {
      oscal_catalog: (text: string) =>
        JSON.parse(text).catalog.controls.map(
          (item: { props: { name: string; value: string }[] }) => item.props[0]?.value,
        ),
      cklb: (text: string) =>
        JSON.parse(text).stigs[0].rules.map((rule: { group_id: string }) => rule.group_id.slice(2)),
      reqif: (text: string) => [...text.matchAll(/<SPEC-OBJECT-REF>_([^<]+)</g)].map((match) => match[1]),
    }
    for (const [type, readIds] of Object.entries(names)) {
      expect(readIds((await toFile('stig', type)).text), type).toEqual(['ABCD-01-000001', 'ABCD-01-000002'])
      expect(readIds((await toFile('srg', type)).text), type).toHaveLength(3)
    }
  })

  test('ReqIF is well-formed, its references resolve, and its texts are exact', async () => {
    const { text, bytes, name } = await toFile('stig', 'reqif')
    expect(name).toMatch(/\.reqif$/)
    const document = XmlDocument.fromBuffer(bytes)
    const ids = [...text.matchAll(/ IDENTIFIER="([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, reference] of text.matchAll(/-REF>([^<]+)</g)) expect(ids).toContain(reference)
    const reqif = { r: 'http://www.omg.org/spec/ReqIF/20110401/reqif.xsd' }
    const [value] = document.find(
      '//r:ATTRIBUTE-VALUE-XHTML[contains(r:DEFINITION, "_attribute-check")]/r:THE-VALUE/x:div',
      { ...reqif, x: 'http://www.w3.org/1999/xhtml' },
    )
    expect(value?.content).toBe(`Check ${UNUSUAL_TEXT}`.replaceAll('\u0001', '').replaceAll('\n', ''))
    const [object] = readReqif('a.reqif', text).objects
    expect(object?.values.get('CHECK')?.text).toBe(`Check ${UNUSUAL_TEXT}`.replaceAll('\u0001', ''))
    document.dispose()
  })

  test('Markdown is a folder in a stable order whose bytes change only with the content', async () => {
    const first = await toFile('stig', 'markdown')
    const entries = first.entries()
    expect(Object.keys(entries)).toEqual([
      'README.md',
      'requirements/ABCD-01-000001.md',
      'requirements/ABCD-01-000002.md',
    ])
    expect(entries['requirements/ABCD-01-000001.md']).toContain('\n\\## Check <!-- check_content -->\n')
    expect(Buffer.from((await toFile('stig', 'markdown')).bytes).equals(Buffer.from(first.bytes))).toBe(true)
  })

  test.each(['markdown', 'docx'])(
    'archives (%s) of imported components have valid times; those of Markdown are not in the future',
    async (type) => {
      const workspace = await createWorkspace(world, { type: 'srg' })
      const { id } = workspace.component
      const readYears = async (time: string) => {
        await sql`update rules set updated_at = ${time} where component_id = ${id}`.execute(getQueries())
        await sql`update components set updated_at = ${time} where id = ${id}`.execute(getQueries())
        const file = await download(world, workspace.people.viewer, `/components/${id}/export/${type}`)
        expect(file.status).toBe(200)
        expect(Object.keys(file.entries()).length).toBeGreaterThan(1)
        return new Set(listEntryYears(file.bytes))
      }
      expect(await readYears('1970-05-05T12:00:00Z')).toEqual(new Set([1980]))
      expect(await readYears('2015-05-05T12:00:00Z')).toEqual(new Set([2015]))
      const [year = 0] = await readYears('9999-05-05T12:00:00Z')
      expect(year).toBeLessThanOrEqual(type === 'markdown' ? new Date().getFullYear() : 2099)
    },
  )

  test('the times of a Markdown folder change with its requirements', async () => {
    const workspace = await createWorkspace(world, { type: 'srg' })
    const { id } = workspace.component
    await sql`update rules set updated_at = '2001-05-05T12:00:00Z' where component_id = ${id}`.execute(
      getQueries(),
    )
    await sql`update components set updated_at = '2001-05-05T12:00:00Z' where id = ${id}`.execute(
      getQueries(),
    )
    await sql`update rules set updated_at = '2002-05-05T12:00:00Z' where id = ${getRuleAt(workspace, 1)}`.execute(
      getQueries(),
    )
    const { bytes } = await download(world, workspace.people.viewer, `/components/${id}/export/markdown`)
    expect(new Set(listEntryYears(bytes))).toEqual(new Set([2002]))
  })

  test('identifiers are equal in every export', async () => {
    const [first, second] = [await toFile('srg', 'oscal_component'), await toFile('srg', 'oscal_component')]
    expect(first.text).toBe(second.text)
  })
})

describe('an InSpec control', () => {
  test('escapes every text inside its quotes', async () => {
    const source = (await toFile('stig', 'inspec')).entries()['controls/ABCD-01-000001.rb'] ?? ''
    // The texts occur only inside single-quoted strings.
    const outside = source.replaceAll(/'(?:[^'\\]|\\.)*'/gs, "''")
    expect(outside).not.toMatch(/system|__END__|=begin|lead|Fix|Check/)
    expect(outside.split('\n').filter((line) => line === 'end')).toHaveLength(1)
  })
})

describe('an unnumbered component', () => {
  test('is exported without numbers in its names', async () => {
    const workspace = await createWorkspace(world)
    await setComponent(world, workspace, { name: 'Ünder "way"', version: null, release: null })
    const file = await download(
      world,
      workspace.people.viewer,
      `/components/${workspace.component.id}/export/xccdf`,
    )
    expect(file.name).toBe('_nder-_way_-xccdf.xml')
    expect(file.text).toContain('id="Ünder__way_"')
  })
})
