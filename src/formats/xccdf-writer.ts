import type { Severity } from '../vocabulary.ts'

/** One requirement as it is published. */
export interface PublishedRule {
  /** `PREFIX-000123` */
  displayedName: string
  /** Version of the core rule it descends from. */
  coreVersion: string | null
  /** The minted SRG identifier. */
  version: string
  title: string | null
  severity: Severity
  weight: string
  ident: string | null
  identSystem: string | null
  fixtext: string | null
  check: string | null
  /** The tagged parts of the description, by their tags; empty ones are written empty. */
  parts: Record<string, string | null>
}

export interface PublishedGuide {
  id: string
  title: string
  description: string | null
  version: number
  release: number
  date: Date
  rules: PublishedRule[]
}

const TAGS = [
  'VulnDiscussion',
  'FalsePositives',
  'FalseNegatives',
  'Documentable',
  'Mitigations',
  'SeverityOverrideGuidance',
  'PotentialImpacts',
  'ThirdPartyTools',
  'MitigationControl',
  'Responsibility',
  'IAControls',
] as const

const LEVELS = [
  ['MAC-1', 'I - Mission Critical'],
  ['MAC-2', 'II - Mission Support'],
  ['MAC-3', 'III - Administrative'],
] as const
const KINDS = ['Classified', 'Public', 'Sensitive'] as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The XCCDF 1.1 document of an authored SRG, in the structure of the published ones (components 5.7). */
export function publishedSrg(guide: PublishedGuide): string {
  const day = guide.date.toISOString().slice(0, 10)
  const info = `Release: ${guide.release} Benchmark Date: ${guide.date.getUTCDate()} ${MONTHS[guide.date.getUTCMonth()]} ${guide.date.getUTCFullYear()}`
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<?xml-stylesheet type='text/xsl' href='STIG_unclass.xsl'?>`,
    `<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.1" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://checklists.nist.gov/xccdf/1.1 http://nvd.nist.gov/schema/xccdf-1.1.4.xsd" id=${attribute(guide.id)} xml:lang="en">`,
    `<status date="${day}">draft</status>`,
    element('title', guide.title),
    element('description', guide.description ?? guide.title),
    '<notice id="terms-of-use" xml:lang="en"></notice><front-matter xml:lang="en"></front-matter><rear-matter xml:lang="en"></rear-matter>',
    '<reference href=""><dc:publisher></dc:publisher><dc:source></dc:source></reference>',
    `<plain-text id="release-info">${escaped(info)}</plain-text>`,
    '<plain-text id="generator">Rulewright</plain-text><plain-text id="conventionsVersion">1.10.0</plain-text>',
    element('version', String(guide.version)),
    ...LEVELS.flatMap(([level, name]) =>
      KINDS.map((kind) => profile(`${level}_${kind}`, `${name} ${kind}`, guide)),
    ),
    ...guide.rules.map((rule) => group(rule, guide.id)),
    '</Benchmark>',
    '',
  ].join('\n')
}

function profile(id: string, title: string, { rules }: PublishedGuide): string {
  const selected = rules.map(
    (rule) => `<select idref=${attribute(`V-${rule.displayedName}`)} selected="true" />`,
  )
  return `<Profile id="${id}">${element('title', title)}<description></description>${selected.join('')}</Profile>`
}

function group(rule: PublishedRule, guideId: string): string {
  const name = rule.displayedName
  const system = attribute(rule.identSystem ?? 'http://cyber.mil/cci')
  const idents = (rule.ident ?? '').split(', ').filter(Boolean)
  return [
    `<Group id=${attribute(`V-${name}`)}>${element('title', rule.coreVersion ?? rule.version)}`,
    element('description', '<GroupDescription></GroupDescription>'),
    `<Rule id=${attribute(`SV-${name}`)} severity="${rule.severity}" weight=${attribute(rule.weight)}>`,
    element('version', rule.version),
    element('title', rule.title ?? ''),
    element('description', TAGS.map((tag) => `<${tag}>${rule.parts[tag] ?? ''}</${tag}>`).join('')),
    ...idents.map((cci) => `<ident system=${system}>${escaped(cci)}</ident>`),
    `<fixtext fixref=${attribute(`F-${name}_fix`)}>${escaped(rule.fixtext ?? '')}</fixtext><fix id=${attribute(`F-${name}_fix`)} />`,
    `<check system=${attribute(`C-${name}_chk`)}><check-content-ref href=${attribute(`${guideId}_SRG.xml`)} name="M" />`,
    `${element('check-content', rule.check ?? '')}</check></Rule></Group>`,
  ].join('')
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

function attribute(text: string): string {
  return `"${escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`
}

/** Characters that XML cannot carry at all are left out; carriage returns survive as references. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}
