import { isFrozen } from '../../entities/comment-window.ts'
import type { Rule } from '../../entities/rule.ts'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { ComponentScope } from '../../src/procedures/access/scopes.ts'
import { type GuardInput, setETag } from '../../src/procedures/schemas/guards.ts'
import { createToast } from '../../src/procedures/schemas/shapes.ts'
import type { RequestContext } from '../../src/request-context.ts'
import { saveRequirement } from '../../workflows/requirements/save-requirement.ts'
import { toRuleChanges } from './changes.ts'
import { assertCurrent } from './guards.ts'
import { readEditorRule } from './read/requirements.ts'
import type { Viewer } from './read/viewer.ts'
import type { RuleInput } from './record.schema.ts'
import { assertChangedTexts } from './text-limits.ts'

type SaveContext = Parameters<typeof toUnitOfWork>[0] &
  Viewer & {
    scope: ComponentScope
    rule: Rule
    request: RequestContext['request']
    reply: RequestContext['reply']
  }

/** Saves the changes of a requirement and returns its new state. */
export async function saveRule(
  ctx: SaveContext,
  input: RuleInput,
  guards: GuardInput,
  guarded: 'whole' | 'sections',
) {
  const { db, rule } = ctx
  const work = toUnitOfWork(ctx)
  await assertChangedTexts(work, rule, input)
  await saveRequirement(work, rule, {
    changes: toRuleChanges(input),
    comment: input.audit_comment,
    frozen: isFrozen(ctx.scope),
    guarded,
    assertCurrent: (stale) => assertCurrent(ctx, guards, stale),
  })
  setETag(ctx.reply, rule)
  return {
    toast: createToast('Requirement saved', `Requirement ${rule.ruleId} was saved.`),
    data: await readEditorRule(db, rule.id, ctx),
  }
}
