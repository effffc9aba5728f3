import { isFrozen } from '../../entities/comment-window.ts'
import type { Rule } from '../../entities/rule.ts'
import type { ComponentScope } from '../../src/access/scopes.ts'
import type { RequestContext } from '../../src/request.ts'
import { type GivenGuards, tag } from '../../src/wire/guards.ts'
import { toast } from '../../src/wire/shapes.ts'
import { workOf } from '../../src/work.ts'
import { saveRequirement } from '../../workflows/requirements/save-requirement.ts'
import { changesOf } from './changes.ts'
import { assertCurrent } from './guards.ts'
import { editorRule } from './read/requirements.ts'
import type { Viewer } from './read/viewer.ts'
import type { RuleInput } from './record.schema.ts'
import { assertRuleTexts } from './text-limits.ts'

type Saving = Parameters<typeof workOf>[0] &
  Viewer & {
    scope: ComponentScope
    rule: Rule
    request: RequestContext['request']
    reply: RequestContext['reply']
  }

/** Saves what a request says of a requirement, and answers how it is now. */
export async function save(ctx: Saving, input: RuleInput, given: GivenGuards, guarded: 'whole' | 'sections') {
  const { db, rule } = ctx
  assertRuleTexts(ctx.services.env.limits, input)
  await saveRequirement(workOf(ctx), rule, {
    changes: changesOf(input),
    comment: input.audit_comment,
    frozen: isFrozen(ctx.scope),
    guarded,
    assertCurrent: (stale) => assertCurrent(ctx, given, stale),
  })
  tag(ctx.reply, rule)
  return {
    toast: toast('Requirement saved', `Requirement ${rule.ruleId} was saved.`),
    data: await editorRule(db, rule.id, ctx),
  }
}
