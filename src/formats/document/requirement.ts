import {
  CONFIGURABLE,
  DOES_NOT_MEET,
  INHERENTLY_MEETS,
  NOT_APPLICABLE,
  NOT_YET_DETERMINED,
  type RuleStatus,
  type Severity,
} from '../../vocabulary.ts'
import { formatNistControls } from '../cci.ts'
import { toIdentifier } from '../exported/published.ts'
import { CATEGORIES } from '../exported/requirement-sheet.ts'
import type { ExportedRule, RuleName } from '../exported/types.ts'
import type { DocumentBlock, Fact } from './blocks.ts'

/** A requirement as the table of contents and the introduction show it. */
export interface ListedRule extends RuleName, Pick<ExportedRule, 'severity' | 'status'> {
  title: string | null
}

interface TextSection {
  heading: string
  getText: (rule: ExportedRule) => string | null
}

const DISCUSSION: TextSection = {
  heading: 'Vulnerability Discussion',
  getText: (rule) => rule.texts.vuln_discussion,
}
const CHECK: TextSection = { heading: 'Check', getText: (rule) => rule.effectiveCheck }
const FIX: TextSection = { heading: 'Fix', getText: (rule) => rule.effectiveFix }
const JUSTIFICATION: TextSection = {
  heading: 'Status Justification',
  getText: (rule) => rule.statusJustification,
}
const ARTIFACT: TextSection = { heading: 'Artifact Description', getText: (rule) => rule.artifactDescription }
const MITIGATION: TextSection = { heading: 'Mitigation', getText: (rule) => rule.texts.mitigations }

/** Texts that a status requires; empty ones are shown as empty (rules C-75 and C-81). */
const NEEDED: Record<RuleStatus, readonly TextSection[]> = {
  [NOT_YET_DETERMINED]: [DISCUSSION, CHECK, FIX],
  [CONFIGURABLE]: [DISCUSSION, CHECK, FIX],
  Applicable: [DISCUSSION, CHECK, FIX],
  [INHERENTLY_MEETS]: [DISCUSSION, JUSTIFICATION, ARTIFACT],
  [DOES_NOT_MEET]: [DISCUSSION, JUSTIFICATION, MITIGATION],
  [NOT_APPLICABLE]: [JUSTIFICATION],
}

/** Optional texts; empty ones are omitted. */
const OPTIONAL: readonly TextSection[] = [
  { heading: 'Severity Override Guidance', getText: (rule) => rule.texts.severity_override_guidance },
  { heading: 'Vendor Comments', getText: (rule) => rule.vendorComments },
]

/** Generates a requirement without its heading: its metadata, and the texts that its status requires. */
export function* buildRequirementBlocks(rule: ExportedRule): Generator<DocumentBlock> {
  yield { kind: 'facts', facts: buildRequirementFacts(rule) }
  if (rule.child) {
    yield { kind: 'text', text: 'Check and fix are those of the requirement that satisfies this one.' }
  }
  for (const { heading, getText } of NEEDED[rule.status]) {
    yield* buildTextBlocks(heading, getText(rule) ?? '', true)
  }
  for (const { heading, getText } of OPTIONAL) yield* buildTextBlocks(heading, getText(rule) ?? '', false)
}

function buildRequirementFacts(rule: ExportedRule): Fact[] {
  const satisfied = [...new Set(rule.satisfied.map(({ displayedName }) => displayedName))].sort()
  const facts: [string, string][] = [
    ['SRG ID', toIdentifier(rule)],
    ['Severity', formatSeverity(rule.severity)],
    ['Status', rule.status],
    ['CCI', rule.ident ?? ''],
    ['NIST SP 800-53', formatNistControls(rule.ident)],
    ['Satisfies', satisfied.join(', ')],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** Formats a severity with its category: `CAT I (high)`. */
export const formatSeverity = (severity: Severity): string => `${CATEGORIES[severity]} (${severity})`

function* buildTextBlocks(heading: string, text: string, isNeeded: boolean): Generator<DocumentBlock> {
  const trimmed = text.trim()
  if (trimmed === '' && !isNeeded) return
  yield { kind: 'heading', level: 3, text: heading }
  yield { kind: 'text', text: trimmed === '' ? 'Empty' : trimmed }
}
