import type { Rule } from '../../../entities/rule.ts'
import type { RequirementRow, SheetColumn } from '../../../src/formats/spreadsheet/requirements.ts'
import { collapseWhiteSpace } from '../../../src/formats/texts/reqif-xhtml.ts'
import { removeInvalidCharacters } from '../../../src/formats/xml-text.ts'
import { formatChecks } from '../sheets/rows/check-changes.ts'

type Texts = Omit<RequirementRow, 'row'>

const STORED: Partial<Record<SheetColumn, (rule: Rule, text: string) => string | null | undefined>> = {
  title: ({ title }) => title,
  fixtext: ({ fixtext }) => fixtext,
  check_content: formatChecks,
  vuln_discussion: ({ disaDescriptions }) => disaDescriptions.getItems()[0]?.vulnDiscussion,
  mitigations: ({ disaDescriptions }) => disaDescriptions.getItems()[0]?.mitigations,
  status_justification: ({ statusJustification }) => statusJustification,
  artifact_description: ({ artifactDescription }) => artifactDescription,
  vendor_comments: ({ vendorComments }) => vendorComments,
  inspec_control_body: ({ inspecControlBody }) => inspecControlBody,
}

/**
 * Replaces XML texts by the stored ones if they differ only in what XML or formatting can't represent. So an unedited
 * export changes nothing (rule C-78). The requirement's lists must be loaded.
 */
export function restoreSkippedContent(rule: Rule, texts: Texts, formatted: readonly string[] = []): Texts {
  const completeTexts: Texts = { ...texts }
  for (const [name, getStored] of Object.entries(STORED)) {
    const column = name as SheetColumn
    const text = texts[column]
    if (text === undefined) continue
    const stored = getStored(rule, text)
    if (stored == null) continue
    const cleaned = removeInvalidCharacters(stored)
    const isFormatted = formatted.includes(column)
    const isSame = isFormatted ? hasSameLines(cleaned, text) : isSameText(cleaned, text)
    if (isSame && (isFormatted || cleaned !== stored)) completeTexts[column] = stored
  }
  return completeTexts
}

function isSameText(stored: string, text: string): boolean {
  const normalizeLineEnds = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()
  return normalizeLineEnds(stored) === normalizeLineEnds(text)
}

/** Compares lines without runs of spaces and empty lines, which tools change in formatted texts. */
function hasSameLines(stored: string, text: string): boolean {
  const normalizeSpaces = (text: string) => collapseWhiteSpace(text).replaceAll(/\n+/g, '\n')
  return normalizeSpaces(stored) === normalizeSpaces(text)
}
