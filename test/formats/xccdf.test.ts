import { describe, expect, test } from 'vitest'
import { type CatalogRule, parseBenchmark } from '../../src/formats/xccdf.ts'
import { listDescriptionParts } from '../../src/formats/xccdf/description.ts'
import {
  type BenchmarkOptions,
  type RuleOptions,
  createBenchmarkFile,
  createBenchmarkXml,
} from '../support/xccdf.ts'

const toBytes = (xml: string): Uint8Array => new TextEncoder().encode(xml)
const parseGuide = (options: BenchmarkOptions = {}) => parseBenchmark(createBenchmarkFile(options), 'srg')

function readRule(options: RuleOptions, change = (xml: string) => xml): CatalogRule {
  const [rule] = parseBenchmark(toBytes(change(createBenchmarkXml({ rules: [options] }))), 'srg').rules
  if (rule === undefined) throw new Error('No rule was read.')
  return rule
}

describe('the header of a benchmark', () => {
  test.each([
    ['1', '16 Mar 2026', 'V3R1', '2026-03-16'],
    ['0.1', '2 January 2026', 'V3R0.1', '2026-01-02'],
    ['1.17', '2025-04-01', 'V3R1.17', '2025-04-01'],
    ['1.18', '28-Oct-25', 'V3R1.18', '2025-10-28'],
    ['12', '9 SEP 2025', 'V3R12', '2025-09-09'],
    ['4', null, 'V3R4', null],
    ['4', '31 Feb 2026', 'V3R4', null],
    ['4', '1 Smarch 2026', 'V3R4', null],
    ['4', '31 Dec 0000', 'V3R4', null],
    ['01', null, 'V3R1', null],
    ['1234567890123456789012', null, 'V3R1234567890123456789012', null],
  ])(
    'the header of a benchmark with release %s of %s gives %s and %s (C-14)',
    (release, date, version, releaseDate) => {
      expect(parseGuide({ version: '3', release, date })).toMatchObject({ version, releaseDate })
    },
  )

  test('takes the release from the plain text release-info in any position', () => {
    const generator = '<plain-text id="generator">Release: 99</plain-text>'
    const xml = createBenchmarkXml({ release: '2' }).replace('<plain-text', `${generator}<plain-text`)
    expect(parseBenchmark(toBytes(xml), 'srg').version).toBe('V1R2')
  })

  test('keeps blanks at the end of the title, and the description for a STIG only', () => {
    const about = { title: 'Guide ', description: 'About it' }
    expect(parseBenchmark(createBenchmarkFile(about), 'srg')).toMatchObject({
      title: 'Guide ',
      description: null,
    })
    expect(parseBenchmark(createBenchmarkFile({ id: 'Test_STIG', ...about }), 'stig')).toMatchObject(about)
  })

  test.each(['Operating_System_Core', 'Network_Core_SRG', 'Application_Core_SRG'])(
    'marks %s as core',
    (id) => {
      expect(parseGuide({ id }).core).toBe(true)
      expect(parseBenchmark(createBenchmarkFile({ id: id.replace('SRG', 'STIG') }), 'stig').core).toBe(false)
    },
  )

  test('is read with a byte order mark, with CRLF, in namespace 1.2 and under a prefix', () => {
    const plain = parseGuide()
    const xml = createBenchmarkXml()
    expect(parseBenchmark(toBytes(`\uFEFF${xml}`), 'srg')).toEqual(plain)
    expect(parseBenchmark(toBytes(xml.replaceAll('\n', '\r\n')), 'srg')).toEqual(plain)
    expect(parseGuide({ namespace: 'http://checklists.nist.gov/xccdf/1.2' })).toEqual(plain)
    const prefixed = xml.replace(/<(\/?)(?=[a-zA-Z])(?!dc:)/g, '<$1x:').replace('xmlns=', 'xmlns:x=')
    expect(parseBenchmark(toBytes(prefixed), 'srg')).toEqual(plain)
  })
})

describe('the rules of a benchmark', () => {
  test('are sorted by version, then by rule id', () => {
    const order = [
      ['B', '1'],
      ['A', '9'],
      ['A', '10'],
    ].map(([version = '', ruleId = '']) => ({ version, ruleId }))
    expect(parseGuide({ rules: order }).rules.map((rule) => rule.version + rule.ruleId)).toEqual([
      'A10',
      'A9',
      'B1',
    ])
  })

  test.each(['srg', 'stig'] as const)('C-16: of a guide of kind %s are found at any depth', (kind) => {
    const createExtraRule = (id: string) =>
      `<Rule id="${id}"><version>${id}</version><title>${id}</title></Rule>`
    const xml = createBenchmarkXml({ rules: [{ version: 'A' }, { version: 'B' }] })
      .replace(
        '</Rule>',
        `</Rule>${createExtraRule('C')}<Group id="inner"><title>inner</title>${createExtraRule('D')}</Group>`,
      )
      .replace('</Benchmark>', `${createExtraRule('E')}<Group id="empty"/></Benchmark>`)
    const versions = parseBenchmark(toBytes(xml), kind).rules.map((rule) => rule.version)
    expect(versions).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  test('carry the group for a STIG, even when its title comes last, and not for an SRG', () => {
    const xml = createBenchmarkXml({ id: 'Test_Guide' }).replace(
      /(<title>SRG-TST-000001<\/title>)(.*<\/Rule>)/s,
      '$2$1',
    )
    expect(parseBenchmark(toBytes(xml), 'stig').rules[0]).toMatchObject({
      groupId: 'V-000001',
      groupTitle: 'SRG-TST-000001',
    })
    expect(parseBenchmark(toBytes(xml), 'srg').rules[0]).toMatchObject({ groupId: null, groupTitle: null })
  })
})

describe('a rule', () => {
  test('C-16: has the documented defaults for missing values', () => {
    const bare = '<Rule id="R"><version>A</version><title>T</title></Rule>'
    expect(readRule({}, (xml) => xml.replace(/<Rule.*<\/Rule>/s, bare))).toMatchObject({
      severity: 'medium',
      weight: '10.0',
      status: 'Not Yet Determined',
      documentable: null,
      reference: null,
      ident: null,
      identSystem: null,
      legacyIds: null,
      fixtext: null,
      fixId: null,
      checkContent: null,
    })
  })

  test('has its own severity, weight and status', () => {
    expect(readRule({ severity: 'low', extra: '<status>accepted</status>' })).toMatchObject({
      severity: 'low',
      status: 'accepted',
    })
    expect(readRule({}, (xml) => xml.replace('weight="10.0"', 'weight="5"')).weight).toBe('5.0')
  })

  test('C-16: has sorted CCIs and legacy identifiers in document order', () => {
    expect(
      readRule({ ident: ['CCI-000366', 'CCI-000015', 'CCI-000366'], legacy: ['V-2', 'SV-1'] }),
    ).toMatchObject({
      ident: 'CCI-000015, CCI-000366',
      identSystem: 'http://cyber.mil/cci',
      legacyIds: 'V-2, SV-1',
    })
  })

  test('has all eleven parts of its description (C-17)', () => {
    const texts = 'FalsePositives FalseNegatives Mitigations SeverityOverrideGuidance PotentialImpacts'
    const more = 'ThirdPartyTools MitigationControl Responsibility IAControls'
    const tagged = `${texts} ${more}`.split(' ').map((name) => `<${name}>about ${name}</${name}>`)
    const description = `<VulnDiscussion>D</VulnDiscussion><Documentable>True</Documentable>${tagged.join('')}`
    expect(readRule({ description })).toMatchObject({
      vulnDiscussion: 'D',
      documentable: true,
      falsePositives: 'about FalsePositives',
      falseNegatives: 'about FalseNegatives',
      mitigations: 'about Mitigations',
      severityOverrideGuidance: 'about SeverityOverrideGuidance',
      potentialImpacts: 'about PotentialImpacts',
      thirdPartyTools: 'about ThirdPartyTools',
      mitigationControl: 'about MitigationControl',
      responsibility: 'about Responsibility',
      iaControls: 'about IAControls',
    })
  })

  test('has literal description parts (C-17)', () => {
    const text = ' a & b < c <Subject> <path> &amp; <Mitigations>not a part</Mitigations> </b> '
    const rule = readRule({ vulnDiscussion: text })
    expect(rule.vulnDiscussion).toBe(text)
    expect(rule.mitigations).toBeNull()
  })

  test('has texts from CDATA, markup and other namespaces inside an element', () => {
    const markup = 'Do <h:b xmlns:h="http://www.w3.org/1999/xhtml">this</h:b> <![CDATA[& <that>]]>'
    expect(readRule({ fix: 'MARK' }, (xml) => xml.replace('MARK', markup)).fixtext).toBe('Do this & <that>')
  })

  test('has complete texts across the chunks of the file', () => {
    const texts = Array.from({ length: 60 }, (_, index) => 'x'.repeat(index) + '𝄞é<&'.repeat(1900))
    const { rules } = parseGuide({
      rules: texts.map((check, index) => ({ version: String(index + 10), check })),
    })
    expect(rules.filter((rule, index) => rule.checkContent !== texts[index])).toEqual([])
  })

  test('has a reference with its Dublin Core fields', () => {
    const extra =
      '<reference><dc:title>T</dc:title><dc:type>K</dc:type><dc:type>L</dc:type><other>x</other></reference>'
    expect(readRule({ extra }).reference).toEqual({ title: 'T', reference_type: 'K, L' })
    expect(readRule({ extra: '<reference/>' }).reference).toEqual({})
  })
})

test('C-17: contains tags in its texts, except the tag before the next part or the end', () => {
  const text = 'Write </VulnDiscussion> before <FalsePositives>, always.'
  const { parts } = listDescriptionParts(
    `<VulnDiscussion>${text}</VulnDiscussion><FalsePositives>None</FalsePositives>\n<Mitigations>m</Mitigations> end`,
  )
  expect(parts).toEqual({ VulnDiscussion: text, FalsePositives: 'None', Mitigations: 'm' })
  const loose = listDescriptionParts('<VulnDiscussion>a</VulnDiscussion> and <Mitigations>b</Mitigations>')
  expect(loose.parts).toEqual({ VulnDiscussion: 'a', Mitigations: 'b' })
})
