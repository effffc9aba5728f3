import {
  CONFIGURABLE,
  DOES_NOT_MEET,
  type FindingSource,
  INHERENTLY_MEETS,
  NOT_APPLICABLE,
  NOT_YET_DETERMINED,
  type PolicyCode,
  type RuleStatus,
  SECTIONS,
  type SectionName,
  type Severity,
} from '../src/vocabulary.ts'

export interface RequirementFinding {
  code: PolicyCode | 'rule.under_review'
  /** Null for fields outside every section. */
  section: SectionName | null
  text: string
  source: FindingSource
}

/** The findings that block locking, and those that block the release. */
export interface ReadinessPolicy {
  lock: PolicyCode[]
  release: PolicyCode[]
}

/** The policy of a component without its own policy: the findings that Vulcan's bulk lock skips. */
export const DEFAULT_POLICY: ReadinessPolicy = {
  lock: ['rule.undetermined', 'rule.mitigations_missing', 'rule.artifacts_missing'],
  release: [],
}

/**
 * The facts from which findings of a live requirement derive. A text of only white space counts as missing.
 */
export interface RequirementFacts {
  status: RuleStatus
  underReview: boolean
  /** Whether another live requirement satisfies this one. */
  satisfied: boolean
  severity: Severity
  /** Severity of its SRG rule; null without one. */
  sourceSeverity: Severity | null
  hasTitle: boolean
  hasDiscussion: boolean
  hasCheck: boolean
  hasFix: boolean
  hasMitigations: boolean
  hasArtifacts: boolean
  hasJustification: boolean
  hasSeverityReason: boolean
  hasFindingStatement: boolean
  fixRepeatsTitle: boolean
  /** Sections with "and/or", with TBD and the like, and with a placeholder in brackets. */
  andOr: SectionName[]
  toBeDetermined: SectionName[]
  placeholders: SectionName[]
  /** Whether a syntax check found that its InSpec code is not Ruby. */
  inspecInvalid?: boolean | undefined
}

const { title, severity, status, fixtext, check_content: check, vuln_discussion: discussion } = SECTIONS
const { disa_metadata: disa, artifact_description: artifacts } = SECTIONS

/** Sections whose wording DISA reviews, by status. */
const REVIEWED: Partial<Record<RuleStatus, readonly SectionName[]>> = {
  [CONFIGURABLE]: [title, discussion, check, fixtext],
  Applicable: [title, discussion, check, fixtext],
  [DOES_NOT_MEET]: [title, discussion, disa],
  [INHERENTLY_MEETS]: [title, discussion, artifacts, status],
  [NOT_APPLICABLE]: [status],
}

/**
 * Returns all findings of a requirement: review state, DISA's field rules for its status, and wording that
 * DISA returns.
 */
export function listRequirementFindings(facts: RequirementFacts): RequirementFinding[] {
  const findings: RequirementFinding[] = []
  if (facts.underReview) {
    findings.push({ code: 'rule.under_review', section: null, text: 'under review', source: 'review_cycle' })
  }
  if (facts.status === NOT_YET_DETERMINED) {
    if (!facts.satisfied) {
      findings.push({
        code: 'rule.undetermined',
        section: status,
        text: NOT_YET_DETERMINED,
        source: 'review_cycle',
      })
    }
    return findings
  }
  findings.push(...listMissingFields(facts))
  findings.push(...listWordingFindings(facts))
  if (facts.inspecInvalid) {
    findings.push({
      code: 'rule.inspec_invalid',
      section: null,
      text: 'InSpec code is not Ruby',
      source: 'inspec',
    })
  }
  return findings
}

/** The first finding that excludes a requirement from a bulk lock; null if there is none (rule C-53). */
export function findLockObstacle(
  facts: RequirementFacts,
  policy: ReadinessPolicy = DEFAULT_POLICY,
): RequirementFinding | null {
  return listRequirementFindings(facts).find(({ code }) => blocksLock(code, policy)) ?? null
}

/**
 * Whether no finding blocks the lock, and the requirement has every field that DISA requires for its status.
 */
export function isReadyToLock(findings: readonly RequirementFinding[], policy: ReadinessPolicy): boolean {
  return !findings.some(({ code, source }) => source === 'disa_field_rule' || blocksLock(code, policy))
}

/** Whether a finding blocks the lock: a pending review always does, others if the policy lists them. */
export function blocksLock(code: string, { lock }: ReadinessPolicy): boolean {
  return code === 'rule.under_review' || lock.some((blocking) => blocking === code)
}

/** Whether a finding blocks the release by this policy. */
export function blocksRelease(code: string, { release }: ReadinessPolicy): boolean {
  return release.some((blocking) => blocking === code)
}

/** Findings of DISA's field rules by status. */
function listMissingFields(facts: RequirementFacts): RequirementFinding[] {
  const findings: RequirementFinding[] = []
  const reportMissing = (present: boolean, code: PolicyCode, section: SectionName, field: string) => {
    if (!present) {
      findings.push({ code, section, text: `${facts.status} without ${field}`, source: 'disa_field_rule' })
    }
  }
  const isConfigurable = facts.status === CONFIGURABLE || facts.status === 'Applicable'
  if (isConfigurable) {
    reportMissing(facts.hasTitle, 'rule.title_missing', title, 'title')
    reportMissing(facts.hasDiscussion, 'rule.discussion_missing', discussion, 'vulnerability discussion')
    reportMissing(facts.hasCheck || facts.satisfied, 'rule.check_missing', check, 'check')
    reportMissing(facts.hasFix || facts.satisfied, 'rule.fix_missing', fixtext, 'fix')
  }
  if (facts.status === DOES_NOT_MEET) {
    reportMissing(facts.hasMitigations, 'rule.mitigations_missing', disa, 'mitigations')
  }
  if (facts.status === INHERENTLY_MEETS) {
    reportMissing(facts.hasArtifacts, 'rule.artifacts_missing', artifacts, 'artifact description')
  }
  if (facts.status === INHERENTLY_MEETS || facts.status === NOT_APPLICABLE) {
    reportMissing(facts.hasJustification, 'rule.justification_missing', status, 'justification')
  }
  if (facts.status !== NOT_APPLICABLE && isRegraded(facts) && !facts.hasSeverityReason) {
    findings.push({
      code: 'rule.severity_reason_missing',
      section: severity,
      text: `severity ${facts.severity} instead of the SRG's ${facts.sourceSeverity} without severity override guidance`,
      source: 'disa_field_rule',
    })
  }
  return findings
}

const isRegraded = ({ severity, sourceSeverity }: RequirementFacts) =>
  sourceSeverity !== null && severity !== sourceSeverity

/** Findings for wording that DISA returns, by section. */
function listWordingFindings(facts: RequirementFacts): RequirementFinding[] {
  const reviewed = REVIEWED[facts.status] ?? []
  const source = 'disa_wording' as const
  const findings: RequirementFinding[] = []
  if (reviewed.includes(check) && facts.hasCheck && !facts.hasFindingStatement && !facts.satisfied) {
    const text = 'check does not say what is a finding'
    findings.push({ code: 'rule.finding_statement_missing', section: check, text, source })
  }
  if (reviewed.includes(fixtext) && facts.fixRepeatsTitle) {
    findings.push({ code: 'rule.fix_repeats_title', section: fixtext, text: 'fix repeats the title', source })
  }
  const addToSections = (sections: SectionName[], code: PolicyCode, text: string) => {
    for (const section of reviewed) {
      if (sections.includes(section)) findings.push({ code, section, text, source })
    }
  }
  addToSections(facts.andOr, 'rule.and_or', 'contains "and/or"')
  addToSections(facts.toBeDetermined, 'rule.to_be_determined', 'contains TBD or a similar mark')
  addToSections(facts.placeholders, 'rule.placeholder', 'contains a placeholder in brackets')
  return findings
}
