import { escapeXmlAttribute, escapeXmlText } from '../../xml-text.ts'
import type { DocumentCover } from '../blocks.ts'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const OFFICE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export const NAMESPACES = `xmlns:w="${WORD}" xmlns:r="${RELATIONSHIPS}"`
export const XML_DECLARATION = XML

/** Relationship ids that the body refers to. */
export const HEADER_ID = 'rIdHeader'
export const FOOTER_ID = 'rIdFooter'

const PARTS = ['document.main', 'styles', 'settings', 'header', 'footer'] as const

/** Creates the parts of a Word file other than the body. */
export function writeFixedParts(cover: DocumentCover): { name: string; content: string }[] {
  return [
    { name: '[Content_Types].xml', content: writeContentTypes() },
    { name: '_rels/.rels', content: writeRelationships(PACKAGE) },
    { name: 'docProps/core.xml', content: writeCoreProperties(cover) },
    { name: 'word/_rels/document.xml.rels', content: writeRelationships(DOCUMENT) },
    { name: 'word/styles.xml', content: writeStyles() },
    { name: 'word/settings.xml', content: writeSettings() },
    { name: 'word/header.xml', content: writeHeader(cover) },
    { name: 'word/footer.xml', content: writeFooter(cover) },
  ]
}

function writeContentTypes(): string {
  const parts = PARTS.map((part) => {
    const name = part === 'document.main' ? 'document' : part
    return `<Override PartName="/word/${name}.xml" ContentType="${OFFICE}.${part}+xml"/>`
  })
  const core = 'application/vnd.openxmlformats-package.core-properties+xml'
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}<Override PartName="/docProps/core.xml" ContentType="${core}"/></Types>`
}

const PACKAGE = [
  ['rIdDocument', `${RELATIONSHIPS}/officeDocument`, 'word/document.xml'],
  [
    'rIdCore',
    'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
    'docProps/core.xml',
  ],
] as const

const DOCUMENT = [
  ['rIdStyles', `${RELATIONSHIPS}/styles`, 'styles.xml'],
  ['rIdSettings', `${RELATIONSHIPS}/settings`, 'settings.xml'],
  [HEADER_ID, `${RELATIONSHIPS}/header`, 'header.xml'],
  [FOOTER_ID, `${RELATIONSHIPS}/footer`, 'footer.xml'],
] as const

function writeRelationships(all: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`
}

function writeCoreProperties({ title, subtitle, date }: DocumentCover): string {
  const time = `${date.toISOString().slice(0, 19)}Z`
  return `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXmlText(title)}</dc:title><dc:subject>${escapeXmlText(subtitle)}</dc:subject><dc:creator>Rulewright</dc:creator><dc:language>en-US</dc:language><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`
}

function writeSettings(): string {
  return `${XML}<w:settings ${NAMESPACES}><w:defaultTabStop w:val="720"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`
}

interface Style {
  id: string
  name: string
  paragraph?: string
  run?: string
  next?: string
}

const HEADING = '<w:keepNext/><w:keepLines/>'

const STYLES: readonly Style[] = [
  { id: 'Title', name: 'Title', paragraph: '<w:spacing w:before="2400" w:after="240"/>', run: writeBold(52) },
  { id: 'Subtitle', name: 'Subtitle', paragraph: '<w:spacing w:after="240"/>', run: writeSize(32) },
  {
    id: 'Heading1',
    name: 'heading 1',
    next: 'Normal',
    paragraph: `${HEADING}<w:pageBreakBefore/><w:spacing w:after="160"/><w:outlineLvl w:val="0"/>`,
    run: writeBold(36),
  },
  {
    id: 'Heading2',
    name: 'heading 2',
    next: 'Normal',
    paragraph: `${HEADING}<w:spacing w:before="360" w:after="120"/><w:outlineLvl w:val="1"/>`,
    run: writeBold(26),
  },
  {
    id: 'Heading3',
    name: 'heading 3',
    next: 'Normal',
    paragraph: `${HEADING}<w:spacing w:before="160" w:after="40"/><w:outlineLvl w:val="2"/>`,
    run: writeBold(21),
  },
  {
    id: 'TOCHeading',
    name: 'TOC Heading',
    paragraph: `${HEADING}<w:pageBreakBefore/><w:spacing w:after="160"/>`,
    run: writeBold(36),
  },
  writeContentsStyle(1, 0),
  writeContentsStyle(2, 360),
  { id: 'Line', name: 'Line', paragraph: '<w:spacing w:after="0"/>' },
  {
    id: 'Fact',
    name: 'Fact',
    paragraph:
      '<w:tabs><w:tab w:val="left" w:pos="3200"/></w:tabs><w:spacing w:after="20"/><w:ind w:left="3200" w:hanging="3200"/>',
  },
  { id: 'Marking', name: 'Marking', paragraph: '<w:jc w:val="center"/>', run: writeBold(21) },
  { id: 'Running', name: 'Running', paragraph: writeTabStop(), run: writeSize(17) },
]

function writeBold(halfPoints: number): string {
  return `<w:b/><w:bCs/>${writeSize(halfPoints)}`
}

function writeSize(halfPoints: number): string {
  return `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`
}

function writeTabStop(): string {
  return '<w:tabs><w:tab w:val="right" w:pos="9360"/></w:tabs><w:spacing w:after="0"/>'
}

function writeContentsStyle(level: number, indent: number): Style {
  const tabs = '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9360"/></w:tabs>'
  return {
    id: `TOC${level}`,
    name: `toc ${level}`,
    paragraph: `${tabs}<w:spacing w:after="40"/><w:ind w:left="${indent}"/>`,
  }
}

function writeStyles(): string {
  const each = STYLES.map(({ id, name, paragraph = '', run = '', next }) =>
    [
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>`,
      next === undefined ? '' : `<w:next w:val="${next}"/>`,
      `<w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`,
    ].join(''),
  )
  return `${XML}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Arial"/><w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:after="100" w:line="264" w:lineRule="auto"/></w:pPr></w:style>${each.join('')}</w:styles>`
}

function writeHeader({ marking, title, draft }: DocumentCover): string {
  const right = draft ? '<w:r><w:tab/><w:t>Draft</w:t></w:r>' : ''
  return `${XML}<w:hdr ${NAMESPACES}>${writeMarking(marking)}<w:p><w:pPr><w:pStyle w:val="Running"/></w:pPr>${run(title)}${right}</w:p></w:hdr>`
}

function writeFooter({ marking, subtitle }: DocumentCover): string {
  const page = `<w:r><w:tab/><w:t xml:space="preserve">Page </w:t></w:r>${writeField('PAGE')}<w:r><w:t xml:space="preserve"> of </w:t></w:r>${writeField('NUMPAGES')}`
  return `${XML}<w:ftr ${NAMESPACES}><w:p><w:pPr><w:pStyle w:val="Running"/></w:pPr>${run(subtitle)}${page}</w:p>${writeMarking(marking)}</w:ftr>`
}

function writeMarking(marking: string | null): string {
  return marking === null ? '' : `<w:p><w:pPr><w:pStyle w:val="Marking"/></w:pPr>${run(marking)}</w:p>`
}

function run(text: string): string {
  return `<w:r><w:t xml:space="preserve">${escapeXmlText(text)}</w:t></w:r>`
}

/** A computed field of Word. */
export function writeField(instruction: string): string {
  return `<w:fldSimple w:instr=${escapeXmlAttribute(instruction)}><w:r><w:t>1</w:t></w:r></w:fldSimple>`
}
