import { z } from 'zod'
import { planEdit } from '../entities/rule-edit.ts'
import type { Rule } from '../entities/rule.ts'
import { ofSections, ofWhole } from '../entities/staleness.ts'
import { reading, writing } from '../src/access.ts'
import type { NeedsByBody } from '../src/access/by-body.ts'
import type { ComponentScope } from '../src/access/scopes.ts'
import type { Actor, RequestContext, Standing } from '../src/context.ts'
import type { Em, Reader } from '../src/database.ts'
import type { Trail } from '../src/audit.ts'
import { notFound } from '../src/errors.ts'
import { assertFresh, type GivenGuards, tag } from '../src/guards.ts'
import { inPortions } from '../src/portions.ts'
import { guards, toast } from '../src/shapes.ts'
import { router } from '../src/trpc.ts'
import { WholeListPage } from '../src/whole-lists.ts'
import { ruleHistories } from './histories.read.ts'
import { assertAnswers } from './rules/answers.ts'
import { changesOf } from './rules/changes.ts'
import { refreshInspec } from './rules/inspec.ts'
import { findAndReplace, Replaced, ReplaceInput } from './rules/find-and-replace.ts'
import { relatedRules, RelatedRules } from './rules/related.ts'
import { assertRuleTexts } from './rules/text-limits.ts'
import { upkeep } from './rules/upkeep.ts'
import { pickerPortions } from './rules/picker.read.ts'
import { editorRule, rulePortions } from './rules.read.ts'
import {
  EditorRule,
  NewRule,
  PickerRow,
  RuleAnswer,
  RuleDetail,
  RuleInput,
  RuleReplacement,
} from './rules.schema.ts'
import { createRule } from './workflows/create-rule.ts'

const tags = ['Requirements']

/** A copy is an author's work; blank or content requirements are for project admins (specification, rule 7). */
const CREATE_NEEDS: NeedsByBody = {
  cases: [{ needs: 'author', when: 'true', members: ['rule.duplicate'] }],
  otherwise: 'project admin',
}

/** Requirements of components (components 4.4). */
export const rules = router({
  ...upkeep,

  list: reading
    .component('show')
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/{componentId}/rules',
        tags,
        summary: 'All requirements of a component, with their content',
      },
    })
    .input(WholeListPage)
    .output(z.array(EditorRule))
    .query(({ ctx, input }) => inPortions(ctx, rulePortions(ctx.db, ctx.scope.component_id, ctx, input))),

  picker: reading
    .component('member')
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/{componentId}/rules_picker',
        tags,
        summary: 'All requirements of a component, without content',
      },
    })
    .output(z.object({ rules: z.array(PickerRow) }))
    .query(async ({ ctx }) => ({
      rules: await inPortions(ctx, pickerPortions(ctx.db, ctx.scope.component_id), 'rules'),
    })),

  show: reading
    .rule('show')
    .meta({
      openapi: { method: 'GET', path: '/rules/{ruleId}', tags, summary: 'One requirement' },
    })
    .output(RuleDetail)
    .query(async ({ ctx, input }) => {
      const rule = await editorRule(ctx.db, input.ruleId, ctx)
      tag(ctx.reply, { lockVersion: rule.lock_version })
      return { ...rule, histories: await ruleHistories(ctx.db, input.ruleId) }
    }),

  related: reading
    .rule('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/rules/{ruleId}/search/related_rules',
        tags,
        summary: 'Requirements elsewhere that answer the same SRG requirement',
      },
    })
    .output(RelatedRules)
    .query(async ({ ctx, input }) => {
      if (ctx.scope.document_type !== 'stig') throw notFound()
      const { version } = await ctx.db
        .selectFrom('rules')
        .select('version')
        .where('id', '=', input.ruleId)
        .executeTakeFirstOrThrow()
      return relatedRules(ctx.db, ctx.actor, { componentId: ctx.scope.component_id, version })
    }),

  findAndReplace: writing
    .component('author', 'id')
    .meta({
      openapi: {
        method: 'POST',
        path: '/components/{id}/find_and_replace',
        tags,
        summary: 'Replace a text in the requirements of a component, or try it',
      },
      required: ['find'],
    })
    .input(ReplaceInput)
    .output(Replaced)
    .mutation(async ({ ctx, input }) => {
      const rows = await findAndReplace(ctx, input)
      const count = rows.filter(({ skipped }) => skipped === null).length
      const said = `${count} texts ${input.dry_run ? 'would be' : 'were'} changed.`
      return { toast: toast('Find and replace', said, count < rows.length ? 'warning' : 'success'), rows }
    }),

  create: writing
    .component(CREATE_NEEDS)
    .meta({
      openapi: {
        method: 'POST',
        path: '/components/{componentId}/rules',
        tags,
        summary: 'Add a requirement, seeded from the SRG or copied from another one',
      },
    })
    .input(z.object({ rule: NewRule }))
    .output(RuleAnswer)
    .mutation(async ({ ctx, input }) => {
      assertRuleTexts(ctx.services.env.limits, input.rule)
      const rule = await createRule(ctx, input.rule)
      tag(ctx.reply, rule)
      return {
        toast: toast('Requirement added', `Requirement ${rule.ruleId} was added.`),
        data: await editorRule(ctx.db, rule.id, ctx),
      }
    }),

  replace: writing
    .rule('author')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/rules/{ruleId}',
        tags,
        summary: 'Replace the content of a requirement',
      },
    })
    .input(z.object({ rule: RuleReplacement, ...guards }))
    .output(RuleAnswer)
    .mutation(({ ctx, input }) => save(ctx, input.rule, input, 'whole')),

  update: writing
    .rule('author')
    .meta({
      openapi: { method: 'PATCH', path: '/rules/{ruleId}', tags, summary: 'Change parts of a requirement' },
    })
    .input(z.object({ rule: RuleInput, ...guards }))
    .output(RuleAnswer)
    .mutation(({ ctx, input }) => save(ctx, input.rule, input, 'sections')),
})

interface Saving {
  em: Em
  db: Reader
  trail: Trail
  actor: Actor
  standing: Standing
  scope: ComponentScope
  rule: Rule
  services: Pick<RequestContext['services'], 'env'>
  request: RequestContext['request']
  reply: RequestContext['reply']
}

/** One save of a requirement: values, then guards, then state (contract, decisions 1 and 14; components 3.3). */
export async function save(ctx: Saving, input: RuleInput, given: GivenGuards, guarded: 'whole' | 'sections') {
  const { em, db, rule, trail } = ctx
  assertRuleTexts(ctx.services.env.limits, input)
  await em.populate(rule, ['checks', 'disaDescriptions', 'descriptions', 'answers'])
  const { answers, ...changes } = changesOf(input)
  const stig = rule.documentType === 'stig'
  if (stig) await assertAnswers(db, { componentId: rule.componentId, ruleId: rule.id }, answers)
  const plan = planEdit(rule, stig && answers ? { ...changes, answers } : changes)
  const stale = guarded === 'whole' ? ofWhole(rule) : ofSections(rule, plan.written)
  const current = async () => ({ rule: await editorRule(db, rule.id, ctx) })
  await assertFresh(ctx.request, given, rule, current, stale)
  const frozen = ctx.scope.closed_reason === 'finalized'
  for (const record of [rule, ...rule.edit(plan, frozen)]) trail.because(record, input.audit_comment)
  await em.flush()
  await refreshInspec(db, rule)
  await em.flush()
  tag(ctx.reply, rule)
  return {
    toast: toast('Requirement saved', `Requirement ${rule.ruleId} was saved.`),
    data: await editorRule(db, rule.id, ctx),
  }
}
