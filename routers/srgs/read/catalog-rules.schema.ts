import { z } from 'zod'
import { SEVERITIES } from '../../../src/vocabulary.ts'

const nullableText = z.string().nullable()

/** Number of rules per severity, of a guide or of a component. */
export const SeverityCounts = z
  .object({ high: z.int(), medium: z.int(), low: z.int() })
  .meta({ id: 'SeverityCounts' })
export type SeverityCounts = z.infer<typeof SeverityCounts>

/** The DISA description of a rule, an element of `disa_rule_descriptions_attributes` (rule C-45). */
export const DisaDescriptionView = z
  .object({
    id: z.int(),
    vuln_discussion: nullableText,
    false_positives: nullableText,
    false_negatives: nullableText,
    documentable: z.boolean().nullable(),
    mitigations_available: z.boolean().nullable(),
    mitigations: nullableText,
    poam_available: z.boolean().nullable(),
    poam: nullableText,
    severity_override_guidance: nullableText,
    potential_impacts: nullableText,
    third_party_tools: nullableText,
    mitigation_control: nullableText,
    responsibility: nullableText,
    ia_controls: nullableText,
    _destroy: z.literal(false),
  })
  .meta({ id: 'DisaDescription' })

export const CheckView = z
  .object({
    id: z.int(),
    system: nullableText,
    content_ref_name: nullableText,
    content_ref_href: nullableText,
    content: nullableText.meta({ description: 'How to check whether it conforms.' }),
    _destroy: z.literal(false),
  })
  .meta({ id: 'Check' })

export const RuleDescriptionView = z
  .object({ id: z.int(), description: nullableText, _destroy: z.literal(false) })
  .meta({ id: 'RuleDescription' })

export const CatalogFixView = z
  .object({
    fixref: nullableText.meta({ description: 'The fix that the text refers to.' }),
    text: nullableText,
    id: nullableText,
    system: nullableText,
    content: nullableText.meta({ description: 'What the `fix` element holds, such as a script.' }),
  })
  .meta({ id: 'CatalogFix' })

export const CatalogIdentView = z
  .object({ system: nullableText, ident: z.string() })
  .meta({ id: 'CatalogIdent' })

/** Fields that catalog rules of SRGs and STIGs share (rule C-9). */
export const catalogRuleFields = {
  id: z.int(),
  rule_id: z.string(),
  title: nullableText,
  version: nullableText,
  rule_severity: z.enum(SEVERITIES),
  rule_weight: nullableText,
  ident: nullableText,
  ident_system: nullableText,
  fixtext: nullableText,
  fixtext_fixref: nullableText,
  fix_id: nullableText,
  vuln_id: nullableText,
  legacy_ids: nullableText,
  disa_rule_descriptions_attributes: z.array(DisaDescriptionView),
  checks_attributes: z.array(CheckView),
  fixes: z.array(CatalogFixView).meta({
    description: 'All fixes of a rule that has several, or one with a script; else empty.',
  }),
  further_idents: z
    .array(CatalogIdentView)
    .meta({ description: 'Idents of other systems than `ident_system`.' }),
}

/** A catalog rule of an SRG (rule C-9). */
export const SrgRuleView = z
  .object({
    ...catalogRuleFields,
    inspec_control_body: nullableText,
    inspec_control_file: nullableText,
    inspec_control_body_lang: nullableText,
    inspec_control_file_lang: nullableText,
    rule_descriptions_attributes: z.array(RuleDescriptionView),
  })
  .meta({ id: 'SrgRule' })

/** Whether the catalog has a newer release of a guide's line. */
export const currency = {
  is_latest: z.boolean(),
  latest_available_version: nullableText,
  latest_available_id: z.int().nullable(),
}
