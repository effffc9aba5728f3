import { defineEntity, p } from '@mikro-orm/core'
import { NOT_YET_DETERMINED, SEVERITIES } from '../src/vocabulary.ts'
import {
  catalogCheck,
  createdAt,
  disaTexts,
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
    srgId: () => p.manyToOne(Srg).mapToPk().fieldName('srg_id').deleteRule('cascade'),
    ruleId: p.text(),
    status: p.text().default(NOT_YET_DETERMINED),
    ruleSeverity: p.enum(SEVERITIES).default('medium'),
    identSystem: p.text().nullable(),
    ...catalogTexts(),
    inspecControlBodyLang: p.text().nullable(),
    inspecControlFileLang: p.text().nullable(),
    ...disaTexts(),
    ...catalogCheck(),
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

/** A requirement of a catalog SRG, never edited (rule C-9); its one check and DISA description are flat. */
export class SrgRule extends SrgRuleSchema.class {}
SrgRuleSchema.setClass(SrgRule)
