import { z } from 'zod'
import type { Component } from '../../entities/component.ts'
import { type ChildChange, planEdit, type RuleChanges } from '../../entities/rule-edit.ts'
import { Rule } from '../../entities/rule.ts'
import type { Trail } from '../../src/audit.ts'
import type { Em, Reader } from '../../src/database.ts'
import type { Env } from '../../src/env.ts'
import { DomainError, illegal } from '../../src/errors.ts'
import { bodyId, codePoints, requiredText, text, Toast } from '../../src/shapes.ts'
import { FOUND_FIELDS, findRules, type FoundField } from '../components/find.read.ts'
import { refreshInspec } from './inspec.ts'
import { assertRequirements } from './named.ts'

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
const LIMITS: Record<FoundField, keyof Env['limits']> = {
  title: 'ruleTitle',
  status_justification: 'mediumText',
  fixtext: 'longText',
  vendor_comments: 'longText',
  artifact_description: 'longText',
  check_content: 'longText',
  vuln_discussion: 'longText',
  mitigations: 'longText',
}

interface Work {
  em: Em
  db: Reader
  trail: Trail
  component: Component
  services: { env: Env }
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
  { em, db, trail, component, services }: Work,
  input: z.infer<typeof ReplaceInput>,
): Promise<ReplaceRow[]> {
  if (component.closedReason === 'finalized') {
    throw illegal('component.frozen', 'The comment phase is finalized, so requirements cannot be changed.')
  }
  if (input.rule_ids) await assertRequirements(db, component.id, 'rule_ids', input.rule_ids)
  const found = await findRules(db, component.id, input.find)
  const named = input.rule_ids && new Set(input.rule_ids)
  const wanted = found.filter((id) => named?.has(id) ?? true)
  const rules = await em.find(Rule, { id: { $in: wanted } }, { populate: LISTS, orderBy: { ruleId: 'asc' } })
  const fields = [...new Set(input.fields ?? FOUND_FIELDS)]
  const hits = rules.flatMap((rule) => fields.flatMap((field) => hitsIn(rule, field, input)))
  for (const hit of hits) hit.skipped = reasonToSkip(hit, services.env.limits)
  if (!input.dry_run) {
    const changes = Map.groupBy(
      hits.filter(({ skipped }) => skipped === null),
      ({ rule }) => rule,
    )
    for (const [rule, ofRule] of changes) {
      const plan = planEdit(rule, together(ofRule.map(({ change }) => change)))
      for (const record of [rule, ...rule.edit(plan, false)]) {
        trail.because(record, `Replaced "${input.find}" by "${input.replace}"`)
      }
    }
    await em.flush()
    await refreshInspec(db, ...changes.keys())
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

/** Changes of one requirement as one save, which counts once (contract, decision 12). */
function together(changes: RuleChanges[]): RuleChanges {
  return {
    content: Object.assign({}, ...changes.map(({ content }) => content)),
    checks: byId(changes.flatMap(({ checks = [] }) => checks)),
    disaDescriptions: byId(changes.flatMap(({ disaDescriptions = [] }) => disaDescriptions)),
  }
}

function byId(changes: ChildChange[]): ChildChange[] {
  return [...Map.groupBy(changes, ({ id }) => id)].map(([id, parts]) => ({
    id,
    values: Object.assign({}, ...parts.map(({ values }) => values)),
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

function reasonToSkip({ rule, change, after, field }: Hit, limits: Env['limits']): string | null {
  const limit = limits[LIMITS[field]]
  if (codePoints(after) > limit) return `would have more than ${limit} characters`
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
