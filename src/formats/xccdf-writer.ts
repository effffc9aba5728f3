import type { DocumentType, Severity } from '../vocabulary.ts'
import { toUri } from './uri-text.ts'
import { escapeXmlAttribute as attribute, escapeXmlText as escaped } from './xml-text.ts'

/** A published requirement. */
export interface PublishedRule {
  /** `PREFIX-000123` */
  displayedName: string
  /** Version of the core rule it descends from. */
  coreVersion: string | null
  /** For an SRG the minted identifier, or the displayed name before minting; for a STIG the version of its SRG rule. */
  version: string
  title: string | null
  severity: Severity
  weight: string
  ident: string | null
  identSystem: string | null
  fixtext: string | null
  check: string | null
  /** Idents, checks and fixes in addition to these. */
  legacyIds?: string | null
  furtherIdents?: readonly PublishedIdent[] | null
  furtherChecks?: readonly PublishedCheck[] | null
  scripts?: readonly PublishedScript[] | null
  /** The parts of the description by tag; missing ones are written as empty parts. */
  parts: Record<string, string | null>
  /** SRG identifiers of the requirements that a STIG's satisfies. */
  satisfies?: readonly string[]
}

interface PublishedIdent {
  system: string | null
  ident: string
}

interface PublishedCheck {
  system: string | null
  content_ref_name: string | null
  content_ref_href: string | null
  content: string | null
}

/** A `fix` element with its content. */
interface PublishedScript {
  id: string | null
  system: string | null
  content: string | null
}

/** Header of a published document. */
export interface PublishedHeader {
  id: string
  title: string
  description: string | null
  version: number
  /** With decimals, as text. */
  release: number | string
  date: Date
  /** Whether it is not released. */
  draft: boolean
}

export interface PublishedGuide extends PublishedHeader {
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

/** Returns the id of a benchmark: the component's name, converted to a valid XML name (rule C-72). */
export function toBenchmarkId(name: string): string {
  const id = name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
  return /^[\p{L}_]/u.test(id) ? id : `_${id}`
}

/** The XCCDF 1.1 document of an authored SRG, in the structure of the published ones (rule C-72). */
export function streamPublishedSrg(guide: PublishedGuide): string {
  const names = guide.rules.map(({ displayedName }) => displayedName)
  const groups = guide.rules.map((rule) => writePublishedGroup('srg', rule, guide))
  return [writePublishedHead('srg', guide, names), ...groups, PUBLISHED_END].join('\n')
}

/** Writes the text before the groups: header, and for an SRG nine profiles that select every requirement by name. */
export function writePublishedHead(
  kind: DocumentType,
  guide: PublishedHeader,
  names: readonly string[],
): string {
  const day = guide.date.toISOString().slice(0, 10)
  const profiles = LEVELS.flatMap(([level, name]) =>
    KINDS.map((profileKind) => writeProfile(`${level}_${profileKind}`, `${name} ${profileKind}`, names)),
  )
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<?xml-stylesheet type='text/xsl' href='STIG_unclass.xsl'?>`,
    `<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.1" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://checklists.nist.gov/xccdf/1.1 http://nvd.nist.gov/schema/xccdf-1.1.4.xsd" id=${attribute(guide.id)} xml:lang="en">`,
    `<status date="${day}">${guide.draft ? 'draft' : 'accepted'}</status>`,
    writeElement('title', guide.title),
    writeElement('description', guide.description?.trim() || guide.title),
    '<notice id="terms-of-use" xml:lang="en"></notice><front-matter xml:lang="en"></front-matter><rear-matter xml:lang="en"></rear-matter>',
    '<reference href=""><dc:publisher></dc:publisher><dc:source></dc:source></reference>',
    `<plain-text id="release-info">${escaped(releaseInfo(guide))}</plain-text>`,
    '<plain-text id="generator">Rulewright</plain-text><plain-text id="conventionsVersion">1.10.0</plain-text>',
    writeElement('version', String(guide.version)),
    ...(kind === 'srg' ? profiles : []),
  ].join('\n')
}

/** Release and date as in published guides: `Release: 2 Benchmark Date: 5 Jan 2026`. */
export function releaseInfo({ release, date }: Pick<PublishedHeader, 'release' | 'date'>): string {
  return `Release: ${release} Benchmark Date: ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

export const PUBLISHED_END = '</Benchmark>\n'

function writeProfile(id: string, title: string, names: readonly string[]): string {
  const selected = names.map((name) => `<select idref=${attribute(`V-${name}`)} selected="true" />`)
  return `<Profile id="${id}">${writeElement('title', title)}<description></description>${selected.join('')}</Profile>`
}

/** Writes one requirement as a separate group. */
export function writePublishedGroup(kind: DocumentType, rule: PublishedRule, guide: PublishedHeader): string {
  const name = rule.displayedName
  const srg = kind === 'srg'
  const weight = /^\d{1,9}(\.\d{1,9})?$/.test(rule.weight) ? rule.weight : '10.0'
  const sources = srg
    ? `<check system=${attribute(`C-${name}_chk`)}><check-content-ref href=${attribute(`${guide.id}_SRG.xml`)} name="M" />`
    : '<check system="N/A">'
  return [
    `<Group id=${attribute(`V-${name}`)}>${writeElement('title', srg ? (rule.coreVersion ?? rule.version) : rule.version)}`,
    srg ? writeElement('description', '<GroupDescription></GroupDescription>') : '',
    `<Rule id=${attribute(`SV-${name}`)} severity="${rule.severity}" weight="${weight}">`,
    writeElement('version', srg ? rule.version : name),
    writeElement('title', rule.title ?? ''),
    writeElement('description', TAGS.map((tag) => `<${tag}>${writePartText(rule, tag)}</${tag}>`).join('')),
    ...writeIdents(rule),
    `<fixtext fixref=${attribute(`F-${name}_fix`)}>${escaped(rule.fixtext ?? '')}</fixtext>`,
    srg ? `<fix id=${attribute(`F-${name}_fix`)} />` : '',
    ...(rule.scripts ?? []).map((script, index) => writeFix(script, `F-${name}_fix_${index + 1}`)),
    `${sources}${writeElement('check-content', rule.check ?? '')}</check>`,
    ...(rule.furtherChecks ?? []).map((check, index) => checkElement(check, `C-${name}_chk_${index + 1}`)),
    '</Rule></Group>',
  ].join('')
}

const CCI_SYSTEM = 'http://cyber.mil/cci'
const LEGACY_SYSTEM = 'http://cyber.mil/legacy'

function writeIdents({ ident, identSystem, legacyIds, furtherIdents }: PublishedRule): string[] {
  const splitList = (text: string | null | undefined) => (text ?? '').split(', ').filter(Boolean)
  const writeIdent = (system: string, text: string) =>
    `<ident system=${attribute(toUri(system))}>${escaped(text)}</ident>`
  return [
    ...splitList(legacyIds).map((id) => writeIdent(LEGACY_SYSTEM, id)),
    ...splitList(ident).map((cci) => writeIdent(identSystem || CCI_SYSTEM, cci)),
    ...(furtherIdents ?? []).map((further) => writeIdent(further.system || CCI_SYSTEM, further.ident)),
  ]
}

function writeFix({ id, system, content }: PublishedScript, fallbackId: string): string {
  const systemAttribute = system === null ? '' : ` system=${attribute(toUri(system))}`
  return `<fix id=${attribute(id ?? fallbackId)}${systemAttribute}>${escaped(content ?? '')}</fix>`
}

function checkElement(check: PublishedCheck, fallbackId: string): string {
  const { content_ref_name: name, content_ref_href: href, content } = check
  const system = attribute(toUri(check.system || fallbackId))
  const nameAttribute = name === null ? '' : ` name=${attribute(name)}`
  const ref = href === null ? '' : `<check-content-ref href=${attribute(toUri(href))}${nameAttribute} />`
  const text = content === null ? '' : writeElement('check-content', content)
  return `<check system=${system}>${ref}${text}</check>`
}

function writePartText({ parts, satisfies = [] }: PublishedRule, tag: string): string {
  const text = parts[tag] ?? ''
  if (tag !== 'VulnDiscussion' || satisfies.length === 0) return text
  return `${text}\n\nSatisfies: ${satisfies.join(', ')}`
}

function writeElement(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}
