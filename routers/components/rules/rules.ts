import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import type { AccessForInput } from '../../../src/procedures/access/access-for-input.ts'
import { reading, writing } from '../../../src/procedures/access/builders.ts'
import { OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import { streamList } from '../../../src/procedures/lists/stream-list.ts'
import { setETag } from '../../../src/procedures/schemas/guards.ts'
import { guards, createToast } from '../../../src/procedures/schemas/shapes.ts'
import { createRequirement } from '../../../workflows/requirements/create-requirement.ts'
import { toRuleChanges } from '../../rules/changes.ts'
import { EditorRule, RuleAnswer } from '../../rules/read/requirements.schema.ts'
import { readEditorRule, streamRules } from '../../rules/read/requirements.ts'
import { NewRule } from '../../rules/record.schema.ts'
import { assertRuleTexts } from '../../rules/text-limits.ts'
import { assertCurrent } from '../current.ts'

const tags = ['Requirements']

/** Authors can copy a requirement; other new requirements require a project admin (rule C-48). */
const CREATE_NEEDS: AccessForInput = {
  cases: [{ needs: 'author', when: 'true', members: ['rule.duplicate'] }],
  otherwise: 'project admin',
}

export const list = reading
  .component('show')
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{componentId}/rules',
      tags,
      summary: 'All requirements of a component, with their content',
    },
  })
  .input(OptionalPage)
  .output(z.array(EditorRule))
  .query(({ ctx, input }) => streamList(ctx, streamRules(ctx.db, ctx.scope.component_id, ctx, input)))

export const create = writing
  .component(CREATE_NEEDS)
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{componentId}/rules',
      tags,
      summary: 'Add a requirement, seeded from the SRG or copied from another one',
    },
  })
  .input(z.object({ rule: NewRule, ...guards }))
  .output(RuleAnswer)
  .mutation(async ({ ctx, input }) => {
    assertRuleTexts(ctx.services.env.limits, input.rule)
    await assertCurrent(ctx, input)
    const rule = await createRequirement(toUnitOfWork(ctx), ctx.component, {
      ...(input.rule.duplicate ? { sourceRuleId: input.rule.id ?? null } : {}),
      changes: toRuleChanges(input.rule),
      comment: input.rule.audit_comment,
    })
    setETag(ctx.reply, rule)
    // The specification lists both members for every document type.
    const { satisfies = [], satisfied_by = [], ...data } = await readEditorRule(ctx.db, rule.id, ctx)
    return {
      toast: createToast('Requirement added', `Requirement ${rule.ruleId} was added.`),
      data: { ...data, satisfies, satisfied_by },
    }
  })
