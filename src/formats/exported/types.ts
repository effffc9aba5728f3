import type { DocumentType, RuleStatus, Severity } from '../../vocabulary.ts'
import type { Check } from '../checks/check-text.ts'

/** A component as every format that leaves the service reads it. */
export interface ExportedComponent {
  id: number
  projectId: number
  /** Null for an exporter who may not know the project. */
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
  /** Differs whenever the component, a requirement or a satisfaction has changed. */
  contentKey: string
  /** Someone has commented on it or on one of its live requirements. */
  commented: boolean
}

/** What a requirement is called, for parts of a file that come before its requirements. */
export interface RuleName {
  id: number
  displayedName: string
}

/** The texts of the DISA description, by their columns; flags are words. */
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
export interface Satisfied {
  displayedName: string
  srgId: string | null
  ident: string | null
}

/** A live requirement as every format that leaves the service reads it. */
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
  /** Checks behind the first. */
  furtherChecks: Check[]
  /** Of its catalog rule: idents of other systems, and fixes that hold a script. */
  furtherIdents: { system: string | null; ident: string }[] | null
  scripts: { id: string | null; system: string | null; content: string | null }[] | null
  /** What a child has of its parent, and everyone else of their own (rule C-42): fix, and all checks as one text. */
  readFix: string | null
  readCheck: string | null
  artifactDescription: string | null
  vendorComments: string | null
  inspecBody: string | null
  texts: DisaTexts
  /** Null for what came from nowhere. */
  source: { title: string | null; discussion: string | null; check: string | null; fix: string | null } | null
  /** Satisfied by another one. */
  child: boolean
  satisfied: Satisfied[]
  locked: boolean
  underReview: boolean
  lockedSections: string[]
  updatedAt: string
}

/** The guide's numbers as they are written together, `V1R2`; empty without them. */
export function versionTag({ version, release }: Pick<ExportedComponent, 'version' | 'release'>): string {
  return `${version === null ? '' : `V${version}`}${release === null ? '' : `R${release}`}`
}
