import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Component } from '../../../entities/component.ts'
import { planEdit } from '../../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import { Rule } from '../../../entities/rule.ts'
import type { Queries } from '../../../src/database.ts'
import { INHERITED_TEXTS } from '../../../src/database/inherited-texts.ts'
import { DomainError, illegal } from '../../../src/errors.ts'
import { type RequirementSheet, unusable } from '../../../src/formats/spreadsheet/requirements.ts'
import { roomOfWarnings } from './room.ts'
import type { Work } from '../../../src/work.ts'
import { refreshInspec } from '../../requirements/refresh-inspec.ts'
import { assertTextLengths } from './lengths.ts'
import { type InheritedTexts, type RowChange, rowChanges } from './row-changes.ts'
import { type MatchedRow, matchRows } from './match-rows.ts'

type ReadSheet = RequirementSheet & { digest: string }

/** What a sheet would change. */
export interface SheetPreview {
  updated: {
    rule_id: string
    srg_id: string | null
    changes: Record<string, { from: string | null; to: string | null }>
  }[]
  unchanged: { rule_id: string; srg_id: string | null; reason: string }[]
  skipped_locked: { rule_id: string; srg_id: string | null; reason: string; skipped_fields?: string[] }[]
  warnings: string[]
  preview_token: string
}

/** Requirements that are in memory at once. */
const PORTION = 50
const LISTS = ['checks', 'disaDescriptions', 'descriptions', 'answers'] as const

/** What applying a sheet to a STIG component would do, requirement by requirement (rule C-87). */
export async function previewSheet(
  work: Pick<Work, 'em' | 'db' | 'env'>,
  component: Pick<Component, 'id' | 'prefix' | 'documentType'>,
  filename: string,
  sheet: ReadSheet,
): Promise<SheetPreview> {
  assertSheetKind(component)
  const warnings = roomOfWarnings()
  const preview: SheetPreview = {
    updated: [],
    unchanged: [],
    skipped_locked: [],
    warnings: [],
    preview_token: await tokenOf(work.db, component.id, sheet),
  }
  const asked = { filename, sheet, blanks: true, warn: warnings.say }
  await eachPortion(work, component, asked, (portion) => {
    for (const { rule, srgId, changes, skipped } of portion) {
      const about = { rule_id: rule.ruleId, srg_id: srgId }
      if (Object.keys(changes).length > 0) preview.updated.push({ ...about, changes })
      if (skipped) preview.skipped_locked.push({ ...about, ...skipped })
      if (Object.keys(changes).length === 0 && !skipped)
        preview.unchanged.push({ ...about, reason: 'no changes' })
    }
    return Promise.resolve()
  })
  return { ...preview, warnings: warnings.list() }
}

/**
 * Applies a sheet to a write-locked STIG component in one transaction, as its preview showed; without the preview's token
 * empty cells change nothing. Answers how many requirements changed, and the rows that were left out. Throws 409 for a
 * token that is old (rule C-87).
 */
export async function applySheet(
  work: Work,
  component: Component,
  { filename, sheet, token }: { filename: string; sheet: ReadSheet; token: string | null },
): Promise<{ count: number; warnings: string[] }> {
  const { em, db, trail, now } = work
  assertTakesSheet(component)
  if (token !== null && token !== (await tokenOf(db, component.id, sheet))) {
    throw new DomainError(
      'conflict',
      'spreadsheet.preview_stale',
      'The file or a requirement has changed since the preview. Please look again.',
    )
  }
  const warnings = roomOfWarnings()
  let count = 0
  const asked = { filename, sheet, blanks: token !== null, warn: warnings.say }
  await eachPortion(work, component, asked, async (portion) => {
    const changed = portion.flatMap(({ rule, plan }) => (plan === null ? [] : [{ rule, plan }]))
    for (const { rule, plan } of changed) {
      for (const record of [rule, ...rule.edit(planEdit(rule, plan), false, now)]) {
        trail.because(record, `Updated from the spreadsheet ${filename.slice(0, 200)}`)
      }
    }
    count += changed.length
    await em.flush()
    await refreshInspec(db, ...changed.map(({ rule }) => rule))
    await em.flush()
  })
  return { count, warnings: warnings.list() }
}

/** Throws 422 where a component cannot be updated from a sheet, whatever the sheet says (rule C-87). */
export function assertTakesSheet(component: Component): void {
  assertSheetKind(component)
  assertUnfrozen(component.isFrozen())
}

function assertSheetKind({ documentType }: Pick<Component, 'documentType'>): void {
  if (documentType === 'stig') return
  throw illegal('spreadsheet.kind', 'Only STIG components are updated from spreadsheets.')
}

interface Asked {
  filename: string
  sheet: ReadSheet
  /** Empty cells empty their fields. */
  blanks: boolean
  warn: (said: string) => void
}

/** Goes through the rows that name a requirement of the component, some of them in memory at once. */
async function eachPortion(
  { em, db, env }: Pick<Work, 'em' | 'db' | 'env'>,
  component: Pick<Component, 'id' | 'prefix' | 'documentType'>,
  { filename, sheet, blanks, warn }: Asked,
  take: (changes: RowChange[]) => Promise<void>,
): Promise<void> {
  assertIdentified(filename, sheet)
  assertTextLengths(env.limits, filename, sheet.rows)
  const matched = await matchRows(db, component, sheet, warn)
  for (let at = 0; at < matched.length; at += PORTION) {
    const portion = matched.slice(at, at + PORTION)
    const ids = portion.map(({ id }) => id)
    const rules = await em.find(Rule, { id: { $in: ids } }, { populate: LISTS })
    const byId = new Map(rules.map((rule) => [rule.id, rule]))
    const texts = await inheritedTexts(db, portion)
    await take(
      portion.flatMap((row) => {
        const rule = byId.get(row.id)
        const inherited = texts.get(row.id) ?? null
        return rule ? [rowChanges(rule, row as MatchedRow, { blanks, inherited, warn })] : []
      }),
    )
    em.clear()
  }
}

/** What the children among these rows show of their parents, by id. */
async function inheritedTexts(db: Queries, portion: MatchedRow[]): Promise<Map<number, InheritedTexts>> {
  const ids = portion.flatMap(({ id, child }) => (child ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; fixtext: string | null; check_content: string | null }>`
    select r.id, f.fixtext,
      (select k.content from rule_checks k where k.rule_id = f.id order by k.id limit 1) as check_content
    from rules r ${INHERITED_TEXTS} where r.id = any (${sql.val(ids)}::integer[])`.execute(db)
  return new Map(rows.map(({ id, ...texts }) => [id, texts]))
}

/** Throws 422 where no column can name a requirement. */
function assertIdentified(filename: string, { columns }: RequirementSheet): void {
  if (columns.has('stigId') || columns.has('srgId')) return
  throw unusable(`The file ${filename.slice(0, 255)} lacks these headers: STIGID or SRGID (row 1).`)
}

/** What a preview was of: the file, and the requirements as they were. */
async function tokenOf(db: Queries, componentId: number, { digest }: ReadSheet): Promise<string> {
  const { rows } = await sql<{
    versions: string | null
  }>`select md5(string_agg(r.id || ':' || r.lock_version, ',' order by r.id)) as versions
    from rules r where r.component_id = ${componentId} and r.deleted_at is null`.execute(db)
  return createHash('sha256')
    .update(`${digest} ${componentId} ${rows[0]?.versions ?? ''}`)
    .digest('hex')
}
