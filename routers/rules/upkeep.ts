import { z } from 'zod'
import type { Rule } from '../../entities/rule.ts'
import { writing } from '../../src/access.ts'
import { DomainError, notFound } from '../../src/errors.ts'
import { assertFresh, type GivenGuards, tag } from '../../src/guards.ts'
import { bodyId, guards, text, Toast, toast } from '../../src/shapes.ts'
import { SECTION_NAMES, type SectionName } from '../../src/vocabulary.ts'
import { sectionComment } from '../components/locks.ts'
import { editorRule } from '../rules.read.ts'
import { EditorRule, RuleAnswer } from '../rules.schema.ts'
import { releaseAll } from './nesting.ts'
import { revert } from './revert.ts'

const tags = ['Requirements']
const SectionAnswer = z.object({ rule: EditorRule, toast: Toast }).meta({ id: 'SectionAnswer' })
const reason = text(4096).nullable().optional()

const isSection = (name: string): name is SectionName => SECTION_NAMES.some((known) => known === name)

/** Section names as given, or a 422 in the form that these operations have (components 3.4). */
function sectionsOf(names: (string | undefined)[], locked: boolean | undefined): [SectionName[], boolean] {
  const known = names.filter((name) => name !== undefined).filter(isSection)
  const unknown = names.filter((name) => name === undefined || !isSection(name))
  const refuse = (message: string) =>
    new DomainError('invalid', 'rule.unknown_section', message, { dialect: 'error' })
  if (locked === undefined) throw refuse('Say with locked whether to lock or to open.')
  if (names.length === 0 || names.includes(undefined)) throw refuse('Name the section.')
  if (unknown.length > 0) throw refuse(`There is no section named ${unknown.join(', ')}.`)
  return [known, locked]
}

/** Deletion, return, taking back and section locks of single requirements (components 3.4, 3.6). */
export const upkeep = {
  remove: writing
    .rule('admin', 'ruleId', 'alone')
    .meta({ openapi: { method: 'DELETE', path: '/rules/{ruleId}', tags, summary: 'Delete a requirement' } })
    .input(z.object(guards))
    .output(z.object({ toast: Toast }))
    .mutation(async ({ ctx, input }) => {
      const { em, rule } = ctx
      await assertFreshRule(ctx, input)
      await releaseAll(ctx, rule)
      rule.bury(ctx.now)
      await em.flush()
      const warned = rule.locked ? 'locked' : rule.reviewRequestorId == null ? null : 'under review'
      if (warned === null)
        return { toast: toast('Requirement deleted', `Requirement ${rule.ruleId} was deleted.`) }
      const said = `Requirement ${rule.ruleId} was deleted although it was ${warned}.`
      return { toast: toast('Requirement deleted', said, 'warning') }
    }),

  restore: writing
    .tombstone('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: '/rules/{ruleId}/restore',
        tags,
        summary: 'Bring a deleted requirement back',
      },
      emptyBody: true,
      etag: true,
    })
    .output(RuleAnswer)
    .mutation(async ({ ctx }) => {
      const { em, db, rule } = ctx
      const moved = await db
        .selectFrom('requirement_relocations')
        .select('id')
        .where('source_rule_id', '=', rule.id)
        .where('executed_at', 'is not', null)
        .executeTakeFirst()
      if (moved) throw notFound()
      rule.restore()
      await em.flush()
      tag(ctx.reply, rule)
      return {
        toast: toast('Requirement restored', `Requirement ${rule.ruleId} is back.`),
        data: await editorRule(db, rule.id, ctx),
      }
    }),

  revert: writing
    .rule('author')
    .meta({
      openapi: {
        method: 'POST',
        path: '/rules/{ruleId}/revert',
        tags,
        summary: 'Take back fields that an audit entry tells of',
      },
      etag: true,
    })
    .input(
      z.object({
        audit_id: bodyId,
        fields: z.array(text(100)).max(100).default([]),
        audit_comment: reason,
        ...guards,
      }),
    )
    .output(RuleAnswer)
    .mutation(async ({ ctx, input }) => {
      await assertFreshRule(ctx, input)
      await revert({ ...ctx, frozen: ctx.scope.closed_reason === 'finalized' }, ctx.rule, input)
      tag(ctx.reply, ctx.rule)
      return {
        toast: toast('Change taken back', `Requirement ${ctx.rule.ruleId} is as it was before.`),
        data: await editorRule(ctx.db, ctx.rule.id, ctx),
      }
    }),

  lockSection: writing
    .rule('reviewer')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/rules/{ruleId}/section_locks',
        tags,
        summary: 'Lock or open one section of a requirement',
      },
      etag: true,
    })
    .input(
      z.object({
        section: text(255).optional(),
        locked: z.boolean().optional(),
        comment: reason,
        ...guards,
      }),
    )
    .output(SectionAnswer)
    .mutation(async ({ ctx, input }) => {
      const [sections, locked] = sectionsOf([input.section], input.locked)
      return lockSections(ctx, sections, locked, input)
    }),

  lockSections: writing
    .rule('reviewer')
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/rules/{ruleId}/bulk_section_locks',
        tags,
        summary: 'Lock or open several sections of a requirement',
      },
      etag: true,
    })
    .input(
      z.object({
        sections: z.array(text(255)).max(50).default([]),
        locked: z.boolean().optional(),
        comment: reason,
        ...guards,
      }),
    )
    .output(SectionAnswer)
    .mutation(async ({ ctx, input }) => {
      const [sections, locked] = sectionsOf(input.sections, input.locked)
      return lockSections(ctx, sections, locked, input)
    }),
}

type Guarding = Parameters<typeof editorRule>[2] & {
  db: Parameters<typeof editorRule>[0]
  rule: Rule
  request: Parameters<typeof assertFresh>[0]
}

/** The guards of a write on a requirement as a whole (contract, decision 13). */
function assertFreshRule(ctx: Guarding, given: GivenGuards): Promise<void> {
  const current = async () => ({ rule: await editorRule(ctx.db, ctx.rule.id, ctx) })
  return assertFresh(ctx.request, given, ctx.rule, current)
}

type Locking = Guarding & {
  em: Parameters<typeof revert>[0]['em']
  trail: Parameters<typeof revert>[0]['trail']
  reply: Parameters<typeof tag>[0]
}

async function lockSections(
  ctx: Locking,
  sections: SectionName[],
  locked: boolean,
  given: GivenGuards & { comment?: string | null | undefined },
) {
  const { em, db, trail, rule } = ctx
  await assertFreshRule(ctx, given)
  rule.lockSections(sections, locked)
  trail.because(rule, sectionComment(given.comment, sections, locked))
  await em.flush()
  tag(ctx.reply, rule)
  const verb = locked ? 'locked' : 'opened'
  return {
    rule: await editorRule(db, rule.id, ctx),
    toast: toast(`Sections ${verb}`, `${sections.join(', ')} of requirement ${rule.ruleId}: ${verb}.`),
  }
}
