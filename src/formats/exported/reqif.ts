import { formatAllChecks } from '../checks/check-text.ts'
import { PRESERVED_BLANKS, REQIF_TOOL } from '../reqif-names.ts'
import { escapeXmlAttribute as attribute, escapeXmlText } from '../xml-text.ts'
import { toIdentifier } from './published.ts'
import { type ExportedComponent, type ExportedRule, type RuleName, toVersionTag } from './types.ts'

const DATATYPES = { STRING: '_text', XHTML: '_formatted-text' } as const

interface Attribute {
  id: string
  /** The name that tools show; names of the implementation guide begin with `ReqIF.`. */
  name: string
  /** Texts of several lines are XHTML: XML parsers turn line breaks in the value of a STRING into blanks. */
  type?: keyof typeof DATATYPES
  getText: (rule: ExportedRule) => string | null
}

/** The attributes of a requirement. The reader returns each text exactly as it was exported. */
const ATTRIBUTES: readonly Attribute[] = [
  { id: 'foreign-id', name: 'ReqIF.ForeignID', getText: (rule) => rule.displayedName },
  { id: 'name', name: 'ReqIF.Name', getText: (rule) => rule.title },
  { id: 'text', type: 'XHTML', name: 'ReqIF.Text', getText: (rule) => rule.texts.vuln_discussion },
  { id: 'srg-id', name: 'SRGID', getText: toIdentifier },
  { id: 'severity', name: 'Severity', getText: (rule) => rule.severity },
  { id: 'status', name: 'Status', getText: (rule) => rule.status },
  {
    id: 'status-justification',
    type: 'XHTML',
    name: 'Status Justification',
    getText: (rule) => rule.statusJustification,
  },
  { id: 'cci', name: 'CCI', getText: (rule) => rule.ident },
  {
    id: 'check',
    type: 'XHTML',
    name: 'Check',
    getText: (rule) => formatAllChecks(rule.check, rule.furtherChecks),
  },
  { id: 'fix', type: 'XHTML', name: 'Fix', getText: (rule) => rule.fix },
  { id: 'mitigation', type: 'XHTML', name: 'Mitigation', getText: (rule) => rule.texts.mitigations },
  {
    id: 'artifact-description',
    type: 'XHTML',
    name: 'Artifact Description',
    getText: (rule) => rule.artifactDescription,
  },
  { id: 'vendor-comments', type: 'XHTML', name: 'Vendor Comments', getText: (rule) => rule.vendorComments },
  { id: 'inspec', type: 'XHTML', name: 'InSpec Control Body', getText: (rule) => rule.inspecBody },
]

const MAX_LENGTH = 1_000_000
const XHTML = 'http://www.w3.org/1999/xhtml'

/** A component as one ReqIF 1.2 specification with an object per requirement (rule C-76). */
export async function* streamReqif(
  component: ExportedComponent,
  names: readonly RuleName[],
  rules: AsyncIterable<ExportedRule>,
  date: Date,
): AsyncGenerator<string> {
  const changed = `LAST-CHANGE="${component.updatedAt}"`
  yield writeHead(component, date, changed)
  for await (const rule of rules) yield writeObject(rule)
  yield writeTail(component, names, changed)
}

function writeHead(component: ExportedComponent, date: Date, changed: string): string {
  const definitions = ATTRIBUTES.map(
    ({ id, name, type = 'STRING' }) =>
      `<ATTRIBUTE-DEFINITION-${type} IDENTIFIER="_attribute-${id}" ${changed} LONG-NAME=${attribute(name)}><TYPE><DATATYPE-DEFINITION-${type}-REF>${DATATYPES[type]}</DATATYPE-DEFINITION-${type}-REF></TYPE></ATTRIBUTE-DEFINITION-${type}>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="${XHTML}">`,
    `<THE-HEADER><REQ-IF-HEADER IDENTIFIER="_header-${component.id}"><CREATION-TIME>${date.toISOString()}</CREATION-TIME><REQ-IF-TOOL-ID>${REQIF_TOOL}</REQ-IF-TOOL-ID><REQ-IF-VERSION>1.0</REQ-IF-VERSION><SOURCE-TOOL-ID>${REQIF_TOOL}</SOURCE-TOOL-ID><TITLE>${escapeXmlText(component.title)}</TITLE></REQ-IF-HEADER></THE-HEADER>`,
    '<CORE-CONTENT><REQ-IF-CONTENT>',
    `<DATATYPES><DATATYPE-DEFINITION-STRING IDENTIFIER="_text" ${changed} LONG-NAME="Text" MAX-LENGTH="${MAX_LENGTH}"/><DATATYPE-DEFINITION-XHTML IDENTIFIER="_formatted-text" ${changed} LONG-NAME="Formatted text"/></DATATYPES>`,
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

function writeObject(rule: ExportedRule): string {
  const values = ATTRIBUTES.flatMap(({ id, type = 'STRING', getText }) => {
    const text = getText(rule)
    if (text === null || text === '') return []
    const definition = `<DEFINITION><ATTRIBUTE-DEFINITION-${type}-REF>_attribute-${id}</ATTRIBUTE-DEFINITION-${type}-REF></DEFINITION>`
    return type === 'XHTML'
      ? `<ATTRIBUTE-VALUE-XHTML>${definition}<THE-VALUE>${writeXhtml(text)}</THE-VALUE></ATTRIBUTE-VALUE-XHTML>`
      : `<ATTRIBUTE-VALUE-STRING THE-VALUE=${attribute(text)}>${definition}</ATTRIBUTE-VALUE-STRING>`
  })
  return [
    `<SPEC-OBJECT IDENTIFIER="_${rule.displayedName}" LAST-CHANGE="${rule.updatedAt}" LONG-NAME=${attribute(rule.displayedName)}>`,
    '<TYPE><SPEC-OBJECT-TYPE-REF>_requirement</SPEC-OBJECT-TYPE-REF></TYPE><VALUES>',
    ...values,
    '</VALUES></SPEC-OBJECT>',
    '',
  ].join('\n')
}

/** A text as XHTML: its lines are separated by `br`, and its style preserves blanks. */
function writeXhtml(text: string): string {
  const lines = escapeXmlText(text).split('\n').join('<xhtml:br/>')
  return `<xhtml:div style="${PRESERVED_BLANKS}">${lines}</xhtml:div>`
}

function writeTail(component: ExportedComponent, names: readonly RuleName[], changed: string): string {
  const tag = toVersionTag(component)
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
