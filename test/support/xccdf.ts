import type { Severity } from '../../src/vocabulary.ts'

/** The values that a test sets for one rule; the others are derived from its position in the file. */
export interface RuleOptions {
  version?: string
  ruleId?: string
  /** Null omits the attribute; a text is written unchanged. */
  severity?: Severity | (string & {}) | null
  title?: string
  /** CCIs, each as one ident element. */
  ident?: string[]
  legacy?: string[]
  /** The complete description, instead of the tagged parts. */
  description?: string
  vulnDiscussion?: string
  check?: string
  fix?: string
  /** Further elements inside the Rule, as XML. */
  extra?: string
}

/** The values that a test sets for a benchmark; by default it has one rule, with CCI-000366. */
export interface BenchmarkOptions {
  id?: string
  title?: string
  version?: string
  release?: string
  /** The date as DISA writes it, such as `16 Mar 2026`; null omits it. */
  date?: string | null
  description?: string
  namespace?: string
  rules?: RuleOptions[]
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const toElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/** A small valid XCCDF benchmark in the structure of the published guides. */
export function createBenchmarkXml(options: BenchmarkOptions = {}): string {
  const {
    id = 'Test_Guide_SRG',
    title = 'Test Guide',
    version = '1',
    release = '1',
    date = '16 Mar 2026',
  } = options
  const { description = 'A guide for a test.', namespace = 'http://checklists.nist.gov/xccdf/1.1' } = options
  const info = `Release: ${release}${date === null ? '' : ` Benchmark Date: ${date}`}`
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<Benchmark xmlns="${namespace}" xmlns:dc="http://purl.org/dc/elements/1.1/" id="${escapeXml(id)}">`,
    `<status date="2026-03-02">accepted</status>${toElement('title', title)}${toElement('description', description)}`,
    `<plain-text id="release-info">${escapeXml(info)}</plain-text>`,
    toElement('version', version),
    ...(options.rules ?? [{ ident: ['CCI-000366'] }]).map(groupXml),
    '</Benchmark>',
  ].join('\n')
}

/** The file content of a benchmark. */
export function createBenchmarkFile(options: BenchmarkOptions = {}): Uint8Array {
  return new TextEncoder().encode(createBenchmarkXml(options))
}

/** One Group with its Rule; `index` determines the numbers that the options omit. */
export function groupXml(rule: RuleOptions, index: number): string {
  const number = String(index + 1).padStart(6, '0')
  const { version = `SRG-TST-${number}`, ruleId = `SV-${number}_rule`, severity = 'medium' } = rule
  const { title = `Requirement ${index + 1}`, vulnDiscussion = `Discussion ${index + 1}` } = rule
  const description =
    rule.description ?? `<VulnDiscussion>${vulnDiscussion}</VulnDiscussion><Documentable>false</Documentable>`
  const ident = (system: string) => (text: string) =>
    `<ident system="http://cyber.mil/${system}">${escapeXml(text)}</ident>`
  return [
    `<Group id="V-${number}"><title>SRG-TST-${number}</title>`,
    `<Rule id="${escapeXml(ruleId)}" weight="10.0"${severity === null ? '' : ` severity="${escapeXml(severity)}"`}>`,
    `${toElement('version', version)}${toElement('title', title)}${toElement('description', description)}`,
    ...(rule.legacy ?? []).map(ident('legacy')),
    ...(rule.ident ?? ['CCI-000015']).map(ident('cci')),
    `<fixtext fixref="F-${number}_fix">${escapeXml(rule.fix ?? `Fix ${index + 1}`)}</fixtext><fix id="F-${number}_fix" />`,
    `<check system="C-${number}_chk"><check-content-ref href="${number}.xml" name="M" />`,
    `${toElement('check-content', rule.check ?? `Check ${index + 1}`)}</check>${rule.extra ?? ''}</Rule></Group>`,
  ].join('')
}
