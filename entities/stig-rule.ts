import { defineEntity, p } from '@mikro-orm/core'
import { NOT_YET_DETERMINED, SEVERITIES } from '../src/vocabulary.ts'
import {
  catalogCheck,
  createdAt,
  disaTexts,
  furtherParts,
  id,
  jsonObject,
  type ReferenceData,
  catalogTexts,
} from './columns.ts'
import { Stig } from './stig.ts'

const StigRuleSchema = defineEntity({
  name: 'StigRule',
  tableName: 'stig_rules',
  properties: {
    id: id(),
    stigId: () => p.manyToOne(Stig).mapToPk().fieldName('stig_id').deleteRule('cascade'),
    ruleId: p.text(),
    /** Title of the XCCDF group: the SRG requirement that the rule implements. */
    srgId: p.text().nullable(),
    status: p.text().default(NOT_YET_DETERMINED),
    ruleSeverity: p.enum(SEVERITIES).default('medium'),
    identSystem: p.text().nullable(),
    ...catalogTexts(),
    ...disaTexts(),
    ...catalogCheck(),
    ...furtherParts(),
    reference: jsonObject<ReferenceData>(() => ({})),
    createdAt: createdAt(),
  },
  indexes: [
    { name: 'stig_rules_stig_id_version', properties: ['stigId', 'version', 'ruleId', 'id'] },
    { name: 'stig_rules_stig_id_severity', properties: ['stigId', 'ruleSeverity'] },
    { name: 'stig_rules_srg_id', properties: ['srgId'] },
    { name: 'stig_rules_rule_id', properties: ['ruleId'] },
    { name: 'stig_rules_vuln_id', properties: ['vulnId'] },
  ],
})

/** A rule of a catalog STIG (rule C-9); columns hold its first check and its DISA description. */
export class StigRule extends StigRuleSchema.class {}
StigRuleSchema.setClass(StigRule)
