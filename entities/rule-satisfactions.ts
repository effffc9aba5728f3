import { illegal } from '../src/errors.ts'
import type { RuleStatus } from '../src/vocabulary.ts'
import type { Rule } from './rule.ts'

/** What nesting replaces on a child, and what un-nesting brings back (rule C-55). */
export interface InheritedTexts {
  status: RuleStatus
  statusJustification: string | null
  mitigations: string | null
}

/** What a child goes back to when no one noted what it said (rule C-56). */
export const BEFORE_FIRST_ENTRY: InheritedTexts = {
  status: 'Not Yet Determined',
  statusJustification: null,
  mitigations: null,
}

/** The links that both ends of a new satisfaction already have. */
export interface Links {
  childHasChildren: boolean
  parentHasParents: boolean
  linked: boolean
}

/** A requirement as the texts of its children name it. */
export interface Satisfier {
  name: string
  title: string | null
}

const NESTED: RuleStatus = 'Applicable - Does Not Meet'
/** What nesting writes. */
const SECTIONS = ['Status', 'DISA Metadata'] as const

/** Throws 422 unless `child` may be satisfied by `parent`: one level, one component, STIG-style, new (rule C-55). */
export function assertSatisfaction(child: Rule, parent: Rule, links: Links): void {
  if (child.documentType !== 'stig') {
    throw illegal('satisfaction.kind', 'Authored requirements have no satisfactions.')
  }
  if (child.id === parent.id) throw illegal('satisfaction.self', 'A requirement cannot satisfy itself.')
  if (child.componentId !== parent.componentId) {
    throw illegal('satisfaction.component', 'Both requirements must be of one component.')
  }
  if (links.linked) throw illegal('satisfaction.exists', 'This requirement satisfies the other one already.')
  if (links.childHasChildren || links.parentHasParents) {
    throw illegal(
      'satisfaction.depth',
      'A requirement that is satisfied by another one cannot satisfy a third.',
    )
  }
}

/** Nests a child whose DISA description is loaded, and answers what it said before. */
export function linkSatisfaction(child: Rule, parent: Satisfier, frozen: boolean, at: Date): InheritedTexts {
  assertSatisfactionsOpen(child, frozen)
  const before = inheritedTexts(child)
  const text = textOf(parent)
  write(child, { status: NESTED, statusJustification: text, mitigations: text }, at)
  return before
}

const textOf = ({ name, title }: Satisfier): string => `Satisfied by ${name}${title ? `: ${title}` : ''}`

/** Whether texts still say that a requirement of this name satisfies theirs. */
export function nameSatisfier({ statusJustification, mitigations }: InheritedTexts, name: string): boolean {
  return [statusJustification, mitigations].some((said) => names(said, name))
}

/** Texts that name `heir` where they named one that satisfies no longer; what people wrote stays (rule C-56). */
export function renamed(texts: InheritedTexts, gone: string, heir: Satisfier): InheritedTexts {
  const renamedIn = (text: string | null) => (names(text, gone) ? textOf(heir) : text)
  return {
    ...texts,
    statusJustification: renamedIn(texts.statusJustification),
    mitigations: renamedIn(texts.mitigations),
  }
}

/** Names another requirement in a child of one that satisfies it no longer. */
export function relinkSatisfaction(child: Rule, gone: string, heir: Satisfier, at: Date): void {
  write(child, renamed(inheritedTexts(child), gone, heir), at)
}

/** The title may have changed since. */
function names(text: string | null, name: string): boolean {
  const begins = textOf({ name, title: null })
  return text === begins || text?.startsWith(`${begins}: `) === true
}

/** Refuses to nest or un-nest a child that may not be changed (rule C-55). */
export function assertSatisfactionsOpen(child: Rule, frozen: boolean): void {
  child.assertEditable(frozen)
  child.assertSectionsOpen(SECTIONS)
}

/** Why a child may be neither nested nor un-nested, as `assertSatisfactionsOpen` sees it; null when it may. */
export function satisfactionLock(
  child: Pick<Rule, 'locked' | 'reviewRequestorId' | 'lockedFields'>,
): 'locked' | 'under review' | 'section locked' | null {
  if (child.locked) return 'locked'
  if (child.reviewRequestorId != null) return 'under review'
  return SECTIONS.some((name) => child.lockedFields[name]) ? 'section locked' : null
}

/**
 * Gives a child back what it said before it was nested. When its parent goes, locks do not keep it nested: it would
 * speak of a requirement that is no more (rule C-56).
 */
export function unlinkSatisfaction(child: Rule, before: InheritedTexts | null, at: Date): void {
  write(child, before ?? BEFORE_FIRST_ENTRY, at)
}

export function inheritedTexts(child: Rule): InheritedTexts {
  const [disa] = child.disaDescriptions.getItems()
  return {
    status: child.status,
    statusJustification: child.statusJustification ?? null,
    mitigations: disa?.mitigations ?? null,
  }
}

function write(child: Rule, texts: InheritedTexts, at: Date): void {
  const [disa] = child.disaDescriptions.getItems()
  child.status = texts.status
  child.statusJustification = texts.statusJustification
  if (disa) disa.mitigations = texts.mitigations
  child.touch(SECTIONS, at)
}
