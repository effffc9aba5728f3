import { NOT_APPLICABLE } from '../../vocabulary.ts'
import { stableUuid } from '../stable-uuid.ts'
import { benchmarkId, releaseInfo } from '../xccdf-writer.ts'
import { jsonPieces, LIST_HERE, mapped } from './json-pieces.ts'
import { ccisOf, identifierOf, publishedHeader } from './published.ts'
import type { ExportedComponent, ExportedRule, RuleName } from './types.ts'

/** A checklist of STIG Viewer 3 for a system on which nothing has been reviewed yet (rule C-76). */
export function cklbPieces(
  component: ExportedComponent,
  names: readonly RuleName[],
  rules: AsyncIterable<ExportedRule>,
  date: Date,
): AsyncGenerator<string> {
  const header = publishedHeader(component, date)
  const stig = stableUuid('cklb', component.id, component.createdAt)
  const frame = {
    title: component.title,
    id: stableUuid('checklist', component.id, component.createdAt),
    cklb_version: '1.0',
    active: true,
    mode: 1,
    has_path: false,
    target_data: {
      target_type: 'Computing',
      host_name: '',
      ip_address: '',
      mac_address: '',
      fqdn: '',
      comments: '',
      role: 'None',
      is_web_database: false,
      technology_area: '',
      web_db_site: '',
      web_db_instance: '',
      classification: null,
    },
    stigs: [
      {
        stig_name: component.title,
        display_name: component.name,
        stig_id: benchmarkId(component.name),
        release_info: releaseInfo(header),
        version: String(header.version),
        uuid: stig,
        reference_identifier: null,
        size: names.length,
        rules: LIST_HERE,
      },
    ],
  }
  return jsonPieces(
    frame,
    mapped(rules, (rule) => ruleOf(rule, component, stig)),
  )
}

function ruleOf(rule: ExportedRule, component: ExportedComponent, stig: string) {
  const { displayedName: name, texts } = rule
  const srgId = identifierOf(rule)
  return {
    uuid: stableUuid('cklb', component.id, component.createdAt, rule.number),
    stig_uuid: stig,
    group_id: `V-${name}`,
    group_id_src: `V-${name}`,
    rule_id: `SV-${name}`,
    rule_id_src: `SV-${name}`,
    target_key: null,
    weight: rule.weight,
    classification: 'Unclassified',
    severity: rule.severity,
    rule_version: rule.documentType === 'stig' ? name : srgId,
    rule_title: rule.title ?? '',
    fix_text: rule.fix ?? '',
    reference_identifier: null,
    group_title: rule.coreVersion ?? srgId,
    group_tree: [{ id: `V-${name}`, title: rule.coreVersion ?? srgId, description: '' }],
    false_positives: texts.false_positives ?? '',
    false_negatives: texts.false_negatives ?? '',
    discussion: texts.vuln_discussion ?? '',
    check_content: rule.check ?? '',
    check_content_ref: { href: '', name: 'M' },
    documentable: texts.documentable ?? 'false',
    mitigations: texts.mitigations ?? '',
    potential_impacts: texts.potential_impacts ?? '',
    third_party_tools: texts.third_party_tools ?? '',
    mitigation_control: texts.mitigation_control ?? '',
    responsibility: texts.responsibility ?? '',
    security_override_guidance: texts.severity_override_guidance ?? '',
    ia_controls: texts.ia_controls ?? '',
    legacy_ids: (rule.legacyIds ?? '').split(', ').filter(Boolean),
    ccis: ccisOf(rule).filter((cci) => /^CCI-\d{6}$/.test(cci)),
    status: rule.status === NOT_APPLICABLE ? 'not_applicable' : 'not_reviewed',
    overrides: {},
    comments: '',
    finding_details: '',
  }
}
