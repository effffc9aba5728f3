import type { AnswerChange, ChildChange, RuleChanges, RuleContent } from '../../entities/rule-edit.ts'
import { normalizeIdent } from '../../src/formats/cci.ts'
import type { RuleInput } from '../rules.schema.ts'

type Element = Record<string, string | number | boolean | null | undefined>

/** What a request says, in the words of the entity; absent members stay absent. */
export function changesOf(input: RuleInput): RuleChanges {
  const changes: RuleChanges = { content: contentOf(input) }
  if (input.checks_attributes) changes.checks = input.checks_attributes.map(childOf)
  if (input.disa_rule_descriptions_attributes) {
    changes.disaDescriptions = input.disa_rule_descriptions_attributes.map(childOf)
  }
  if (input.rule_descriptions_attributes) {
    changes.descriptions = input.rule_descriptions_attributes.map(childOf)
  }
  if (input.additional_answers_attributes) changes.answers = answersOf(input)
  return changes
}

/** The scalar fields; idents are normalised on their way in (components 2.5). */
export function contentOf(input: RuleInput): RuleContent {
  const given: RuleContent = {
    status: input.status,
    statusJustification: input.status_justification,
    artifactDescription: input.artifact_description,
    vendorComments: input.vendor_comments,
    ruleSeverity: input.rule_severity,
    ruleWeight: input.rule_weight,
    version: input.version,
    title: input.title,
    ident: input.ident === undefined ? undefined : normalizeIdent(input.ident),
    identSystem: input.ident_system,
    fixtext: input.fixtext,
    fixId: input.fix_id,
    fixtextFixref: input.fixtext_fixref,
    inspecControlBody: input.inspec_control_body,
    inspecControlBodyLang: input.inspec_control_body_lang,
    inspecControlFileLang: input.inspec_control_file_lang,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

export function answersOf(input: RuleInput): AnswerChange[] {
  return (input.additional_answers_attributes ?? []).map((answer) => ({
    id: answer.id ?? undefined,
    questionId: answer.additional_question_id,
    answer: answer.answer ?? null,
  }))
}

function childOf({ id, _destroy, ...fields }: Element): ChildChange {
  const values: ChildChange['values'] = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && typeof value !== 'number') values[camelCase(name)] = value
  }
  return { id: typeof id === 'number' ? id : undefined, destroy: _destroy === true, values }
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
