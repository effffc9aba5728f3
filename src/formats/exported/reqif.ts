import { xmlAttribute as attribute, xmlText } from '../xml-text.ts'
import { identifierOf } from './published.ts'
import { type ExportedComponent, type ExportedRule, type RuleName, versionTag } from './types.ts'

interface Attribute {
  id: string
  /** What tools call it; those of the implementation guide begin with `ReqIF.`. */
  name: string
  of: (rule: ExportedRule) => string | null
}

/** What a requirement says, attribute by attribute; all are plain texts, so that each comes back as it went. */
const ATTRIBUTES: readonly Attribute[] = [
  { id: 'foreign-id', name: 'ReqIF.ForeignID', of: (rule) => rule.displayedName },
  { id: 'name', name: 'ReqIF.Name', of: (rule) => rule.title },
  { id: 'text', name: 'ReqIF.Text', of: (rule) => rule.texts.vuln_discussion },
  { id: 'srg-id', name: 'SRGID', of: identifierOf },
  { id: 'severity', name: 'Severity', of: (rule) => rule.severity },
  { id: 'status', name: 'Status', of: (rule) => rule.status },
  { id: 'status-justification', name: 'Status Justification', of: (rule) => rule.statusJustification },
  { id: 'cci', name: 'CCI', of: (rule) => rule.ident },
  { id: 'check', name: 'Check', of: (rule) => rule.check },
  { id: 'fix', name: 'Fix', of: (rule) => rule.fix },
  { id: 'mitigation', name: 'Mitigation', of: (rule) => rule.texts.mitigations },
  { id: 'artifact-description', name: 'Artifact Description', of: (rule) => rule.artifactDescription },
  { id: 'vendor-comments', name: 'Vendor Comments', of: (rule) => rule.vendorComments },
  { id: 'inspec', name: 'InSpec Control Body', of: (rule) => rule.inspecBody },
]

const MOST = 1_000_000

/** A component as one ReqIF 1.2 specification with an object per requirement (rule C-76). */
export async function* reqifPieces(
  component: ExportedComponent,
  names: readonly RuleName[],
  rules: AsyncIterable<ExportedRule>,
  date: Date,
): AsyncGenerator<string> {
  const changed = `LAST-CHANGE="${component.updatedAt}"`
  yield head(component, date, changed)
  for await (const rule of rules) yield object(rule)
  yield tail(component, names, changed)
}

function head(component: ExportedComponent, date: Date, changed: string): string {
  const definitions = ATTRIBUTES.map(
    ({ id, name }) =>
      `<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="_attribute-${id}" ${changed} LONG-NAME=${attribute(name)}><TYPE><DATATYPE-DEFINITION-STRING-REF>_text</DATATYPE-DEFINITION-STRING-REF></TYPE></ATTRIBUTE-DEFINITION-STRING>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd">',
    `<THE-HEADER><REQ-IF-HEADER IDENTIFIER="_header-${component.id}"><CREATION-TIME>${date.toISOString()}</CREATION-TIME><REQ-IF-TOOL-ID>Rulewright</REQ-IF-TOOL-ID><REQ-IF-VERSION>1.0</REQ-IF-VERSION><SOURCE-TOOL-ID>Rulewright</SOURCE-TOOL-ID><TITLE>${xmlText(component.title)}</TITLE></REQ-IF-HEADER></THE-HEADER>`,
    '<CORE-CONTENT><REQ-IF-CONTENT>',
    `<DATATYPES><DATATYPE-DEFINITION-STRING IDENTIFIER="_text" ${changed} LONG-NAME="Text" MAX-LENGTH="${MOST}"/></DATATYPES>`,
    '<SPEC-TYPES>',
    `<SPEC-OBJECT-TYPE IDENTIFIER="_requirement" ${changed} LONG-NAME="Requirement"><SPEC-ATTRIBUTES>`,
    ...definitions,
    '</SPEC-ATTRIBUTES></SPEC-OBJECT-TYPE>',
    `<SPECIFICATION-TYPE IDENTIFIER="_document" ${changed} LONG-NAME="Document"/>`,
    '</SPEC-TYPES>',
    '<SPEC-OBJECTS>',
    '',
  ].join('\n')
}

function object(rule: ExportedRule): string {
  const values = ATTRIBUTES.flatMap(({ id, of }) => {
    const text = of(rule)
    if (text === null || text === '') return []
    return `<ATTRIBUTE-VALUE-STRING THE-VALUE=${attribute(text)}><DEFINITION><ATTRIBUTE-DEFINITION-STRING-REF>_attribute-${id}</ATTRIBUTE-DEFINITION-STRING-REF></DEFINITION></ATTRIBUTE-VALUE-STRING>`
  })
  return [
    `<SPEC-OBJECT IDENTIFIER="_${rule.displayedName}" LAST-CHANGE="${rule.updatedAt}" LONG-NAME=${attribute(rule.displayedName)}>`,
    '<TYPE><SPEC-OBJECT-TYPE-REF>_requirement</SPEC-OBJECT-TYPE-REF></TYPE><VALUES>',
    ...values,
    '</VALUES></SPEC-OBJECT>',
    '',
  ].join('\n')
}

function tail(component: ExportedComponent, names: readonly RuleName[], changed: string): string {
  const tag = versionTag(component)
  const children = names.map(
    ({ displayedName: name }) =>
      `<SPEC-HIERARCHY IDENTIFIER="_place-${name}" ${changed}><OBJECT><SPEC-OBJECT-REF>_${name}</SPEC-OBJECT-REF></OBJECT></SPEC-HIERARCHY>`,
  )
  const title = tag === '' ? component.name : `${component.name} ${tag}`
  return [
    '</SPEC-OBJECTS>',
    `<SPECIFICATIONS><SPECIFICATION IDENTIFIER="_specification-${component.id}" ${changed} LONG-NAME=${attribute(title)}>`,
    '<TYPE><SPECIFICATION-TYPE-REF>_document</SPECIFICATION-TYPE-REF></TYPE>',
    ...(children.length > 0 ? ['<CHILDREN>', ...children, '</CHILDREN>'] : []),
    '</SPECIFICATION></SPECIFICATIONS>',
    '</REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>',
    '',
  ].join('\n')
}
