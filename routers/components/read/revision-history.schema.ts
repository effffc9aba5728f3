import { z } from 'zod'
import { ComponentBrief } from './component-rows.schema.ts'

const nullableText = z.string().nullable()

/** Fields of a requirement in a revision comparison (rule C-42). */
export const ComparedRule = z
  .object({
    rule_id: z.string(),
    title: nullableText,
    vuln_discussion: nullableText,
    check: nullableText,
    fix: nullableText,
  })
  .meta({ id: 'ComparedRule' })
export type ComparedRule = z.infer<typeof ComparedRule>

export const ChangeEntry = z
  .object({
    change: z.enum(['added', 'removed', 'updated']),
    base: ComparedRule.optional().meta({ description: 'Absent on added requirements.' }),
    diff: ComparedRule.optional().meta({ description: 'Absent on removed requirements.' }),
  })
  .meta({ id: 'ChangeEntry' })
export type ChangeEntry = z.infer<typeof ChangeEntry>

/** A milestone has `component`; a difference has the other three (rule C-42). */
export const HistoryEntry = z
  .object({
    component: ComponentBrief.optional(),
    base_component: ComponentBrief.optional(),
    diff_component: ComponentBrief.optional(),
    changes: z.record(z.string(), ChangeEntry).optional(),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** Changes from one component to another; requirements are matched by number. */
export const RevisionChanges = z
  .object({
    base_component: ComponentBrief,
    diff_component: ComponentBrief,
    changes: z.record(z.string(), ChangeEntry),
  })
  .meta({ id: 'RevisionChanges' })
export type RevisionChanges = z.infer<typeof RevisionChanges>

/** InSpec files of two components side by side (rule C-43). */
export const InspecComparison = z
  .object({
    data: z.record(z.string(), z.object({ base: nullableText, diff: nullableText, changed: z.boolean() })),
    meta: z.object({ base_id: z.int(), diff_id: z.int(), rules_count: z.int() }),
  })
  .meta({ id: 'InspecComparison' })
