import type { Severity } from '../../vocabulary.ts'

/** The catalog that a benchmark is read for: requirements guides or published STIGs. */
export type BenchmarkKind = 'srg' | 'stig'

/** Dublin Core fields of a rule's `reference`; `dc:type` is called `reference_type` (rule C-44). */
export type CatalogReference = Record<string, string>

/** A further check of a rule. */
export interface CatalogCheck {
  system: string | null
  contentRefName: string | null
  contentRefHref: string | null
  content: string | null
}

/** One fix of a rule: its text, and the `fix` element that belongs to it. */
export interface CatalogFix {
  fixref: string | null
  text: string | null
  id: string | null
  system: string | null
  /** Content of the `fix` element, such as a script. */
  content: string | null
}

/** An ident of another system than the first. */
export interface CatalogIdent {
  system: string | null
  ident: string
}

/** One rule of an XCCDF benchmark, flat (rule C-16). Texts are literal; an empty text is null. */
export interface CatalogRule {
  ruleId: string
  severity: Severity
  weight: string
  version: string
  title: string
  status: string
  ident: string | null
  identSystem: string | null
  legacyIds: string | null
  /** Idents of other systems than `identSystem`; null without any. */
  furtherIdents: CatalogIdent[] | null
  /** All texts of fixes. */
  fixtext: string | null
  fixtextFixref: string | null
  fixId: string | null
  checkSystem: string | null
  checkContentRefName: string | null
  checkContentRefHref: string | null
  checkContent: string | null
  /** Checks after the first; null without any. */
  furtherChecks: CatalogCheck[] | null
  /** All fixes, if there are several or one with a script; otherwise null. */
  fixes: CatalogFix[] | null
  vulnDiscussion: string | null
  falsePositives: string | null
  falseNegatives: string | null
  documentable: boolean | null
  mitigations: string | null
  severityOverrideGuidance: string | null
  potentialImpacts: string | null
  thirdPartyTools: string | null
  mitigationControl: string | null
  responsibility: string | null
  iaControls: string | null
  reference: CatalogReference | null
  /** STIG only: the Group's id, stored as vuln_id. */
  groupId: string | null
  /** STIG only: the Group's title, stored as srg_id. */
  groupTitle: string | null
}

/** The header of a benchmark (rule C-14). */
export interface BenchmarkHeader {
  /** The benchmark's id: srg_id or stig_id. */
  srgId: string
  title: string
  /** `V{major}R{release}`, the release with its decimals. */
  version: string
  name: string
  /** YYYY-MM-DD */
  releaseDate: string | null
  /** STIG only. */
  description: string | null
  core: boolean
  /** A release below 1, or with the status draft. */
  draft: boolean
}

export interface Benchmark extends BenchmarkHeader {
  /** Sorted by version, then rule id. */
  rules: CatalogRule[]
}
