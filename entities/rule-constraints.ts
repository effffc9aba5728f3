import { SRG_STATUSES, STIG_STATUSES } from '../src/vocabulary.ts'
import { sqlList } from './columns.ts'

interface RuleIndex {
  name: string
  properties: (
    | 'componentId'
    | 'derivedFromSrgRuleId'
    | 'id'
    | 'locked'
    | 'mintedSequence'
    | 'reviewRequestorId'
    | 'ruleId'
    | 'ruleSeverity'
    | 'srgRuleId'
    | 'status'
    | 'version'
  )[]
  where?: string
}

const LIVE = 'deleted_at is null'

export const ruleUniques: RuleIndex[] = [
  { name: 'rules_number_unique', properties: ['componentId', 'ruleId'] },
  {
    name: 'rules_minted_sequence_unique',
    properties: ['componentId', 'mintedSequence'],
    where: 'minted_sequence is not null',
  },
]

/** Indexes for the lists and counts of a component, and for lookups by catalog rule (rule C-44). */
export const ruleIndexes: RuleIndex[] = [
  {
    name: 'rules_live_sorted',
    properties: ['componentId', 'version', 'ruleId', 'id'],
    where: LIVE,
  },
  {
    name: 'rules_live_status',
    properties: ['componentId', 'status', 'ruleSeverity', 'locked'],
    where: LIVE,
  },
  {
    name: 'rules_under_review',
    properties: ['componentId'],
    where: `review_requestor_id is not null and ${LIVE}`,
  },
  {
    name: 'rules_changes_requested',
    properties: ['componentId'],
    where: `changes_requested and ${LIVE}`,
  },
  { name: 'rules_deleted', properties: ['componentId', 'id'], where: 'deleted_at is not null' },
  { name: 'rules_version', properties: ['version'] },
  { name: 'rules_srg_rule_id', properties: ['srgRuleId'] },
  {
    name: 'rules_derived_from_srg_rule_id',
    properties: ['derivedFromSrgRuleId'],
    where: 'derived_from_srg_rule_id is not null',
  },
  {
    name: 'rules_review_requestor_id',
    properties: ['reviewRequestorId'],
    where: 'review_requestor_id is not null',
  },
]

/** Check constraints of a stored requirement (rule C-44). */
export const ruleChecks = [
  { name: 'rules_six_digits', expression: "rule_id ~ '^[0-9]{6}$'" },
  {
    name: 'rules_status_of_type',
    expression: `case document_type when 'stig' then status in (${sqlList(STIG_STATUSES)}) else status in (${sqlList(SRG_STATUSES)}) end`,
  },
  {
    name: 'rules_not_applicable_justified',
    expression: `document_type <> 'srg' or status <> 'Not Applicable' or coalesce(status_justification, '') ~ '[^[:space:]]'`,
  },
  {
    name: 'rules_source_of_type',
    expression: `case document_type when 'stig' then srg_rule_id is not null and derived_from_srg_rule_id is null and minted_sequence is null else srg_rule_id is null end`,
  },
  { name: 'rules_locked_or_under_review', expression: 'not (locked and review_requestor_id is not null)' },
  { name: 'rules_minted_sequence_positive', expression: 'minted_sequence is null or minted_sequence > 0' },
]
