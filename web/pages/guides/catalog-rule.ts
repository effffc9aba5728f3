import type { Outputs } from '../../api/client.ts'

type Rule = Outputs['srgs']['show']['srg_rules'][number]
/** The displayed fields that rules of SRGs and STIGs have in common. */
export type CatalogRule = Pick<
  Rule,
  | 'id'
  | 'rule_id'
  | 'title'
  | 'version'
  | 'rule_severity'
  | 'ident'
  | 'fixtext'
  | 'disa_rule_descriptions_attributes'
  | 'checks_attributes'
>
