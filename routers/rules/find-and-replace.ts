import { z } from 'zod'
import type { Component } from '../../entities/component.ts'
import { planEdit, type RuleChanges } from '../../entities/rule-edit.ts'
import { Rule } from '../../entities/rule.ts'
import type { Trail } from '../../src/audit.ts'
import type { Em, Reader } from '../../src/database.ts'
import { DomainError, illegal } from '../../src/errors.ts'
import { bodyId, codePoints, requiredText, text, Toast } from '../../src/shapes.ts'
import { FOUND_FIELDS, findRules, type FoundField } from '../components/find.read.ts'
import { refreshInspec } from './inspec.ts'

export const ReplaceInput = z.object({
  find: requiredText(500),
  replace: text(10_000),
  fields: z.array(z.enum(FOUND_FIELDS)).min(1).max(FOUND_FIELDS.length).optional(),
  rule_ids: z.array(bodyId).max(10_000).optional(),
  case_sensitive: z.boolean().default(false),
  dry_run: z.boolean().default(false),
})

export const ReplaceRow = z.object({
  id: z.int(),
  rule_id: z.string(),
  field: z.enum(FOUND_FIELDS),
  before: z.string(),
  after: z.string(),
  skipped: z.string().nullable().meta({ description: 'Why the text stays as it is; null when it changes.' }),
})
type ReplaceRow = z.infer<typeof ReplaceRow>

export const Replaced = z.object({ toast: Toast, rows: z.array(ReplaceRow) }).meta({ id: 'ReplaceResult' })

const LISTS = ['checks', 'disaDescriptions', 'descriptions', 'answers'] as const
const LIMITS: Record<FoundField, number> = {
  title: 500,
  status_justification: 1000,
  fixtext: 10_000,
  vendor_comments: 10_000,
  artifact_description: 10_000,
  check_content: 10_000,
  vuln_discussion: 10_000,
  mitigations: 10_000,
}

interface Hit extends ReplaceRow {
  rule: Rule
  change: RuleChanges
}

/**
 * Replaces a text in the requirements of a write-locked component, in one transaction and a fixed number of queries
 * (components 4.7). What locks, reviews or limits forbid is left alone and named.
 */
export async function findAndReplace(
  { em, db, trail, component }: { em: Em; db: Reader; trail: Trail; component: Component },
  input: z.infer<typeof ReplaceInput>,
): Promise<ReplaceRow[]> {
  if (component.closedReason === 'finalized') {
    throw illegal('component.frozen', 'The comment phase is finalized, so requirements cannot be changed.')
  }
  const found = await findRules(db, component.id, input.find)
  const wanted = found.filter((id) => input.rule_ids === undefined || input.rule_ids.includes(id))
  const rules = await em.find(Rule, { id: { $in: wanted } }, { populate: LISTS, orderBy: { ruleId: 'asc' } })
  const fields = input.fields ?? FOUND_FIELDS
  const hits = rules.flatMap((rule) => fields.flatMap((field) => hitsIn(rule, field, input)))
  for (const hit of hits) hit.skipped = reasonToSkip(hit)
  if (!input.dry_run) {
    const changed = hits.filter(({ skipped }) => skipped === null)
    for (const { rule, change } of changed) {
      for (const record of [rule, ...rule.edit(planEdit(rule, change), false)]) {
        trail.because(record, `Replaced "${input.find}" by "${input.replace}"`)
      }
    }
    await em.flush()
    await refreshInspec(db, ...new Set(changed.map(({ rule }) => rule)))
    await em.flush()
  }
  return hits.map(({ id, rule_id, field, before, after, skipped }) => ({
    id,
    rule_id,
    field,
    before,
    after,
    skipped,
  }))
}

function hitsIn(rule: Rule, field: FoundField, input: z.infer<typeof ReplaceInput>): Hit[] {
  const hit = (before: string | null | undefined, changeTo: (after: string) => RuleChanges): Hit[] => {
    if (!before) return []
    const after = replaced(before, input)
    if (after === before) return []
    return [
      {
        id: rule.id,
        rule_id: rule.ruleId,
        field,
        before,
        after,
        skipped: null,
        rule,
        change: changeTo(after),
      },
    ]
  }
  switch (field) {
    case 'check_content':
      return rule.checks
        .getItems()
        .flatMap(({ id, content }) =>
          hit(content, (after) => ({ content: {}, checks: [{ id, values: { content: after } }] })),
        )
    case 'vuln_discussion':
    case 'mitigations': {
      const name = field === 'mitigations' ? 'mitigations' : 'vulnDiscussion'
      return rule.disaDescriptions.getItems().flatMap((part) =>
        hit(part[name], (after) => ({
          content: {},
          disaDescriptions: [{ id: part.id, values: { [name]: after } }],
        })),
      )
    }
    default: {
      const name = PROPERTIES[field]
      return hit(rule[name], (after) => ({ content: { [name]: after } }))
    }
  }
}

const PROPERTIES = {
  title: 'title',
  fixtext: 'fixtext',
  vendor_comments: 'vendorComments',
  status_justification: 'statusJustification',
  artifact_description: 'artifactDescription',
} as const

function replaced(text: string, { find, replace, case_sensitive }: z.infer<typeof ReplaceInput>): string {
  const pattern = new RegExp(
    find.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
    case_sensitive ? 'gu' : 'giu',
  )
  return text.replaceAll(pattern, () => replace)
}

function reasonToSkip({ rule, change, after, field }: Hit): string | null {
  if (codePoints(after) > LIMITS[field]) return `would have more than ${LIMITS[field]} characters`
  try {
    const plan = planEdit(rule, change)
    rule.assertEditable(false)
    rule.assertSectionsOpen(plan.changed)
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
