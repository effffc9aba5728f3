import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { CCI_CONTROLS, formatNistControls } from '../../src/formats/cci.ts'
import { type Benchmark, type CatalogRule, parseBenchmark } from '../../src/formats/xccdf.ts'
import { catchDomainError } from './catch-domain-error.ts'
import { ORACLES } from './oracles.ts'

const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const published = describe.skipIf(!existsSync(folder))

const readBytes = (file: string): Uint8Array => readFileSync(folder + file)
const splitItems = (text: string | null): string[] => text?.split(', ') ?? []

function read(file: string): Benchmark {
  const path = ORACLES.find((oracle) => oracle.file.includes(file))?.file ?? ''
  return parseBenchmark(readBytes(path), path.startsWith('srgs') ? 'srg' : 'stig')
}

function findRule(benchmark: Benchmark, version: string) {
  const rule = benchmark.rules.find((candidate) => candidate.version === version)
  if (rule === undefined) throw new Error(`No rule ${version}`)
  return rule
}

published.each(ORACLES)('the published file $file', (oracle) => {
  const stig = oracle.file.startsWith('stigs')
  let guide: Benchmark
  let rules: CatalogRule[]

  beforeAll(() => {
    guide = read(oracle.file)
    rules = guide.rules
  })

  test('is the copy with the expected checksum', () => {
    expect(createHash('sha256').update(readBytes(oracle.file)).digest('hex').slice(0, 12)).toBe(oracle.sha)
  })

  test('has the expected header', () => {
    const { id: srgId, title, name, version, date: releaseDate, core } = oracle
    expect(guide).toMatchObject({ srgId, title, name, version, releaseDate, core })
    expect(guide.description === null).toBe(!stig)
  })

  test('C-20: has its number of rules by severity', () => {
    const count = (severity: string) => rules.filter((rule) => rule.severity === severity).length
    expect(`${count('high')}/${count('medium')}/${count('low')}`).toBe(oracle.severities)
  })

  test('has its CCIs, all of which map to a control', () => {
    const lists = rules.map((rule) => splitItems(rule.ident))
    const all = new Set(lists.flat())
    expect(all.size).toBe(oracle.cci)
    expect([...all].filter((cci) => !CCI_CONTROLS.has(cci))).toEqual([])
    expect(lists.filter((list) => list.includes('CCI-000366'))).toHaveLength(oracle.rows366)
    const sizes = [...new Set(lists.map((list) => list.length))].sort((a, b) => a - b)
    const perRule = sizes.map((size) => `${lists.filter((list) => list.length === size).length}x${size}`)
    expect(perRule.join(' ')).toBe(oracle.perRule)
    expect(rules.flatMap((rule) => splitItems(rule.legacyIds))).toHaveLength(oracle.legacy)
  })

  test('has the expected first and last rule', () => {
    const [first] = rules
    expect(`${first?.version} ${first?.ruleId}`).toBe(oracle.first)
    const texts = [first?.vulnDiscussion, first?.checkContent, first?.fixtext]
    expect(texts.map((text) => text?.length).join('/')).toBe(oracle.lengths)
    expect(rules.at(-1)?.version).toBe(oracle.last)
  })

  test('has long titles (C-4)', () => {
    expect(rules.filter((rule) => rule.title.length > 255)).toHaveLength(oracle.longTitles)
  })

  test('C-16: has in every rule the common values of all published rules', () => {
    for (const rule of rules) {
      expect(rule).toMatchObject({ weight: '10.0', status: 'Not Yet Determined', documentable: false })
      expect(rule).toMatchObject({
        falsePositives: null,
        mitigations: null,
        potentialImpacts: null,
        iaControls: null,
      })
      expect(rule.identSystem).toBe('http://cyber.mil/cci')
      expect(rule.fixId).toBe(rule.fixtextFixref)
      expect(rule.vulnDiscussion).not.toBeNull()
      expect(rule.checkContentRefName).toBe(oracle.core ? null : 'M')
      expect(Object.keys(rule.reference ?? {}).sort()).toEqual(
        oracle.core ? [] : ['identifier', 'publisher', 'reference_type', 'subject', 'title'],
      )
      expect(rule.groupId !== null && rule.groupTitle !== null).toBe(stig)
    }
  })
})

published('the published guides', () => {
  test('keep both GPOS rules of one version, ordered by rule id (C-18)', () => {
    const { rules } = read('GPOS')
    expect(new Set(rules.map((rule) => rule.version)).size).toBe(202)
    const twins = rules.filter((rule) => rule.version === 'SRG-OS-000132-GPOS-00067')
    expect(twins.map((rule) => rule.ruleId)).toEqual(['SV-203655r1117266_rule', 'SV-278973r1137694_rule'])
    expect(rules.findIndex((rule) => rule.ruleId === 'SV-203655r1117266_rule')).toBe(61)
  })

  test.each([
    ['Application_Core', 'SRG-APP-000516', null],
    ['Container', 'SRG-APP-000516-CTR-000790', 163],
    ['Database', 'SRG-APP-000516-DB-000363', 120],
    ['GPOS', 'SRG-OS-000313-GPOS-00124', 102],
    ['Network_Core', 'SRG-NET-000029', null],
    ['Operating_System_Core', 'SRG-OS-000480', null],
    ['Web_Server', 'SRG-APP-000334-WSR-000024', 73],
  ])('have in %s the seed row %s', (file, version, number) => {
    const { rules } = read(file)
    const index = rules.findIndex((rule) => splitItems(rule.ident).includes('CCI-000366'))
    expect(rules[index]?.version).toBe(version)
    if (number !== null) expect(index + 1).toBe(number)
  })

  test.each(ORACLES.filter(({ file }) => file.startsWith('stigs')))('refuse $file as an SRG', ({ file }) => {
    expect(catchDomainError(() => parseBenchmark(readBytes(file), 'srg')).reason).toBe('xccdf.not_an_srg')
  })

  test.each(ORACLES.filter(({ file }) => file.startsWith('srgs')))('refuse $file as a STIG', ({ file }) => {
    expect(catchDomainError(() => parseBenchmark(readBytes(file), 'stig')).reason).toBe('xccdf.not_a_stig')
  })

  test('have the first GPOS rule in all its fields', () => {
    const [rule] = read('GPOS').rules
    expect(rule).toMatchObject({
      ident: 'CCI-000015',
      legacyIds: 'V-56571, SV-70831',
      fixId: 'F-3716r557030_fix',
      checkSystem: 'C-3716r557029_chk',
      checkContentRefHref: 'General_Purpose_Operating_System_SRG.xml',
      reference: { publisher: 'DISA', reference_type: 'DPMS Target' },
    })
    expect(formatNistControls(rule?.ident ?? null)).toBe('AC-2 (1)')
  })

  test('have rules with several CCIs, sorted', () => {
    const gpos = read('GPOS')
    expect(findRule(gpos, 'SRG-OS-000228-GPOS-00088').ident).toBe(
      'CCI-001384, CCI-001385, CCI-001386, CCI-001387, CCI-001388',
    )
    expect(findRule(gpos, 'SRG-OS-000835-GPOS-00305').ident).toBe('CCI-000366, CCI-003650')
    expect(findRule(read('Network_Core'), 'SRG-NET-000815').ident).toBe('CCI-000026, CCI-000366')
  })

  test('keep ampersands, angle brackets and white space as they are (C-17)', () => {
    const gpos = read('GPOS')
    for (const version of ['SRG-OS-000023-GPOS-00006', 'SRG-OS-000228-GPOS-00088']) {
      expect(findRule(gpos, version).vulnDiscussion).toContain('read & consent')
    }
    expect(findRule(gpos, 'SRG-OS-000276-GPOS-00106').title).toMatch(/ $/)
    expect(findRule(read('Web_Server'), 'SRG-APP-000439-WSR-000192').title).toMatch(/ $/)
    expect(gpos.rules.filter(({ vulnDiscussion }) => vulnDiscussion !== vulnDiscussion?.trim())).toHaveLength(
      7,
    )
    const windows = read('Windows')
    expect(windows.rules.filter((rule) => rule.vulnDiscussion?.includes('Satisfies:'))).toHaveLength(84)
  })

  test.each([
    ['GPOS', 'low', 'SRG-OS-000027-GPOS-00008, SRG-OS-000341-GPOS-00132, SRG-OS-000342-GPOS-00133'],
    ['GPOS', 'high', 'SRG-OS-000033-GPOS-00014, SRG-OS-000073-GPOS-00041'],
    ['Container', 'low', 'SRG-APP-000068-CTR-000120, SRG-APP-000069-CTR-000125, SRG-APP-000297-CTR-000705'],
  ])('have in %s the first %s rules', (file, severity, versions) => {
    const rules = read(file).rules.filter((rule) => rule.severity === severity)
    const expected = versions.split(', ')
    expect(rules.slice(0, expected.length).map((rule) => rule.version)).toEqual(expected)
  })

  test('set the group of STIG rules', () => {
    expect(read('PGSQL').rules[0]).toMatchObject({
      groupId: 'V-233511',
      groupTitle: 'SRG-APP-000142-DB-000094',
    })
    expect(read('Windows').rules[0]).toMatchObject({
      groupId: 'V-277982',
      groupTitle: 'SRG-OS-000439-GPOS-00195',
    })
  })

  test('mark the last Container and Web Server rule as high', () => {
    expect(read('Container').rules.at(-1)).toMatchObject({
      severity: 'high',
      ruleId: 'SV-278968r1137653_rule',
    })
    expect(read('Web_Server').rules.at(-1)).toMatchObject({ severity: 'high' })
  })
})
