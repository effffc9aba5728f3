import { describe, expect, test } from 'vitest'
import { type CatalogRule, parseBenchmark, readRules } from '../../src/formats/xccdf.ts'
import { listDescriptionParts } from '../../src/formats/xccdf/description.ts'
import type { BenchmarkKind } from '../../src/formats/xccdf/types.ts'
import { createBenchmarkXml, type RuleOptions } from '../support/xccdf.ts'
import { catchDomainError } from './catch-domain-error.ts'

interface ExpectedWarning {
  line: number
  subject: string
  reason: string
}

/** Reads a document; returns it with its warnings. */
function read(xml: string | Uint8Array, kind: BenchmarkKind = 'srg') {
  const warnings: ExpectedWarning[] = []
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml
  const warn = (line: number, subject: string, reason: string) => warnings.push({ line, subject, reason })
  const guide = parseBenchmark(bytes, kind, { warn })
  return { guide, rules: guide.rules, warned: warnings.map(({ subject }) => subject), warnings }
}

/** Reads the only rule of a benchmark; returns it with its warnings. */
function readOnlyRule(
  options: RuleOptions,
  change: (xml: string) => string = (xml) => xml,
): CatalogRule & { warned: string[] } {
  const { rules, warned } = read(change(createBenchmarkXml({ rules: [options] })))
  const [first] = rules
  if (!first) throw new Error('no rule')
  return { ...first, warned }
}

const CHECK = /<check system.*?<\/check>/s
const check = (system: string, content: string | null, refs: string[] = []) =>
  `<check system="${system}">${refs.map((href) => `<check-content-ref href="${href}" name="N"/>`).join('')}${content === null ? '' : `<check-content>${content}</check-content>`}</check>`
const withChecks = (checks: string) => (xml: string) => xml.replace(CHECK, checks)

describe('a rule with several checks', () => {
  test('C-16: keeps all of them', () => {
    const read = readOnlyRule({}, withChecks(check('A', 'Look here.') + check('B', 'Look there.', ['b.xml'])))
    expect([read.checkSystem, read.checkContent]).toEqual(['A', 'Look here.'])
    expect(read.furtherChecks).toEqual([
      { system: 'B', contentRefHref: 'b.xml', contentRefName: 'N', content: 'Look there.' },
    ])
    expect(read.warned).toEqual([])
  })

  test('C-16: stores the first one with its text before an OVAL check', () => {
    const oval = 'http://oval.mitre.org/XMLSchema/oval-definitions-5'
    const read = readOnlyRule(
      {},
      withChecks(check(oval, null, ['oval.xml', 'more.xml']) + check('C-1', 'Look.')),
    )
    expect([read.checkSystem, read.checkContent]).toEqual(['C-1', 'Look.'])
    expect(read.furtherChecks?.map(({ system, contentRefHref }) => [system, contentRefHref])).toEqual([
      [oval, 'oval.xml'],
      [oval, 'more.xml'],
    ])
  })

  test('C-16, C-92: keeps those of a complex-check and warns that their operators are omitted', () => {
    const inner = `<complex-check operator="OR">${check('B', 'Two.')}${check('C', 'Three.')}</complex-check>`
    const complex = `<complex-check operator="AND" negate="true">${check('A', 'One.')}${inner}</complex-check>`
    const read = readOnlyRule({}, withChecks(complex))
    expect([read.checkContent, ...(read.furtherChecks ?? []).map(({ content }) => content)]).toEqual([
      'One.',
      'Two.',
      'Three.',
    ])
    expect(read.warned).toEqual(['how SV-000001_rule combines its checks (NOT AND, OR)'])
  })
})

test('C-16: a rule keeps all of its fixes, with scripts', () => {
  const fixes = '<fixtext fixref="F-2">Second.</fixtext><fix id="F-2" system="urn:sh">yum -y update</fix>'
  const read = readOnlyRule({ fix: 'First.', extra: '' }, (xml) =>
    xml.replace('<fix id=', `${fixes}<fix id=`),
  )
  expect(read.fixtext).toBe('First.\n\nSecond.')
  expect([read.fixtextFixref, read.fixId]).toEqual(['F-000001_fix', 'F-000001_fix'])
  expect(read.fixes).toEqual([
    { fixref: 'F-000001_fix', text: 'First.', id: 'F-000001_fix', system: null, content: null },
    { fixref: 'F-2', text: 'Second.', id: 'F-2', system: 'urn:sh', content: 'yum -y update' },
  ])
  expect(readOnlyRule({}).fixes).toBeNull()
})

test('C-16: each ident keeps its own system', () => {
  const others = [
    '<ident system="http://cce.mitre.org">CCE-80644-8</ident>',
    '<ident system="http://iase.disa.mil/cci">CCI-000366</ident>',
  ]
  const read = readOnlyRule({ ident: ['CCI-000015'], legacy: ['V-1', 'SV-1'] }, (xml) =>
    xml
      .replace('<ident system="http://cyber.mil/legacy">', `${others[0]}$&`)
      .replace('<fixtext', `${others[1]}$&`),
  )
  expect(read).toMatchObject({
    ident: 'CCI-000015',
    identSystem: 'http://cyber.mil/cci',
    legacyIds: 'V-1, SV-1',
    furtherIdents: [
      { system: 'http://cce.mitre.org', ident: 'CCE-80644-8' },
      { system: 'http://iase.disa.mil/cci', ident: 'CCI-000366' },
    ],
  })
  const withoutIdents = readOnlyRule({ ident: [] }, (xml) => xml.replace('<fixtext', `${others[0]}$&`))
  expect(withoutIdents).toMatchObject({
    ident: 'CCE-80644-8',
    identSystem: 'http://cce.mitre.org',
    furtherIdents: null,
  })
})

describe('a description', () => {
  test.each([
    ['without tags is the discussion', 'Just words', 'Just words'],
    [
      'has tags in any letter case',
      '<vulndiscussion>Why</VULNDISCUSSION><Documentable>false</Documentable>',
      'Why',
    ],
    [
      'may hold the name of a tag',
      '<VulnDiscussion>Not in </VulnDiscussion> here</VulnDiscussion>',
      'Not in </VulnDiscussion> here',
    ],
  ])('C-17: %s', (_, description, discussion) => {
    const read = readOnlyRule({ description })
    expect([read.vulnDiscussion, read.warned]).toEqual([discussion, []])
  })

  test('C-17: joins its repeated parts', () => {
    const createPart = (text: string) => `<Responsibility>${text}</Responsibility>`
    const description = `<VulnDiscussion>D</VulnDiscussion>${createPart('System Administrator')}${createPart('ISSO')}${createPart('')}`
    expect(readOnlyRule({ description })).toMatchObject({
      responsibility: 'System Administrator, ISSO',
      vulnDiscussion: 'D',
    })
  })

  test.each([
    ['attributes', '<VulnDiscussion xml:lang="en">Why</VulnDiscussion><FalsePositives xml:lang=\'en\' />'],
    ['blanks', '<VulnDiscussion >Why</VulnDiscussion ><FalsePositives />'],
    ['an empty part as one tag', '<FalsePositives/><VulnDiscussion>Why</VulnDiscussion><Mitigations/>'],
  ])('C-17: may have tags with %s', (_, description) => {
    const read = readOnlyRule({ description })
    expect([read.vulnDiscussion, read.falsePositives, read.warned]).toEqual(['Why', null, []])
  })

  test('C-17: keeps words in angle brackets that are not its own tags', () => {
    const words = 'Give <Mitigations of risk> and <responsibility = none> a value; <Mitigations/> is empty'
    const read = readOnlyRule({ description: `<VulnDiscussion>${words}</VulnDiscussion>` })
    expect([read.vulnDiscussion, read.mitigations, read.warned]).toEqual([words, null, []])
  })

  test('C-17: is read from XHTML and from tags that are elements', () => {
    const xhtml = '<h:p>One &amp; all.</h:p><h:p>Two<h:br/>three.</h:p>'
    const wrapContent = (content: string) =>
      readOnlyRule({}, (xml) =>
        xml
          .replace('xmlns:dc', 'xmlns:h="http://www.w3.org/1999/xhtml" xmlns:dc')
          .replace(/<description>&lt;Vuln.*?<\/description>/s, `<description>${content}</description>`),
      )
    expect(wrapContent(xhtml)).toMatchObject({ vulnDiscussion: 'One & all.\nTwo\nthree.\n', warned: [] })
    const elements = '<VulnDiscussion>Why</VulnDiscussion><Mitigations>How</Mitigations>'
    expect(wrapContent(elements)).toMatchObject({ vulnDiscussion: 'Why', mitigations: 'How', warned: [] })
  })

  test('C-92: reports the text outside of its parts', () => {
    const { warned } = readOnlyRule({ description: 'Before <VulnDiscussion>D</VulnDiscussion> <Foo>x</Foo>' })
    expect(warned).toEqual([
      'the text "Before" in the description of SV-000001_rule',
      'the text "<Foo>x</Foo>" in the description of SV-000001_rule',
    ])
  })

  test('C-17: is parsed in linear time', () => {
    const open = '<Mitigations>'.repeat(100_000)
    expect(listDescriptionParts(open).unclosed).toBe('Mitigations')
    const loose = '<Mitigations>a</Mitigations>b'.repeat(50_000)
    expect(listDescriptionParts(loose).outside).toHaveLength(50_000)
    const closed = '</Mitigations>'.repeat(100_000)
    expect(listDescriptionParts(`<VulnDiscussion>${closed}</VulnDiscussion>`).parts.VulnDiscussion).toBe(
      closed,
    )
  })
})

test('C-92: reports the texts of a benchmark in a second language', () => {
  const twice = createBenchmarkXml({ rules: [{}] }).replace(
    /<title>[^<]*<\/title>/,
    '$&<title xml:lang="de">Zweiter</title><description>One</description><description xml:lang="de">Zwei</description>',
  )
  expect(read(twice).warned).toEqual(['a further title of the benchmark'])
  const stig = read(twice.replace(/ id="[^"]*"/, ' id="Test_STIG"'), 'stig')
  expect(stig.warned).toEqual(['a further title of the benchmark', 'a further description of the benchmark'])
})

test('C-92: reports the further titles of a group', () => {
  const xml = createBenchmarkXml({ rules: [{}] }).replace(
    /(<Group id="([^"]*)"[^>]*>\s*<title>[^<]*<\/title>)/,
    '$1<title xml:lang="de">Zweiter</title>',
  )
  expect(read(xml).warned).toEqual([expect.stringContaining('a further title of the group ')])
})

const createRuleXml = (id: string) =>
  `<Rule id="${id}" severity="low"><version>${id}</version><title>${id}</title></Rule>`

describe('the rules of a STIG', () => {
  const stig = (groups: string) =>
    createBenchmarkXml({ id: 'Test_STIG', rules: [{ version: 'A' }] }).replace(
      '</Benchmark>',
      `${groups}</Benchmark>`,
    )

  test('C-16: are all imported, including the second of a group and those of nested groups', () => {
    const nested = `<Group id="V-7"><title>SRG-7</title>${createRuleXml('B')}${createRuleXml('C')}<Group id="V-8"><title>SRG-8</title>${createRuleXml('D')}</Group></Group>${createRuleXml('E')}`
    const { rules, warned } = read(stig(nested), 'stig')
    expect(rules.map(({ version, groupId, groupTitle }) => [version, groupId, groupTitle])).toEqual([
      ['A', 'V-000001', 'SRG-TST-000001'],
      ['B', 'V-7', 'SRG-7'],
      ['C', 'V-7', 'SRG-7'],
      ['D', 'V-8', 'SRG-8'],
      ['E', null, null],
    ])
    expect(warned).toEqual([])
  })
})

describe('an unknown element', () => {
  test.each([
    ['a Rule', `<wrapper>${createRuleXml('B')}</wrapper>`],
    ['a Group, however deep', `<wrapper><more><Group id="g">${createRuleXml('B')}</Group></more></wrapper>`],
    ['a Rule of another namespace', `<x:deep xmlns:x="urn:x"><x:Rule/></x:deep>`],
  ])('C-92: rejects the file when it contains %s', (_, wrapped) => {
    const xml = createBenchmarkXml().replace('</Benchmark>', `\n${wrapped}\n</Benchmark>`)
    const refusal = catchDomainError(() => read(xml))
    expect([refusal.status, refusal.reason]).toEqual([422, 'xccdf.unknown_element'])
    expect(refusal.message).toMatch(/^Line 8: The element (wrapper|x:deep) holds requirements/)
  })

  test.each(['<x:Rule xmlns:x="urn:x"/>', '<rule/>'])(
    'C-92: rejects the file when it would be a requirement: %s',
    (wrapped) => {
      const xml = createBenchmarkXml().replace('</Benchmark>', `${wrapped}</Benchmark>`)
      expect(catchDomainError(() => read(xml)).reason).toBe('xccdf.unknown_element')
    },
  )

  test('C-92: is a warning with line and name when it contains none', () => {
    const xml = createBenchmarkXml({ rules: [{ extra: '\n<scored by="me"><a>b</a></scored>' }] })
    expect(read(xml).warnings).toEqual([
      {
        line: 7,
        subject: 'the element scored of SV-000001_rule',
        reason: 'It is not a known XCCDF element there.',
      },
    ])
  })

  test('C-92: is also reported when it belongs to XCCDF but a rule has no field for it', () => {
    const extra = '<rationale>Because.</rationale>'
    expect(readOnlyRule({}, (xml) => xml.replace('<fixtext', `${extra}$&`)).warned).toEqual([
      'the element rationale of SV-000001_rule',
    ])
  })

  test('C-92: is not reported for notices, profiles, platforms and values', () => {
    const known =
      '<notice id="a">x</notice><front-matter>y</front-matter><Profile id="p"><title>P</title><select idref="V-1" selected="true"/></Profile>'
    const value = '<Value id="length"><title>T</title><value selector="x">9</value><value>15</value></Value>'
    const { rules, warned } = read(
      createBenchmarkXml()
        .replace('<version>1', `${known}${value}$&`)
        .replace('Fix 1', 'At least <sub idref="length"/>.'),
    )
    expect([warned, rules[0]?.fixtext]).toEqual([[], 'At least 15.'])
    const absent = createBenchmarkXml().replace('Fix 1', 'At least <sub idref="length"/>.')
    expect(read(absent).warned).toEqual(
      ['the substitution of length of SV-000001_rule'].map(() =>
        expect.stringContaining('the substitution of length'),
      ),
    )
  })

  test('C-92: text in an unexpected place is reported', () => {
    const xml = createBenchmarkXml().replace('</Rule>', 'stray</Rule>')
    expect(read(xml).warned).toEqual(['the text "stray" in Rule'])
  })
})

describe('a severity', () => {
  test.each([
    ['High', 'high'],
    [' medium ', 'medium'],
    ['LOW', 'low'],
  ])('C-16: the severity %j is read as %s', (severity, known) => {
    expect(readOnlyRule({ severity })).toMatchObject({ severity: known, warned: [] })
  })

  test.each(['unknown', 'info', 'INFO', null])('C-16, C-92: %j is medium, with a warning', (severity) => {
    const { severity: known, warned } = readOnlyRule({ severity })
    expect([known, warned.length]).toEqual(['medium', 1])
    expect(warned[0]).toContain('SV-000001_rule')
  })
})

describe('a document', () => {
  const TITLE = 'Größe – “naïve” €5'
  const declareEncoding = (encoding: string, title = TITLE) =>
    createBenchmarkXml({ title }).replace('utf-8', encoding)
  const encodeUtf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
  const encodeWindows = (text: string) =>
    Uint8Array.from(
      Array.from(text),
      (sign) => ({ '€': 0x80, '“': 0x93, '”': 0x94, '–': 0x96 })[sign] ?? sign.codePointAt(0) ?? 0,
    )

  test.each([
    [
      'UTF-16 little endian with a byte order mark',
      Buffer.from(`\uFEFF${declareEncoding('UTF-16')}`, 'utf16le'),
    ],
    ['UTF-16 big endian with a byte order mark', encodeUtf16be(`\uFEFF${declareEncoding('UTF-16')}`)],
    ['UTF-16 without a byte order mark', Buffer.from(declareEncoding('UTF-16'), 'utf16le')],
    ['windows-1252', encodeWindows(declareEncoding('windows-1252'))],
    ['what Windows calls ISO-8859-1', encodeWindows(declareEncoding('ISO-8859-1'))],
    ['Latin-1 by another name', encodeWindows(declareEncoding('Latin-1'))],
    ['windows-1252 by another name', encodeWindows(declareEncoding('x-cp1252'))],
    ['UTF-8 that declares ASCII', Buffer.from(declareEncoding('US-ASCII'))],
    ['UTF-8 that declares UTF-16', Buffer.from(declareEncoding('utf-16'))],
    ['UTF-8 without a declaration', Buffer.from(declareEncoding('utf-8').replace(/<\?.*?\?>\n/, ''))],
  ])('C-14: a document in %s is read', (_, bytes) => {
    expect(read(bytes).guide.title).toBe(TITLE)
  })

  test.each([
    ['2025-04-01', '2025-04-01'],
    ['28-Oct-25', '2025-10-28'],
    ['3 October, 2025', '2025-10-03'],
    ['27 Oct 2025 Final', '2025-10-27'],
  ])('C-14: a document of %s has that date', (date, day) => {
    const { guide, warned } = read(createBenchmarkXml({ date }))
    expect([guide.releaseDate, warned]).toEqual([day, []])
  })

  test('C-92: a document with an unreadable date gets a warning', () => {
    const { guide, warned } = read(createBenchmarkXml({ date: 'Spring 2025' }))
    expect([guide.releaseDate, warned]).toEqual([null, ['the date "Spring 2025"']])
  })

  test.each([
    ['release 0.3', { release: '0.3' }, 'accepted', true],
    ['the status draft', {}, ' Draft ', true],
    ['an accepted release', { release: '1.17' }, 'accepted', false],
  ])('C-94: a document with %s is a draft: %s', (_, options, status, draft) => {
    const xml = createBenchmarkXml(options).replace('>accepted<', `>${status}<`)
    expect(read(xml).guide.draft).toBe(draft)
  })
})

test('C-93: the kind of a guide follows from what it says of itself, or from its rules', () => {
  const findKind = (options: Parameters<typeof createBenchmarkXml>[0]) =>
    readRules(new TextEncoder().encode(createBenchmarkXml(options)), { kind: null }, () => undefined).kind
  expect(findKind({ id: 'Test_SRG' })).toBe('srg')
  expect(findKind({ id: 'Test', rules: [{ version: 'ABC-1' }] })).toBe('stig')
  expect(findKind({ id: 'Test' })).toBe('srg')
  expect(findKind({ id: 'Test_STIG', rules: [{ version: 'ABC-1' }] })).toBe('stig')
})
