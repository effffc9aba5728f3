import { streamJson, LIST_PLACEHOLDER, mapAsync } from '../json-pieces.ts'
import type { ChecklistGuide, ChecklistRule } from './checklist.ts'

/** An unnamed target system. */
const TARGET = {
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
}

/** A STIG Viewer 3 checklist for a system that was not reviewed yet (rule C-76). */
export function streamCklb(
  guide: ChecklistGuide,
  rules: AsyncIterable<ChecklistRule>,
): AsyncGenerator<string> {
  const frame = {
    title: guide.title,
    id: guide.checklistUuid,
    cklb_version: '1.0',
    active: true,
    mode: 1,
    has_path: false,
    target_data: TARGET,
    stigs: [
      {
        stig_name: guide.title,
        display_name: guide.displayName,
        stig_id: guide.stigId,
        release_info: guide.releaseInfo,
        version: guide.version,
        uuid: guide.uuid,
        reference_identifier: null,
        size: guide.size,
        rules: LIST_PLACEHOLDER,
      },
    ],
  }
  return streamJson(
    frame,
    mapAsync(rules, (rule) => toCklbRule(rule, guide.uuid)),
  )
}

function toCklbRule(rule: ChecklistRule, stigUuid: string) {
  const { texts } = rule
  return {
    uuid: rule.uuid,
    stig_uuid: stigUuid,
    group_id: rule.groupId,
    group_id_src: rule.groupId,
    rule_id: rule.ruleId,
    rule_id_src: rule.ruleId,
    target_key: null,
    weight: rule.weight,
    classification: 'Unclassified',
    severity: rule.severity,
    rule_version: rule.ruleVersion,
    rule_title: rule.title,
    fix_text: rule.fix,
    reference_identifier: null,
    group_title: rule.groupTitle,
    group_tree: [{ id: rule.groupId, title: rule.groupTitle, description: '' }],
    false_positives: texts.false_positives ?? '',
    false_negatives: texts.false_negatives ?? '',
    discussion: texts.vuln_discussion ?? '',
    check_content: rule.check,
    check_content_ref: rule.checkReference,
    documentable: texts.documentable ?? 'false',
    mitigations: texts.mitigations ?? '',
    potential_impacts: texts.potential_impacts ?? '',
    third_party_tools: texts.third_party_tools ?? '',
    mitigation_control: texts.mitigation_control ?? '',
    responsibility: texts.responsibility ?? '',
    security_override_guidance: texts.severity_override_guidance ?? '',
    ia_controls: texts.ia_controls ?? '',
    legacy_ids: rule.legacyIds,
    ccis: rule.ccis,
    status: rule.status,
    overrides: {},
    comments: '',
    finding_details: '',
  }
}
