import type { Rule } from '../../../entities/rule.ts'
import type { RequirementRow, SheetColumn } from '../../../src/formats/spreadsheet/requirements.ts'
import { carriedByXml } from '../../../src/formats/xml-text.ts'

type Texts = Omit<RequirementRow, 'row'>

const STORED: Partial<Record<SheetColumn, (rule: Rule) => string | null | undefined>> = {
  title: ({ title }) => title,
  fixtext: ({ fixtext }) => fixtext,
  check_content: ({ checks }) => checks.getItems()[0]?.content,
  vuln_discussion: ({ disaDescriptions }) => disaDescriptions.getItems()[0]?.vulnDiscussion,
  mitigations: ({ disaDescriptions }) => disaDescriptions.getItems()[0]?.mitigations,
  status_justification: ({ statusJustification }) => statusJustification,
  artifact_description: ({ artifactDescription }) => artifactDescription,
  vendor_comments: ({ vendorComments }) => vendorComments,
  inspec_control_body: ({ inspecControlBody }) => inspecControlBody,
}

/**
 * The texts of an XML document, each as it is stored where it lacks nothing but what XML cannot carry: an export that
 * comes back as it went is no change (rule C-78). The lists of the requirement must be loaded.
 */
export function withUncarried(rule: Rule, texts: Texts): Texts {
  const whole: Texts = { ...texts }
  for (const [name, storedOf] of Object.entries(STORED)) {
    const column = name as SheetColumn
    const [given, stored] = [texts[column], storedOf(rule)]
    if (given === undefined || stored == null) continue
    if (carriedByXml(stored) !== stored && same(carriedByXml(stored), given)) whole[column] = stored
  }
  return whole
}

function same(stored: string, given: string): boolean {
  const plain = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()
  return plain(stored) === plain(given)
}
