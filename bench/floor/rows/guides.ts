import type { Row } from '../database.ts'
import { SEVERITIES } from './counts.ts'
import { pickColumns } from './format-times.ts'

/** The newest release of the line of guide `s`. */
export const NEWEST = (table: 'srgs' | 'stigs') => {
  const line = `${table.slice(0, -1)}_id`
  return `select n.id, n.version from ${table} n where n.${line} = s.${line}
    order by n.version_major desc nulls last, n.version_minor desc nulls last, n.id desc limit 1`
}

/** Guides `s` with their counts and whether they are the newest of their line. */
export const GUIDES = (table: 'srgs' | 'stigs', columns: string) => {
  const kind = table.slice(0, -1)
  return `
  select s.id, s.name, s.title, s.version, s.${kind}_id, ${columns}, n.id = s.id as is_latest, case when n.id <> s.id then n.version end as latest_available_version,
    case when n.id <> s.id then n.id end as latest_available_id,
    (select ${SEVERITIES} from ${kind}_rules r where r.${kind}_id = s.id) as severity_counts
  from ${table} s, lateral (${NEWEST(table)}) n`
}

export const CANONICAL = `r.version collate "C" nulls last, r.rule_id collate "C", r.id`

export const DISA = [
  'vuln_discussion',
  'false_positives',
  'false_negatives',
  'documentable',
  'mitigations_available',
  'mitigations',
  'poam_available',
  'poam',
  'severity_override_guidance',
  'potential_impacts',
  'third_party_tools',
  'mitigation_control',
  'responsibility',
  'ia_controls',
]
const COLUMNS = [
  'id',
  'rule_id',
  'title',
  'version',
  'rule_severity',
  'rule_weight',
  'ident',
  'ident_system',
  'fixtext',
  'fixtext_fixref',
  'fix_id',
  'vuln_id',
  'legacy_ids',
]
const INSPEC = [
  'inspec_control_body',
  'inspec_control_file',
  'inspec_control_body_lang',
  'inspec_control_file_lang',
]

function toCatalogRule(row: Row): Row {
  return {
    ...pickColumns(row, COLUMNS),
    disa_rule_descriptions_attributes: [{ ...pickColumns(row, ['id', ...DISA]), _destroy: false }],
    checks_attributes: [
      {
        id: row['id'],
        system: row['check_system'],
        content_ref_name: row['check_content_ref_name'],
        content_ref_href: row['check_content_ref_href'],
        content: row['check_content'],
        _destroy: false,
      },
    ],
  }
}

/** A rule of an SRG. */
export function toSrgRule(row: Row): Row {
  const descriptions = row['rule_descriptions']
  return {
    ...toCatalogRule(row),
    ...pickColumns(row, INSPEC),
    rule_descriptions_attributes: Array.isArray(descriptions)
      ? descriptions.map((description) => ({
          id: row['id'],
          description: String(description),
          _destroy: false,
        }))
      : [],
  }
}

/** A rule of a STIG. */
export const toStigRule = (row: Row): Row => ({
  ...toCatalogRule(row),
  ...pickColumns(row, ['srg_id', 'vendor_comments']),
})
