import { escapeXmlText } from '../../xml-text.ts'
import type { ChecklistGuide, ChecklistRule } from './checklist.ts'

const ASSET = {
  ROLE: 'None',
  ASSET_TYPE: 'Computing',
  HOST_NAME: '',
  HOST_IP: '',
  HOST_MAC: '',
  HOST_FQDN: '',
  TARGET_COMMENT: '',
  TECH_AREA: '',
  TARGET_KEY: '',
  WEB_OR_DATABASE: 'false',
  WEB_DB_SITE: '',
  WEB_DB_INSTANCE: '',
} as const

const STATUSES: Record<ChecklistRule['status'], string> = {
  not_applicable: 'Not_Applicable',
  not_reviewed: 'Not_Reviewed',
}

/** A STIG Viewer 2 checklist (XML) for a system that was not reviewed yet (rule C-76). */
export async function* streamCkl(
  guide: ChecklistGuide,
  rules: AsyncIterable<ChecklistRule>,
): AsyncGenerator<string> {
  const reference = `${guide.title} :: Version ${guide.version}, ${guide.releaseInfo}`
  const info: [string, string | null][] = [
    ['version', guide.version],
    ['classification', 'UNCLASSIFIED'],
    ['customname', null],
    ['stigid', guide.stigId],
    ['description', guide.description],
    ['filename', `${guide.stigId}-xccdf.xml`],
    ['releaseinfo', guide.releaseInfo],
    ['title', guide.title],
    ['uuid', guide.uuid],
    ['notice', 'terms-of-use'],
    ['source', null],
  ]
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<CHECKLIST>',
    `<ASSET>${Object.entries(ASSET)
      .map(([name, text]) => writeElement(name, text))
      .join('')}</ASSET>`,
    '<STIGS>',
    '<iSTIG>',
    `<STIG_INFO>${info.map(([name, text]) => writeInfo(name, text)).join('')}</STIG_INFO>`,
    '',
  ].join('\n')
  for await (const rule of rules) yield `${writeVuln(rule, guide.uuid, reference)}\n`
  yield '</iSTIG>\n</STIGS>\n</CHECKLIST>\n'
}

function writeInfo(name: string, text: string | null): string {
  return `<SI_DATA>${writeElement('SID_NAME', name)}${text === null ? '' : writeElement('SID_DATA', text)}</SI_DATA>`
}

function writeVuln(rule: ChecklistRule, stigUuid: string, reference: string): string {
  const attributes = toAttributes(rule, stigUuid, reference).map(
    ([name, text]) =>
      `<STIG_DATA>${writeElement('VULN_ATTRIBUTE', name)}${writeElement('ATTRIBUTE_DATA', text)}</STIG_DATA>`,
  )
  return [
    '<VULN>',
    ...attributes,
    writeElement('STATUS', STATUSES[rule.status]),
    writeElement('FINDING_DETAILS', ''),
    writeElement('COMMENTS', ''),
    writeElement('SEVERITY_OVERRIDE', ''),
    writeElement('SEVERITY_JUSTIFICATION', ''),
    '</VULN>',
  ].join('')
}

/** The attributes of a requirement, in the order of STIG Viewer. */
function toAttributes(rule: ChecklistRule, stigUuid: string, reference: string): [string, string][] {
  const { texts } = rule
  return [
    ['Vuln_Num', rule.groupId],
    ['Severity', rule.severity],
    ['Group_Title', rule.groupTitle],
    ['Rule_ID', rule.ruleId],
    ['Rule_Ver', rule.ruleVersion],
    ['Rule_Title', rule.title],
    ['Vuln_Discuss', texts.vuln_discussion ?? ''],
    ['IA_Controls', texts.ia_controls ?? ''],
    ['Check_Content', rule.check],
    ['Fix_Text', rule.fix],
    ['False_Positives', texts.false_positives ?? ''],
    ['False_Negatives', texts.false_negatives ?? ''],
    ['Documentable', texts.documentable ?? 'false'],
    ['Mitigations', texts.mitigations ?? ''],
    ['Potential_Impact', texts.potential_impacts ?? ''],
    ['Third_Party_Tools', texts.third_party_tools ?? ''],
    ['Mitigation_Control', texts.mitigation_control ?? ''],
    ['Responsibility', texts.responsibility ?? ''],
    ['Security_Override_Guidance', texts.severity_override_guidance ?? ''],
    ['Check_Content_Ref', rule.checkReference.name],
    ['Weight', rule.weight],
    ['Class', 'Unclass'],
    ['STIGRef', reference],
    ['TargetKey', ''],
    ['STIG_UUID', stigUuid],
    ...rule.legacyIds.map((id): [string, string] => ['LEGACY_ID', id]),
    ...rule.ccis.map((cci): [string, string] => ['CCI_REF', cci]),
  ]
}

function writeElement(name: string, text: string): string {
  return `<${name}>${escapeXmlText(text)}</${name}>`
}
