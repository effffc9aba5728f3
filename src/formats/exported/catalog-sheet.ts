import type { Severity } from '../../vocabulary.ts'
import { formatNistControls } from '../cci.ts'
import { type Check, formatAllChecks } from '../checks/check-text.ts'
import { CATEGORIES } from './requirement-sheet.ts'

/** The fields of a catalog rule that a sheet shows. */
export interface CatalogSheetRule {
  rule_id: string
  version: string | null
  srg_id: string | null
  vuln_id: string | null
  rule_severity: Severity
  title: string | null
  vuln_discussion: string | null
  check_content: string | null
  /** The checks after the first one. */
  further_checks: Check[] | null
  fixtext: string | null
  ident: string | null
  legacy_ids: string | null
  status: string | null
  rule_weight: string | null
  mitigations: string | null
  severity_override_guidance: string | null
  false_positives: string | null
  false_negatives: string | null
}

interface Column {
  key: string
  header: Record<'srg' | 'stig', string | null>
  getValue: (rule: CatalogSheetRule) => string | null
  /** Only on request. */
  further?: true
}

const formatChecks = (check: string | null, further: Check[] | null) =>
  further === null ? check : formatAllChecks(check, further)

const toBothHeaders = (header: string) => ({ srg: header, stig: header })
const toStigHeader = (header: string) => ({ srg: null, stig: header })

const COLUMNS: readonly Column[] = [
  { key: 'rule_id', header: toBothHeaders('Rule ID'), getValue: (rule) => rule.rule_id },
  { key: 'version', header: { srg: 'SRG ID', stig: 'STIG ID' }, getValue: (rule) => rule.version },
  { key: 'srg_id', header: toStigHeader('SRG ID'), getValue: (rule) => rule.srg_id },
  { key: 'vuln_id', header: toStigHeader('Vuln ID'), getValue: (rule) => rule.vuln_id },
  {
    key: 'rule_severity',
    header: toBothHeaders('Severity'),
    getValue: (rule) => CATEGORIES[rule.rule_severity],
  },
  { key: 'title', header: toBothHeaders('Title'), getValue: (rule) => rule.title },
  { key: 'vuln_discussion', header: toBothHeaders('Description'), getValue: (rule) => rule.vuln_discussion },
  {
    key: 'check_content',
    header: toBothHeaders('Check'),
    getValue: (rule) => formatChecks(rule.check_content, rule.further_checks),
  },
  { key: 'fixtext', header: toBothHeaders('Fix'), getValue: (rule) => rule.fixtext },
  { key: 'ident', header: toBothHeaders('CCI'), getValue: (rule) => rule.ident },
  {
    key: 'nist_control_family',
    header: toBothHeaders('800-53 Controls'),
    getValue: (rule) => formatNistControls(rule.ident),
  },
  { key: 'legacy_ids', header: toBothHeaders('Legacy IDs'), getValue: (rule) => rule.legacy_ids },
  { key: 'status', header: toBothHeaders('Status'), getValue: (rule) => rule.status, further: true },
  {
    key: 'rule_weight',
    header: toBothHeaders('Weight'),
    getValue: (rule) => rule.rule_weight,
    further: true,
  },
  {
    key: 'mitigations',
    header: toBothHeaders('Mitigations'),
    getValue: (rule) => rule.mitigations,
    further: true,
  },
  {
    key: 'severity_override_guidance',
    header: toBothHeaders('Severity Override'),
    getValue: (rule) => rule.severity_override_guidance,
    further: true,
  },
  {
    key: 'false_positives',
    header: toBothHeaders('False Positives'),
    getValue: (rule) => rule.false_positives,
    further: true,
  },
  {
    key: 'false_negatives',
    header: toBothHeaders('False Negatives'),
    getValue: (rule) => rule.false_negatives,
    further: true,
  },
]

/** A catalog sheet: its heads, and the row of a rule. */
export interface CatalogSheet {
  headers: string[]
  row: (rule: CatalogSheetRule) => (string | null)[]
}

/**
 * Selects columns by their keys, in order; unknown keys are ignored, and without a known one it uses the default (rule
 * C-77).
 */
export function buildCatalogSheet(kind: 'srg' | 'stig', keys: readonly string[]): CatalogSheet {
  const offered = COLUMNS.filter(({ header }) => header[kind] !== null)
  const requested = [...new Set(keys)].flatMap((key) => offered.find((column) => column.key === key) ?? [])
  const columns = requested.length > 0 ? requested : offered.filter(({ further }) => !further)
  return {
    headers: columns.map(({ header }) => header[kind] ?? ''),
    row: (rule) => columns.map(({ getValue }) => getValue(rule)),
  }
}
