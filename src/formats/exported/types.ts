import type { DocumentType, RuleStatus, Severity } from '../../vocabulary.ts'
import type { Check } from '../checks/check-text.ts'

/** A component for all export formats. */
export interface ExportedComponent {
  id: number
  projectId: number
  /** Null if the caller may not know the project. */
  projectName: string | null
  name: string
  prefix: string
  title: string
  description: string | null
  version: number | null
  release: number | null
  released: boolean
  documentType: DocumentType
  adminName: string | null
  adminEmail: string | null
  /** ISO 8601, microseconds. */
  createdAt: string
  updatedAt: string
  /** The newest change of the component or of one of its requirements, ISO 8601, microseconds. */
  contentChangedAt: string
  /** Changes with the component, its requirements and satisfactions. */
  contentKey: string
  /** Whether it or one of its live requirements has a comment. */
  commented: boolean
}

/** Name of a requirement, for parts of a file that precede the requirements. */
export interface RuleName {
  id: number
  displayedName: string
}

/** Texts of the DISA description by column; flags are text. */
export interface DisaTexts {
  vuln_discussion: string | null
  false_positives: string | null
  false_negatives: string | null
  documentable: string | null
  mitigations: string | null
  severity_override_guidance: string | null
  potential_impacts: string | null
  third_party_tools: string | null
  mitigation_control: string | null
  responsibility: string | null
  ia_controls: string | null
  poam: string | null
}

/** A requirement that another one satisfies. */
export interface SatisfiedRequirement {
  displayedName: string
  srgId: string | null
  ident: string | null
}

/** A live requirement for all export formats. */
export interface ExportedRule {
  id: number
  componentId: number
  documentType: DocumentType
  /** Six digits. */
  number: string
  displayedName: string
  version: string | null
  /** `version` is an identifier that a release minted. */
  minted: boolean
  /** Version of the core rule that an authored requirement descends from. */
  coreVersion: string | null
  title: string | null
  status: RuleStatus
  statusJustification: string | null
  severity: Severity
  weight: string
  ident: string | null
  identSystem: string | null
  legacyIds: string | null
  fix: string | null
  check: string | null
  /** Checks after the first. */
  furtherChecks: Check[]
  /** From the catalog rule: idents of other systems, and fixes with a script. */
  furtherIdents: { system: string | null; ident: string }[] | null
  scripts: { id: string | null; system: string | null; content: string | null }[] | null
  /** The effective texts, inherited from the parent or own (rule C-42): fix, and all checks as one text. */
  effectiveFix: string | null
  effectiveCheck: string | null
  artifactDescription: string | null
  vendorComments: string | null
  inspecBody: string | null
  texts: DisaTexts
  /** Null without a source. */
  source: { title: string | null; discussion: string | null; check: string | null; fix: string | null } | null
  /** Satisfied by another one. */
  child: boolean
  satisfied: SatisfiedRequirement[]
  locked: boolean
  underReview: boolean
  lockedSections: string[]
  updatedAt: string
}

/** Version and release, such as `V1R2`; empty without them. */
export function toVersionTag({ version, release }: Pick<ExportedComponent, 'version' | 'release'>): string {
  return `${version === null ? '' : `V${version}`}${release === null ? '' : `R${release}`}`
}
