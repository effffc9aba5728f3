import type { PublishedHeader, PublishedRule } from '../xccdf-writer.ts'
import { toBenchmarkId } from '../xccdf-writer.ts'
import type { DisaTexts, ExportedComponent, ExportedRule } from './types.ts'

/** Description tags and the fields they contain. */
const TAGS: Record<string, keyof DisaTexts> = {
  VulnDiscussion: 'vuln_discussion',
  FalsePositives: 'false_positives',
  FalseNegatives: 'false_negatives',
  Documentable: 'documentable',
  Mitigations: 'mitigations',
  SeverityOverrideGuidance: 'severity_override_guidance',
  PotentialImpacts: 'potential_impacts',
  ThirdPartyTools: 'third_party_tools',
  MitigationControl: 'mitigation_control',
  Responsibility: 'responsibility',
  IAControls: 'ia_controls',
}

/** The published header of a component; version 0, release 0 without numbers. */
export function toPublishedHeader(component: ExportedComponent, date: Date): PublishedHeader {
  return {
    id: toBenchmarkId(component.name),
    title: component.title,
    description: component.description,
    version: component.version ?? 0,
    release: component.release ?? 0,
    date,
    draft: !component.released,
  }
}

/** A requirement in its published form; its name replaces the identifier until a release mints one. */
export function toPublishedRule(rule: ExportedRule): PublishedRule {
  const stig = rule.documentType === 'stig'
  const parts = Object.entries(TAGS).map(([tag, name]) => [tag, rule.texts[name]])
  return {
    displayedName: rule.displayedName,
    coreVersion: rule.coreVersion,
    version: stig ? (rule.version ?? '') : toIdentifier(rule),
    title: rule.title,
    severity: rule.severity,
    weight: rule.weight,
    ident: rule.ident,
    identSystem: rule.identSystem,
    fixtext: rule.fix,
    check: rule.check,
    legacyIds: rule.legacyIds,
    furtherIdents: rule.furtherIdents,
    furtherChecks: rule.furtherChecks,
    scripts: rule.scripts,
    parts: Object.fromEntries(parts),
    satisfies: listSatisfiedIds(rule),
  }
}

/** The SRG identifier: for a STIG the catalog rule's, for an SRG the minted one or its name. */
export function toIdentifier({ documentType, version, minted, displayedName }: ExportedRule): string {
  if (documentType === 'stig') return version ?? displayedName
  return minted && version !== null ? version : displayedName
}

/** Unique SRG identifiers of the satisfied requirements. */
export function listSatisfiedIds({ satisfied }: ExportedRule): string[] {
  return [...new Set(satisfied.flatMap(({ srgId }) => srgId ?? []))].sort()
}

/** The CCIs of a requirement. */
export function splitCcis({ ident }: Pick<ExportedRule, 'ident'>): string[] {
  return (ident ?? '').split(', ').filter(Boolean)
}
