/** The names in a list of columns. */
export const splitColumns = (columns: string) => columns.split(',').map((name) => name.trim())

const INSPEC = 'inspec_control_body, inspec_control_body_lang, inspec_control_file, inspec_control_file_lang'

/** Columns of a requirement that are returned unchanged. */
export const RULE = `id, rule_id, title, version, status, rule_severity, locked, review_requestor_id, changes_requested,
  comment_summary, component_id, fixtext, vendor_comments, status_justification, artifact_description, ident, ident_system,
  rule_weight, fixtext_fixref, legacy_ids, vuln_id, locked_fields, lock_version, satisfies, satisfied_by, fix_id, ${INSPEC}`

/** Columns of a catalog rule that are returned unchanged. */
export const CATALOG_RULE = `id, rule_id, title, version, rule_severity, rule_weight, ident, ident_system, fixtext, fixtext_fixref,
  fix_id, legacy_ids, vuln_id, ${INSPEC}`

/** The columns of a DISA description. */
export const DISA = `vuln_discussion, false_positives, false_negatives, documentable, mitigations_available, mitigations,
  poam_available, poam, severity_override_guidance, potential_impacts, third_party_tools, mitigation_control, responsibility,
  ia_controls`

/** Audited columns of a new requirement. */
export const CREATED_RULE = `title, status, fixtext, ident, version, rule_weight, ident_system, rule_severity, locked, locked_fields,
  changes_requested, inspec_control_body_lang, inspec_control_file_lang`
