import { stateError } from '../src/errors.ts'
import type { RuleStatus } from '../src/vocabulary.ts'
import type { Rule } from './rule.ts'

/** Texts of a child that a satisfaction replaces, and that are restored when it is removed (rule C-55). */
export interface InheritedTexts {
  status: RuleStatus
  statusJustification: string | null
  mitigations: string | null
}

/** The texts that a child gets if its previous texts were not recorded (rule C-56). */
export const TEXTS_WITHOUT_ENTRY: InheritedTexts = {
  status: 'Not Yet Determined',
  statusJustification: null,
  mitigations: null,
}

/** Existing satisfactions of both ends of a new satisfaction. */
export interface Links {
  childHasChildren: boolean
  parentHasParents: boolean
  linked: boolean
}

/** A satisfying requirement, as the texts of its children name it. */
export interface Satisfier {
  name: string
  title: string | null
}

const SATISFIED_STATUS: RuleStatus = 'Applicable - Does Not Meet'
/** Sections that a satisfaction changes. */
const SECTIONS = ['Status', 'DISA Metadata'] as const

/**
 * Throws 422 unless `parent` can satisfy `child`: one level, one component, STIG-style, not yet linked (rule
 * C-55).
 */
export function assertSatisfaction(child: Rule, parent: Rule, links: Links): void {
  if (child.documentType !== 'stig') {
    throw stateError('satisfaction.kind', 'Requirements of an SRG component cannot satisfy each other.')
  }
  if (child.id === parent.id) throw stateError('satisfaction.self', 'A requirement cannot satisfy itself.')
  if (child.componentId !== parent.componentId) {
    throw stateError('satisfaction.component', 'Both requirements must be in the same component.')
  }
  if (links.linked) {
    throw stateError('satisfaction.exists', 'This requirement satisfies the other one already.')
  }
  if (links.childHasChildren || links.parentHasParents) {
    throw stateError('satisfaction.depth', 'A requirement that another one satisfies cannot satisfy others.')
  }
}

/** Links a child whose DISA description is loaded to its parent; returns the child's previous texts. */
export function linkSatisfaction(child: Rule, parent: Satisfier, frozen: boolean, now: Date): InheritedTexts {
  assertSatisfactionsOpen(child, frozen)
  const before = readInheritedTexts(child)
  const text = toText(parent)
  write(child, { status: SATISFIED_STATUS, statusJustification: text, mitigations: text }, now)
  return before
}

const toText = ({ name, title }: Satisfier): string => `Satisfied by ${name}${title ? `: ${title}` : ''}`

/** Whether texts still name this requirement as the satisfier. */
export function namesSatisfier({ statusJustification, mitigations }: InheritedTexts, name: string): boolean {
  return [statusJustification, mitigations].some((text) => isTextOfSatisfier(text, name))
}

/**
 * Replaces the name of a former satisfier by that of the new one; texts that people wrote stay (rule C-56).
 */
export function renameSatisfier(
  texts: InheritedTexts,
  previousName: string,
  satisfier: Satisfier,
): InheritedTexts {
  const replaceName = (text: string | null) =>
    isTextOfSatisfier(text, previousName) ? toText(satisfier) : text
  return {
    ...texts,
    statusJustification: replaceName(texts.statusJustification),
    mitigations: replaceName(texts.mitigations),
  }
}

/** Replaces the former satisfier by a new one in the texts of a child. */
export function relinkSatisfaction(child: Rule, previousName: string, satisfier: Satisfier, now: Date): void {
  write(child, renameSatisfier(readInheritedTexts(child), previousName, satisfier), now)
}

/** Compares the name only: the title may have changed since. */
function isTextOfSatisfier(text: string | null, name: string): boolean {
  const begins = toText({ name, title: null })
  return text === begins || text?.startsWith(`${begins}: `) === true
}

/** Throws 422 if the child can't be linked or unlinked because of a lock (rule C-55). */
export function assertSatisfactionsOpen(child: Rule, frozen: boolean): void {
  child.assertEditable(frozen)
  child.assertSectionsOpen(SECTIONS)
}

/**
 * The lock that prevents linking and unlinking of a child, as in `assertSatisfactionsOpen`; null without one.
 */
export function findSatisfactionLock(
  child: Pick<Rule, 'locked' | 'reviewRequestorId' | 'lockedFields'>,
): 'locked' | 'under review' | 'section locked' | null {
  if (child.locked) return 'locked'
  if (child.reviewRequestorId != null) return 'under review'
  return SECTIONS.some((name) => child.lockedFields[name]) ? 'section locked' : null
}

/**
 * Restores the child's texts from before the satisfaction. Locks are ignored: the parent may be deleted, and
 * the text would name a requirement that no longer exists (rule C-56).
 */
export function unlinkSatisfaction(child: Rule, before: InheritedTexts | null, now: Date): void {
  write(child, before ?? TEXTS_WITHOUT_ENTRY, now)
}

/** Returns the texts of a child that a satisfaction would replace; its DISA descriptions must be loaded. */
export function readInheritedTexts(child: Rule): InheritedTexts {
  const [disa] = child.disaDescriptions.getItems()
  return {
    status: child.status,
    statusJustification: child.statusJustification ?? null,
    mitigations: disa?.mitigations ?? null,
  }
}

function write(child: Rule, texts: InheritedTexts, now: Date): void {
  const [disa] = child.disaDescriptions.getItems()
  child.status = texts.status
  child.statusJustification = texts.statusJustification
  if (disa) disa.mitigations = texts.mitigations
  child.touch(SECTIONS, now)
}
