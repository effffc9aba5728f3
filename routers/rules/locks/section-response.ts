import { z } from 'zod'
import type { Rule } from '../../../entities/rule.ts'
import type { Queries } from '../../../src/database/database.ts'
import { DomainError } from '../../../src/errors.ts'
import { setETag } from '../../../src/procedures/schemas/guards.ts'
import { text, Toast, createToast } from '../../../src/procedures/schemas/shapes.ts'
import { SECTION_NAMES, type SectionName } from '../../../src/vocabulary.ts'
import { EditorRule } from '../read/requirements.schema.ts'
import { readEditorRule } from '../read/requirements.ts'
import type { Viewer } from '../read/viewer.ts'

export const SectionAnswer = z.object({ rule: EditorRule, toast: Toast }).meta({ id: 'SectionAnswer' })
export const reason = text(4096).nullable().optional()

const isSection = (name: string): name is SectionName => SECTION_NAMES.some((sections) => sections === name)

/** Validates section names; throws the 422 of these operations (rule C-54). */
export function toSections(
  names: (string | undefined)[],
  locked: boolean | undefined,
): { sections: SectionName[]; locked: boolean } {
  const sections = names.filter((name) => name !== undefined).filter(isSection)
  const unknown = names.filter((name) => name === undefined || !isSection(name))
  const refuse = (message: string) => new DomainError('invalid', 'rule.unknown_section', message)
  if (locked === undefined) throw refuse('Set locked to true or false.')
  if (names.length === 0 || names.includes(undefined)) throw refuse('Name the section.')
  if (unknown.length > 0) throw refuse(`There is no section named ${unknown.join(', ')}.`)
  return { sections, locked }
}

/** The response of both operations. */
export async function toSectionResponse(
  ctx: Viewer & { db: Queries; rule: Rule; reply: Parameters<typeof setETag>[0] },
  { sections, locked }: { sections: SectionName[]; locked: boolean },
) {
  const { db, rule, reply } = ctx
  setETag(reply, rule)
  const verb = locked ? 'locked' : 'unlocked'
  return {
    rule: await readEditorRule(db, rule.id, ctx),
    toast: createToast(`Sections ${verb}`, `${sections.join(', ')} of requirement ${rule.ruleId}: ${verb}.`),
  }
}
