import type { CatalogRule } from './types.ts'

/** The tagged parts of a rule's description text and the fields they fill, in document order (rule C-17). */
export const DESCRIPTION_PARTS = {
  VulnDiscussion: 'vulnDiscussion',
  FalsePositives: 'falsePositives',
  FalseNegatives: 'falseNegatives',
  Documentable: 'documentable',
  Mitigations: 'mitigations',
  SeverityOverrideGuidance: 'severityOverrideGuidance',
  PotentialImpacts: 'potentialImpacts',
  ThirdPartyTools: 'thirdPartyTools',
  MitigationControl: 'mitigationControl',
  Responsibility: 'responsibility',
  IAControls: 'iaControls',
} as const satisfies Record<string, keyof CatalogRule>

type PartName = keyof typeof DESCRIPTION_PARTS
const NAMES = Object.keys(DESCRIPTION_PARTS)
const OPENING = new RegExp(`<(${NAMES.join('|')})>`, 'g')
/** A closing tag behind which the next part begins, or nothing follows: one within a text that names tags is none. */
const CLOSINGS = new Map(
  NAMES.map((name) => [name, new RegExp(`</${name}>(?=\\s*(?:<(?:${NAMES.join('|')})>|$))`, 'g')]),
)

/** The parts found, by tag name, and the tag that is opened but never closed. */
export interface DescriptionParts {
  parts: Partial<Record<string, string>>
  unclosed: string | null
}

/**
 * Cuts a description text into its tagged parts. The text is never parsed as XML: published guides contain raw
 * ampersands and words in angle brackets, which stay as they are (rule C-17).
 */
export function descriptionParts(description: string): DescriptionParts {
  const parts: Partial<Record<string, string>> = {}
  OPENING.lastIndex = 0
  for (let match = OPENING.exec(description); match; match = OPENING.exec(description)) {
    const name = match[1] ?? ''
    const closing = `</${name}>`
    const end = closingAt(description, name, OPENING.lastIndex)
    if (end === -1) return { parts, unclosed: name }
    parts[name] ??= description.slice(OPENING.lastIndex, end)
    OPENING.lastIndex = end + closing.length
  }
  return { parts, unclosed: null }
}

/** Where a part ends: at its closing tag before the next part, or else at the first one; -1 without any. */
function closingAt(description: string, name: string, from: number): number {
  const closing = CLOSINGS.get(name)
  if (closing) closing.lastIndex = from
  return closing?.exec(description)?.index ?? description.indexOf(`</${name}>`, from)
}

/** The description fields of a rule; an absent or empty part is null, `Documentable` is a yes or no. */
export function descriptionFields({
  parts,
}: DescriptionParts): Pick<CatalogRule, (typeof DESCRIPTION_PARTS)[PartName]> {
  const part = (name: PartName): string | null => parts[name] || null
  return {
    vulnDiscussion: part('VulnDiscussion'),
    falsePositives: part('FalsePositives'),
    falseNegatives: part('FalseNegatives'),
    documentable: yesOrNo(part('Documentable')),
    mitigations: part('Mitigations'),
    severityOverrideGuidance: part('SeverityOverrideGuidance'),
    potentialImpacts: part('PotentialImpacts'),
    thirdPartyTools: part('ThirdPartyTools'),
    mitigationControl: part('MitigationControl'),
    responsibility: part('Responsibility'),
    iaControls: part('IAControls'),
  }
}

function yesOrNo(text: string | null): boolean | null {
  const word = text?.trim().toLowerCase()
  if (word === 'true') return true
  return word === 'false' ? false : null
}
