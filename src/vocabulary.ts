/**
 * The closed vocabularies of the domain, each value exactly as in the API.
 * Rules A-5, C-2, C-3, C-52 and R-2.
 */

export const PROJECT_ROLES = ['viewer', 'author', 'reviewer', 'admin'] as const
export type Role = (typeof PROJECT_ROLES)[number]

/** True if `role` is at least `needed` in the order viewer < author < reviewer < admin. */
export function roleAtLeast(role: Role | null, needed: Role): boolean {
  return role !== null && PROJECT_ROLES.indexOf(role) >= PROJECT_ROLES.indexOf(needed)
}

/** Returns the higher of two roles; null means no role. */
export function findHigherRole(a: Role | null, b: Role | null): Role | null {
  if (a === null) return b
  return roleAtLeast(b, a) ? b : a
}

export const MEMBERSHIP_TYPES = ['Project', 'Component'] as const
export type MembershipType = (typeof MEMBERSHIP_TYPES)[number]

export const VISIBILITIES = ['discoverable', 'hidden'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const TOKEN_SCOPES = ['read', 'write', 'admin'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

export const DOCUMENT_TYPES = ['stig', 'srg'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

export const SEVERITIES = ['high', 'medium', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

export const NOT_YET_DETERMINED = 'Not Yet Determined'
export const CONFIGURABLE = 'Applicable - Configurable'
export const INHERENTLY_MEETS = 'Applicable - Inherently Meets'
export const DOES_NOT_MEET = 'Applicable - Does Not Meet'
export const NOT_APPLICABLE = 'Not Applicable'
export const STIG_STATUSES = [
  NOT_YET_DETERMINED,
  CONFIGURABLE,
  INHERENTLY_MEETS,
  DOES_NOT_MEET,
  NOT_APPLICABLE,
] as const
export type StigStatus = (typeof STIG_STATUSES)[number]

export const SRG_STATUSES = [NOT_YET_DETERMINED, 'Applicable', NOT_APPLICABLE] as const
export type SrgStatus = (typeof SRG_STATUSES)[number]
export type RuleStatus = StigStatus | SrgStatus
export const RULE_STATUSES = [...STIG_STATUSES, 'Applicable'] as const

/** Returns the statuses that a requirement of this document type may have. */
export function listAllowedStatuses(type: DocumentType): readonly RuleStatus[] {
  return type === 'stig' ? STIG_STATUSES : SRG_STATUSES
}

/** Returns the statistics key of a status in snake_case. */
export function toStatusKey(status: RuleStatus): string {
  return status.toLowerCase().replace(/[^a-z]+/g, '_')
}

export const COMMENT_PHASES = ['open', 'closed'] as const
export type CommentPhase = (typeof COMMENT_PHASES)[number]
export const CLOSED_REASONS = ['adjudicating', 'finalized'] as const
export type ClosedReason = (typeof CLOSED_REASONS)[number]

export const REVIEW_ACTIONS = [
  'comment',
  'request_review',
  'revoke_review_request',
  'request_changes',
  'approve',
  'lock_control',
  'unlock_control',
] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

export const TRIAGE_STATUSES = [
  'pending',
  'concur',
  'concur_with_comment',
  'non_concur',
  'duplicate',
  'informational',
  'needs_clarification',
  'withdrawn',
  'addressed_by',
] as const
export type TriageStatus = (typeof TRIAGE_STATUSES)[number]
export type Decision = Exclude<TriageStatus, 'pending'>
/** A terminal status closes the comment in the same write (rule R-2). */
export const TERMINAL_STATUSES: readonly TriageStatus[] = [
  'duplicate',
  'informational',
  'withdrawn',
  'addressed_by',
]

/** Statuses with which a comment stays open after its decision, until it is adjudicated (rule C-41). */
export const ADJUDICATED_STATUSES: readonly TriageStatus[] = ['concur', 'concur_with_comment', 'non_concur']

export const COMMENTABLE_TYPES = ['BaseRule', 'Component'] as const
export type CommentableType = (typeof COMMENTABLE_TYPES)[number]

export const REACTION_KINDS = ['up', 'down'] as const
export type ReactionKind = (typeof REACTION_KINDS)[number]

/** Comment section key -> lockable section name. Comments use keys, locks use names (rule C-3). */
export const SECTIONS = {
  title: 'Title',
  severity: 'Severity',
  status: 'Status',
  fixtext: 'Fix',
  check_content: 'Check',
  vuln_discussion: 'Vulnerability Discussion',
  disa_metadata: 'DISA Metadata',
  vendor_comments: 'Vendor Comments',
  artifact_description: 'Artifact Description',
  xccdf_metadata: 'XCCDF Metadata',
} as const
export type SectionKey = keyof typeof SECTIONS
export type SectionName = (typeof SECTIONS)[SectionKey]
export const SECTION_KEYS = Object.keys(SECTIONS) as SectionKey[]
export const SECTION_NAMES = Object.values(SECTIONS) as SectionName[]

export const QUESTION_TYPES = ['dropdown', 'freeform', 'url'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

export const UNLOCK_STRATEGIES = ['email', 'time', 'both'] as const
export type UnlockStrategy = (typeof UNLOCK_STRATEGIES)[number]

/** The events of live boards (rule R-52); `reset` means that events were missed. */
export const BOARD_EVENTS = [
  'comment.created',
  'comment.replied',
  'comment.edited',
  'comment.triaged',
  'comment.adjudicated',
  'comment.reopened',
  'comment.withdrawn',
  'comment.restored',
  'comment.retagged',
  'comment.moved',
  'comment.merged',
  'comment.assigned',
  'comment.destroyed',
  'reaction.changed',
  'rule.changed',
  'component.changed',
  'component.released',
  'reset',
] as const
export type BoardEventKind = (typeof BOARD_EVENTS)[number]
/** The events of comments. */
export type CommentEvent = Extract<BoardEventKind, `comment.${string}` | `reaction.${string}`>

/** The kinds of notifications (rule R-53): comment events, comment periods and mentions. */
export const NOTIFIED_EVENTS = [
  'comment.mentioned',
  'comment.created',
  'comment.replied',
  'comment.triaged',
  'comment.adjudicated',
  'comment.reopened',
  'comment.withdrawn',
  'comment.merged',
  'comment.moved',
  'reaction.changed',
  'comment.period',
] as const
export type NotifiedEvent = (typeof NOTIFIED_EVENTS)[number]

/** Requirements that the table of the web application shows while the others are loading. */
export const FIRST_REQUIREMENTS = 100

/** The first comments of the triage without filters: enough for some minutes of work, and quick to load. */
export const FIRST_COMMENTS = { per_page: 200, triage_status: 'pending', sort: 'rule', page: 1 } as const

/** How long users can undo their own decisions and bulk updates, in milliseconds. */
export const UNDO_MS = 10 * 60_000

/** Findings of a requirement that a policy can turn into blockers of locking and release (rule C-81). */
export const POLICY_CODES = [
  'rule.undetermined',
  'rule.title_missing',
  'rule.discussion_missing',
  'rule.check_missing',
  'rule.fix_missing',
  'rule.mitigations_missing',
  'rule.artifacts_missing',
  'rule.justification_missing',
  'rule.severity_reason_missing',
  'rule.finding_statement_missing',
  'rule.fix_repeats_title',
  'rule.and_or',
  'rule.to_be_determined',
  'rule.placeholder',
  'rule.inspec_invalid',
] as const
export type PolicyCode = (typeof POLICY_CODES)[number]

/** The source of a finding. */
export const FINDING_SOURCES = [
  'review_cycle',
  'disa_field_rule',
  'disa_wording',
  'inspec',
  'comments',
] as const
export type FindingSource = (typeof FINDING_SOURCES)[number]

/** Returns the displayed name of a requirement: the component's prefix and the number (rule C-44). */
export function formatRequirementName(prefix: string, number: string): string {
  return `${prefix}-${number}`
}

/** The kinds of reference documents: DISA's list of CCIs, and NIST's OSCAL catalog of SP 800-53. */
export const REFERENCE_KINDS = ['cci_list', 'control_catalog'] as const
export type ReferenceKind = (typeof REFERENCE_KINDS)[number]

/** A publication that a CCI refers to. */
export interface CciReference {
  creator: string | null
  title: string | null
  version: string | null
  location: string | null
  /** The part of the publication, such as AC-2 (1). */
  index: string | null
}

/** A line of a control's statement. */
export interface StatementLine {
  /** The label of an item, such as `a.` or `(1)`. */
  label: string | null
  /** The depth of an item, from 0. */
  level: number
  text: string
}
