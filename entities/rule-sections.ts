import type { SectionName } from '../src/vocabulary.ts'

/** What no section covers: only the whole lock does (components 1.3). */
export const OTHER = 'Other'
export type Covered = SectionName | typeof OTHER

/** Editable field of a requirement -> the section whose lock covers it (components 1.3). */
export const RULE_SECTIONS = {
  title: 'Title',
  ruleSeverity: 'Severity',
  status: 'Status',
  statusJustification: 'Status',
  fixtext: 'Fix',
  fixId: 'Fix',
  fixtextFixref: 'Fix',
  vendorComments: 'Vendor Comments',
  artifactDescription: 'Artifact Description',
  version: 'XCCDF Metadata',
  ruleWeight: 'XCCDF Metadata',
  ident: 'XCCDF Metadata',
  identSystem: 'XCCDF Metadata',
  inspecControlBody: OTHER,
  inspecControlBodyLang: OTHER,
  inspecControlFileLang: OTHER,
} as const satisfies Record<string, Covered>

/** The same for the fields of a DISA description. */
export const DISA_SECTIONS = {
  vulnDiscussion: 'Vulnerability Discussion',
  severityOverrideGuidance: 'Severity',
  falsePositives: 'DISA Metadata',
  falseNegatives: 'DISA Metadata',
  documentable: 'DISA Metadata',
  mitigationsAvailable: 'DISA Metadata',
  mitigations: 'DISA Metadata',
  poamAvailable: 'DISA Metadata',
  poam: 'DISA Metadata',
  potentialImpacts: 'DISA Metadata',
  thirdPartyTools: 'DISA Metadata',
  mitigationControl: 'DISA Metadata',
  responsibility: 'DISA Metadata',
  iaControls: 'DISA Metadata',
} as const satisfies Record<string, Covered>

/** The same for the fields of a check. */
export const CHECK_SECTIONS = {
  system: 'Check',
  contentRefName: 'Check',
  contentRefHref: 'Check',
  content: 'Check',
} as const satisfies Record<string, Covered>

export const DESCRIPTION_SECTIONS = { description: OTHER } as const satisfies Record<string, Covered>
