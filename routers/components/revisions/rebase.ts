import type { Component } from '../../../entities/component.ts'
import { CHECK_FIELDS, DISA_FIELDS, RULE_FIELDS } from '../../../entities/requirement-fields.ts'
import { toUnitOfWork, type UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { setETag } from '../../../src/procedures/schemas/guards.ts'
import { createToast } from '../../../src/procedures/schemas/shapes.ts'
import { createOverlongError, findOverlongTexts } from '../../../src/procedures/schemas/text-limits.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import {
  previewRebase,
  rebaseInPlace,
  type RebasePlan,
  type RebaseTotals,
} from '../../../workflows/components/rebase/rebase-in-place.ts'
import { assertCurrent } from '../current.ts'
import { rebaseRows, takeRowsThatFit, toRow } from '../read/rebase/rebase-rows.ts'
import { RebaseInput, RebaseOutput } from './rebase.schema.ts'

/** Maximum number of new rules and skipped requirements in one response. */
const MAX_ROWS = { added: 1000, skipped: 1000 }

export const rebase = writing
  .component('admin', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/rebase',
      tags: ['Components'],
      summary: 'Move a component to another release of its SRG, with a dry run',
    },
    refusal: 'Could not rebase',
    idempotencyKey: true,
    etag: true,
  })
  .input(RebaseInput)
  .concat(rejectUnknownKeys)
  .output(RebaseOutput)
  .mutation(async ({ ctx, input }) => {
    const { component } = ctx
    const srgId = input.security_requirements_guide_id
    const work = toUnitOfWork(ctx)
    await assertChosenTexts(work, component, input)
    await assertCurrent(ctx, input)
    if (input.dry_run) {
      const plan = await previewRebase(work, component, srgId)
      const listed = plan.rules.filter(({ kind }) => kind !== 'unchanged')
      const rest = listed.slice(input.offset)
      const rows = takeRowsThatFit(rest)
      setETag(ctx.reply, component)
      return {
        toast: createToast('Rebase preview', describeRebase(plan.target.version, toTotals(plan))),
        rebase_id: null,
        totals: toTotals(plan),
        rows: await rebaseRows(ctx.db, component, rows),
        rows_left_out: rest.length - rows.length,
        added: plan.added
          .slice(0, MAX_ROWS.added)
          .map(({ srgRuleId, version, title }) => ({ srg_rule_id: srgRuleId, version, title })),
      }
    }
    const { rebaseId, version, totals, skipped } = await rebaseInPlace(work, component, {
      srgId,
      choices: input.choices,
      leftOut: input.left_out_srg_rule_ids,
      expectedVersions: toVersionsById(input.expected_lock_versions),
    })
    setETag(ctx.reply, component)
    const variant = totals.skipped > 0 ? 'warning' : 'success'
    return {
      toast: createToast('Component rebased', describeRebase(version, totals), variant),
      rebase_id: rebaseId,
      totals,
      rows: skipped.slice(0, MAX_ROWS.skipped).map((rule) => toRow(rule)),
      rows_left_out: Math.max(0, skipped.length - MAX_ROWS.skipped),
      added: [],
    }
  })

/** Limits of merged texts, by field (rule A-70). */
const LIMITS = {
  title: RULE_FIELDS.title.limit,
  fixtext: RULE_FIELDS.fixtext.limit,
  ident: RULE_FIELDS.ident.limit,
  check_content: CHECK_FIELDS.content.limit,
  vuln_discussion: DISA_FIELDS.vulnDiscussion.limit,
} as const

/** Throws 422 for the first text over its limit; the message names the requirement. */
async function assertChosenTexts(
  { db, env }: UnitOfWork,
  component: Component,
  { choices }: RebaseInput,
): Promise<void> {
  for (const { id, fields } of choices) {
    for (const { field, text } of fields) {
      const [overlong] = findOverlongTexts(env.limits, { [field]: text }, LIMITS)
      if (!overlong) continue
      const rule = await db
        .selectFrom('rules')
        .select('rule_id')
        .where('id', '=', id)
        .where('component_id', '=', component.id)
        .executeTakeFirst()
      throw createOverlongError(overlong, rule && `of requirement ${rule.rule_id}`)
    }
  }
}

function toTotals({ rules, added }: RebasePlan): RebaseTotals {
  const open = rules.filter(({ obstacle }) => obstacle === null)
  const moved = open.filter(({ kind }) => kind !== 'dropped')
  const dropped = rules.filter(({ kind }) => kind === 'dropped')
  const removed = dropped.filter(({ isRemoved }) => isRemoved).length
  return {
    relinked: moved.length,
    changed: moved.filter(({ followed }) => followed.length > 0).length,
    conflicts: moved.filter(({ conflicts }) => conflicts.length > 0).length,
    added: added.length,
    removed,
    kept: dropped.length - removed,
    skipped: rules.length - open.length - dropped.filter(({ obstacle }) => obstacle !== null).length,
  }
}

function describeRebase(version: string, totals: RebaseTotals): string {
  const { relinked, changed, added, removed, kept, skipped } = totals
  const skippedText = skipped > 0 ? `, ${skipped} skipped` : ''
  return `${version}: ${relinked} re-linked, ${changed} of them changed, ${added} added, ${removed} removed, ${kept} kept${skippedText}.`
}

function toVersionsById(versions: Readonly<Record<string, number>> = {}): Map<number, number> {
  return new Map(Object.entries(versions).map(([id, version]) => [Number(id), version]))
}
