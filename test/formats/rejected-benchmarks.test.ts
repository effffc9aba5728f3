import { describe, expect, test } from 'vitest'
import { parseBenchmark } from '../../src/formats/xccdf.ts'
import { type RuleOptions, createBenchmarkFile, createBenchmarkXml } from '../support/xccdf.ts'
import { catchDomainError } from './catch-domain-error.ts'

const toBytes = (xml: string): Uint8Array => new TextEncoder().encode(xml)
const catchRejection = (xml: string | Uint8Array) =>
  catchDomainError(() => parseBenchmark(typeof xml === 'string' ? toBytes(xml) : xml, 'srg'))
const catchRuleRejection = (rules: RuleOptions[]) => catchRejection(createBenchmarkFile({ rules }))
const xml = createBenchmarkXml()

describe('a file that is not a benchmark', () => {
  test.each([
    ['an empty file', '', 1],
    ['a text', 'Dear reader', 1],
    ['mismatched tags', xml.replace('</title>', '</titel>'), 3],
    ['a truncated file', xml.slice(0, -20), 6],
    ['two roots', `${xml}\n<more/>`, 8],
    ['an unknown entity', xml.replace('Test Guide', '&guide;'), 3],
    ['an unbound prefix', xml.replace('<status', '<x:status').replace('</status', '</x:status'), 3],
    ['a lone surrogate', xml.replace('Test Guide', '&#xD800;'), 3],
    ['a character NUL', xml.replace('Test Guide', '&#0;'), 3],
    ['elements without end', xml.replace('</Benchmark>', `${'<a>'.repeat(200)}</Benchmark>`), 7],
  ])('is rejected as %s with its line', (_, text, line) => {
    const refusal = catchRejection(text)
    expect(refusal.status).toBe(422)
    expect(refusal.reason).toBe('xccdf.malformed')
    expect(refusal.message).toMatch(new RegExp(`^Line ${line}: `))
    expect(refusal.details.errors).toEqual({ file: [refusal.message] })
  })

  test.each([
    ['another root', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'html of http://www.w3.org/1999/xhtml'],
    ['no namespace', '<Benchmark id="A"/>', 'Benchmark without a namespace'],
    ['another namespace', xml.replace('xccdf/1.1', 'xccdf/9.9'), 'xccdf/9.9'],
  ])('a file that is not a benchmark with %s is rejected with what was found', (_, text, description) => {
    const refusal = catchRejection(text)
    expect(refusal.reason).toBe('xccdf.not_a_benchmark')
    expect(refusal.message).toContain(description)
  })

  test('a STIG is rejected as an SRG because of its first rule', () => {
    const rules = [{ version: 'ABC-00-000010' }, { version: 'ABC-00-000020' }]
    expect(catchRejection(createBenchmarkFile({ id: 'ABC_STIG', rules }))).toMatchObject({
      reason: 'xccdf.not_an_srg',
      message: expect.stringMatching(/^Line \d+: .*ABC-00-000010 for SRG-TST-000001/),
    })
    expect(parseBenchmark(createBenchmarkFile({ id: 'ABC_STIG', rules }), 'stig').rules).toHaveLength(2)
    for (const srg of [{ id: 'ABC', rules }, { id: 'ABC_STIG' }, { rules: [...rules, {}], id: 'ABC_STIG' }]) {
      expect(parseBenchmark(createBenchmarkFile(srg), 'srg').rules.length).toBeGreaterThan(0)
    }
  })

  test.each([
    ['an empty one', '<!DOCTYPE Benchmark>'],
    ['an external one', '<!DOCTYPE Benchmark SYSTEM "file:///etc/passwd">'],
    ['entities', '<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'],
  ])('a file that is not a benchmark with a DOCTYPE, %s, is rejected (C-15)', (_, doctype) => {
    expect(catchRejection(xml.replace('<Benchmark', `${doctype}<Benchmark`))).toMatchObject({
      reason: 'xccdf.doctype',
      message: expect.stringMatching(/^Line 2: /),
    })
  })

  test('a file that is not a benchmark in another encoding is rejected', () => {
    expect(catchRejection(xml.replace('utf-8', 'EBCDIC-US')).message).toContain('EBCDIC-US')
    expect(catchRejection(Buffer.concat([Buffer.from(xml, 'utf16le'), Buffer.of(0)])).reason).toBe(
      'xccdf.encoding',
    )
  })

  test('a file that is not a benchmark with a NUL byte or invalid UTF-8 is rejected with its line', () => {
    expect(catchRejection(toBytes(xml.replace('Test Guide', '\0'))).message).toMatch(/^Line 3: .*NUL/)
    const broken = toBytes(xml.replace('Test Guide', '~'))
    broken[broken.indexOf(0x7e)] = 0xe9
    expect(catchRejection(broken)).toMatchObject({
      reason: 'xccdf.encoding',
      message: expect.stringMatching(/^Line 3: /),
    })
  })
})

describe('an incomplete benchmark', () => {
  test.each([
    ['its id', xml.replace(/ id="Test_Guide_SRG"/, ''), 'id attribute'],
    ['its title', xml.replace('<title>Test Guide</title>', '<title> </title>'), 'title'],
    ['its version', xml.replace('<version>1</version>', ''), 'version'],
    ['its release', xml.replace('Release: 1', 'Published'), 'release-info'],
    ['the release-info text', xml.replace('"release-info"', '"generator"'), 'release-info'],
  ])('is rejected without %s', (_, text, missing) => {
    const refusal = catchRejection(text)
    expect(refusal.reason).toBe('xccdf.header_incomplete')
    expect(refusal.message).toContain(missing)
  })

  test('is rejected without rules', () => {
    expect(catchRuleRejection([]).reason).toBe('xccdf.no_rules')
  })

  test.each([
    ['id', { id: 'x'.repeat(256) }, 255],
    ['title', { title: 'x'.repeat(2001) }, 2000],
  ])('is rejected with an over-long %s', (field, options, maximum) => {
    const refusal = catchRejection(createBenchmarkFile(options))
    expect(refusal.reason).toBe('xccdf.header_too_long')
    expect(refusal.message).toContain(`${field} has more than ${maximum} characters`)
  })
})

describe('a rule that cannot be imported', () => {
  test('C-16: is rejected for an unknown severity', () => {
    const refusal = catchRuleRejection([{ severity: 'critical', ruleId: 'SV-7_rule' }, {}])
    expect(refusal.status).toBe(422)
    expect(refusal.reason).toBe('xccdf.rule_invalid')
    expect(refusal.details.errors?.['file']).toEqual([
      'severity must be high, medium or low and is "critical": SV-7_rule.',
    ])
    expect(catchRuleRejection([{ severity: '' }]).reason).toBe('xccdf.rule_invalid')
  })

  test.each([
    ['title', { title: 'x'.repeat(2001) }, 2000],
    ['version', { version: 'x'.repeat(256) }, 255],
    ['ident', { ident: ['x'.repeat(2049)] }, 2048],
    ['legacy_ids', { legacy: ['x'.repeat(256)] }, 255],
    ['fixtext', { fix: 'x'.repeat(100_001) }, 100_000],
    ['check content', { check: 'x'.repeat(100_001) }, 100_000],
    ['vuln_discussion', { vulnDiscussion: 'x'.repeat(100_001) }, 100_000],
  ])('is rejected for an over-long %s', (field, options, maximum) => {
    const refusal = catchRuleRejection([{ ...options, ruleId: 'SV-1_rule' }])
    expect(refusal.details.errors?.['file']).toEqual([
      `${field} has more than ${maximum} characters: SV-1_rule.`,
    ])
  })

  test('is accepted at the limit, counted in characters', () => {
    const rule = { title: '𝄞'.repeat(2000), check: '𝄞'.repeat(100_000), ident: ['x'.repeat(2048)] }
    expect(parseBenchmark(createBenchmarkFile({ rules: [rule] }), 'srg').rules).toHaveLength(1)
    expect(catchRuleRejection([{ title: '𝄞'.repeat(2001) }]).reason).toBe('xccdf.rule_invalid')
  })

  test('is reported with up to three others and their number, and with every fault', () => {
    const rules: RuleOptions[] = Array.from({ length: 5 }, () => ({ title: 'x'.repeat(2001) }))
    const refusal = catchRuleRejection([...rules, { severity: 'none' }])
    expect(refusal.details.errors?.['file']).toEqual([
      'title has more than 2000 characters: SV-000001_rule, SV-000002_rule, SV-000003_rule and 2 more.',
      'severity must be high, medium or low and is "none": SV-000006_rule.',
    ])
  })

  test('is rejected when its substitutions make the file far larger', () => {
    const value = `<plain-text id="long">${'x'.repeat(1_000_000)}</plain-text>`
    const text = xml
      .replace('<version>', `${value}<version>`)
      .replace('<fixtext', `<fixtext>${'<sub idref="long"/>'.repeat(60)}</fixtext><fixtext`)
    expect(catchRejection(text).message).toBe('Line 6: The substitutions of the file have more than 50 MiB.')
  })

  test.each([
    ['no id', xml.replace('SV-000001_rule', ''), 'id is missing: the rule on line 6.'],
    [
      'no version',
      xml.replace('SRG-TST-000001</version>', '</version>'),
      'version is missing: SV-000001_rule.',
    ],
    ['no title', xml.replace('Requirement 1', ''), 'title is missing: SV-000001_rule.'],
    ['a wrong weight', xml.replace('"10.0"', '"heavy"'), 'weight is not a decimal number: SV-000001_rule.'],
    [
      'an open description part',
      xml.replace('&lt;/VulnDiscussion', '&lt;/Vuln'),
      'description opens VulnDiscussion without closing it: SV-000001_rule.',
    ],
  ])('is rejected with %s', (_, text, message) => {
    expect(catchRejection(text).details.errors?.['file']).toContain(message)
  })

  test('is rejected when another rule has its id', () => {
    const rules = [{ ruleId: 'SV-1_rule' }, { ruleId: 'SV-1_rule' }]
    expect(catchRuleRejection(rules).message).toContain('id is used by more than one rule: SV-1_rule.')
  })

  test('is reported with at most twenty faults', () => {
    const rules = Array.from({ length: 30 }, (_, index) => ({ severity: `unheard of ${index}` }))
    const messages = catchRuleRejection(rules).details.errors?.['file']
    expect(messages).toHaveLength(21)
    expect(messages?.at(-1)).toBe('There are 10 more errors.')
  })
})
