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
const NAMES = Object.keys(DESCRIPTION_PARTS) as PartName[]
const BY_LOWER_CASE = new Map(NAMES.map((name) => [name.toLowerCase(), name]))
/** A tag, also with attributes, which are ignored, with blanks, or as `<Name/>` for an empty part. */
const TAG = /<(\/?)([a-z]+)(?:\s+[\w:.-]{1,40}\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*(\/?)>/gi
const SEPARATOR = ', '

/** Returns the part of a tag name in any letter case; null for other tags. */
export function toPartTag(name: string): PartName | null {
  return BY_LOWER_CASE.get(name.toLowerCase()) ?? null
}

/** The parts of a description. */
export interface DescriptionParts {
  parts: Partial<Record<PartName, string>>
  /** A tag that is opened and never closed. */
  unclosed: PartName | null
  /** Text outside of the parts. */
  outside: string[]
}

interface Tag {
  name: PartName
  opens: boolean
  from: number
  to: number
}

/**
 * Splits a description into its tagged parts in linear time; a text without tags is the discussion. It is not parsed as
 * XML, because published guides contain raw ampersands and words in angle brackets (rule C-17).
 */
export function listDescriptionParts(description: string): DescriptionParts {
  const tags = findTags(description)
  const pieces = new Map<PartName, string[]>()
  const outside: string[] = []
  const noteOutside = (text: string) => text.trim() !== '' && outside.push(text.trim())
  if (!tags.some(({ opens }) => opens)) {
    return {
      parts: description.trim() === '' ? {} : { VulnDiscussion: description },
      unclosed: null,
      outside,
    }
  }
  const ends = findClosingTags(description, tags)
  let offset = 0
  for (let index = 0; index < tags.length;) {
    const tag = tags[index]
    if (!tag?.opens) {
      index += 1
      continue
    }
    noteOutside(description.slice(offset, tag.from))
    const end = ends[index]
    const closing = end === undefined ? undefined : tags[end]
    if (end === undefined || !closing) return { parts: joinParts(pieces), unclosed: tag.name, outside }
    const texts = pieces.get(tag.name) ?? []
    pieces.set(tag.name, texts)
    texts.push(description.slice(tag.to, closing.from))
    offset = closing.to
    index = end + 1
  }
  noteOutside(description.slice(offset))
  return { parts: joinParts(pieces), unclosed: null, outside }
}

function findTags(description: string): Tag[] {
  return [...description.matchAll(TAG)].flatMap(({ 0: tag, 1: slash, 2: tagName = '', 3: empty, index }) => {
    const name = toPartTag(tagName)
    if (name === null) return []
    const [opens, end] = [slash === '', index + tag.length]
    const closing = opens && empty === '/' ? [{ name, opens: false, from: end, to: end }] : []
    return [{ name, opens, from: index, to: end }, ...closing]
  })
}

/** Closing tags of a part after a position: the next one before another part, the next one, and the next after a reopening. */
interface ClosingTags {
  last?: number | undefined
  any?: number | undefined
  beyond?: number | undefined
}

/**
 * Finds the closing tag of each opening tag: the next one that another part or the end follows, because texts can mention
 * tags; otherwise the next one.
 */
function findClosingTags(description: string, tags: readonly Tag[]): (number | undefined)[] {
  const next = new Map<PartName, ClosingTags>()
  const ends = tags.map((): number | undefined => undefined)
  for (let index = tags.length - 1; index >= 0; index--) {
    const tag = tags[index]
    if (!tag) continue
    const closingTags = next.get(tag.name) ?? {}
    if (tag.opens) {
      const end = closingTags.last ?? closingTags.any ?? closingTags.beyond
      ends[index] = end
      next.set(tag.name, { beyond: end })
    } else {
      const last = isLast(description, tags, index) ? index : closingTags.last
      next.set(tag.name, { ...closingTags, any: index, last })
    }
  }
  return ends
}

/** Whether only blanks separate a closing tag from the next part or the end. */
function isLast(description: string, tags: readonly Tag[], index: number): boolean {
  const [tag, following] = [tags[index], tags[index + 1]]
  if (!tag || following?.opens === false) return false
  return description.slice(tag.to, following?.from).trim() === ''
}

/** Joins repeated parts; a single one is unchanged. */
function joinParts(pieces: ReadonlyMap<PartName, string[]>): DescriptionParts['parts'] {
  const parts = Array.from(pieces, ([name, pieceTexts]) => {
    const texts = pieceTexts.length > 1 ? pieceTexts.filter((text) => text.trim() !== '') : pieceTexts
    return [name, texts.join(SEPARATOR)]
  })
  return Object.fromEntries(parts)
}

/** Converts parts to fields of a rule: null for absent and empty ones, a boolean for `Documentable`. */
export function readDescriptionFields({
  parts,
}: DescriptionParts): Pick<CatalogRule, (typeof DESCRIPTION_PARTS)[PartName]> {
  const part = (name: PartName): string | null => parts[name] || null
  return {
    vulnDiscussion: part('VulnDiscussion'),
    falsePositives: part('FalsePositives'),
    falseNegatives: part('FalseNegatives'),
    documentable: parseYesOrNo(part('Documentable')),
    mitigations: part('Mitigations'),
    severityOverrideGuidance: part('SeverityOverrideGuidance'),
    potentialImpacts: part('PotentialImpacts'),
    thirdPartyTools: part('ThirdPartyTools'),
    mitigationControl: part('MitigationControl'),
    responsibility: part('Responsibility'),
    iaControls: part('IAControls'),
  }
}

function parseYesOrNo(text: string | null): boolean | null {
  const word = text?.trim().toLowerCase()
  if (word === 'true' || word === 'yes') return true
  return word === 'false' || word === 'no' ? false : null
}
