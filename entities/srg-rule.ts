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
import { Srg } from './component.ts'

const SrgRuleSchema = defineEntity({
  name: 'SrgRule',
  tableName: 'srg_rules',
  properties: {
    id: id(),
    /**
     * Null for a rule that a replaced guide no longer has, but that requirements still reference (rule C-95).
     */
    srgId: () => p.manyToOne(Srg).mapToPk().nullable().fieldName('srg_id').deleteRule('cascade'),
    ruleId: p.text(),
    status: p.text().default(NOT_YET_DETERMINED),
    ruleSeverity: p.enum(SEVERITIES).default('medium'),
    identSystem: p.text().nullable(),
    ...catalogTexts(),
    inspecControlBodyLang: p.text().nullable(),
    inspecControlFileLang: p.text().nullable(),
    ...disaTexts(),
    ...catalogCheck(),
    ...furtherParts(),
    reference: jsonObject<ReferenceData>(() => ({})),
    ruleDescriptions: p.array().default([]),
    derivedFromSrgRuleId: () =>
      p.manyToOne(SrgRule).mapToPk().nullable().fieldName('derived_from_srg_rule_id').deleteRule('set null'),
    mintedSequence: p.integer().nullable(),
    createdAt: createdAt(),
  },
  indexes: [
    { name: 'srg_rules_srg_id_version', properties: ['srgId', 'version', 'ruleId', 'id'] },
    { name: 'srg_rules_srg_id_severity', properties: ['srgId', 'ruleSeverity'] },
    { name: 'srg_rules_version', properties: ['version'] },
    { name: 'srg_rules_rule_id', properties: ['ruleId'] },
    {
      name: 'srg_rules_derived_from_srg_rule_id',
      properties: ['derivedFromSrgRuleId'],
      where: 'derived_from_srg_rule_id is not null',
    },
  ],
})

/**
 * A requirement of a catalog SRG, read-only (rule C-9); columns hold its first check and its DISA
 * description.
 */
export class SrgRule extends SrgRuleSchema.class {}
SrgRuleSchema.setClass(SrgRule)
