import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Component } from '../../../entities/component.ts'
import { planEdit } from '../../../entities/rule-edit.ts'
import { assertUnfrozen } from '../../../entities/rule-locking.ts'
import { Rule } from '../../../entities/rule.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import type { Queries } from '../../../src/database/database.ts'
import { allChecks } from '../../../src/database/fragments/first-parts.ts'
import { INHERITED_TEXTS } from '../../../src/database/satisfiers.ts'
import { DomainError, stateError } from '../../../src/errors.ts'
import { type Check, formatChecks } from '../../../src/formats/checks/check-text.ts'
import { toExcerpt } from '../../../src/formats/spreadsheet/plain-text.ts'
import type { RequirementRow } from '../../../src/formats/spreadsheet/requirements.ts'
import { createSheetError } from '../../../src/formats/spreadsheet/sheet.ts'
import type { ReadRequirements } from '../../../src/workers/tasks/sheet.ts'
import { refreshInspec } from '../../requirements/refresh-inspec.ts'
import { addLinks, removeLinks } from '../../requirements/relink-requirements.ts'
import { assertTextLengths, createStoredTextCheck } from './lengths.ts'
import { type MatchedRow, matchRows } from './match-rows.ts'
import { type LinkPlan, planLinks } from './plan-links.ts'
import { ReadOnlyCells } from './rows/read-only-cells.ts'
import { type InheritedTexts, type RowChange, diffRow, findRowRefusal } from './rows/row-changes.ts'
import { collectWarnings, type WarnRow } from './rows/row-warnings.ts'

/** Preview of a sheet's changes. */
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

/** Maximum number of requirements in memory. */
const BATCH_SIZE = 50
/** Maximum number of rows in an error. */
const MAX_NAMED = 20
const LISTS = ['checks', 'disaDescriptions', 'descriptions', 'answers'] as const

/** Previews the changes of a sheet to a STIG component, by requirement (rule C-87). */
export async function previewSheet(
  work: Pick<UnitOfWork, 'em' | 'db' | 'env'>,
  component: SheetComponent,
  filename: string,
  sheet: ReadRequirements,
): Promise<SheetPreview> {
  assertSheetKind(component)
  const { warn, list } = collectWarnings(filename, sheet.skipped)
  const token = await computeToken(work.db, component.id, sheet)
  const preview: SheetPreview = {
    updated: [],
    unchanged: [],
    skipped_locked: [],
    warnings: [],
    preview_token: token,
  }
  const sheetRows = { filename, rows: sheet.rows, links: sheet.links, warn }
  await forEachBatch(work, component, sheetRows, (batch) => {
    for (const { rule, srgId, changes, skipped } of batch) {
      const names = { rule_id: rule.ruleId, srg_id: srgId }
      if (Object.keys(changes).length > 0) preview.updated.push({ ...names, changes })
      if (skipped) preview.skipped_locked.push({ ...names, ...skipped })
      if (Object.keys(changes).length === 0 && !skipped) {
        preview.unchanged.push({ ...names, reason: 'no changes' })
      }
    }
    return Promise.resolve()
  })
  return { ...preview, warnings: list() }
}

/**
 * Applies a sheet to a write-locked STIG component in one transaction, as previewed. Returns the number of
 * changed requirements and what was skipped. Throws 409 for a stale preview token (rule C-87).
 */
export async function applySheet(
  work: UnitOfWork,
  component: Component,
  { filename, sheet, token }: { filename: string; sheet: ReadRequirements; token: string | null },
): Promise<{ count: number; warnings: string[] }> {
  const { em, db, auditLog, now } = work
  assertTakesSheet(component)
  if (token !== null && token !== (await computeToken(db, component.id, sheet))) {
    throw new DomainError(
      'conflict',
      'spreadsheet.preview_stale',
      'The file or a requirement has changed since the preview. Preview it again.',
    )
  }
  const { warn, list } = collectWarnings(filename, sheet.skipped)
  const { id, prefix } = component
  const linked = { id, prefix, frozen: component.isFrozen() }
  let count = 0
  const sheetRows = { filename, rows: sheet.rows, links: sheet.links, warn }
  const { added, removed } = await forEachBatch(work, component, sheetRows, async (batch) => {
    count += batch.filter(({ changes }) => Object.keys(changes).length > 0).length
    const changed = batch.flatMap(({ rule, plan }) => (plan === null ? [] : [{ rule, plan }]))
    for (const { rule, plan } of changed) {
      for (const record of [rule, ...rule.edit(planEdit(rule, plan), false, now)]) {
        auditLog.setReason(record, `Updated from the spreadsheet ${filename.slice(0, 200)}`)
      }
    }
    await em.flush()
    await refreshInspec(db, ...changed.map(({ rule }) => rule))
    await em.flush()
  })
  await removeLinks(work, linked, removed)
  await addLinks(work, linked, added)
  return { count, warnings: list() }
}

/** Throws 422 if the component can't be updated from any sheet (rule C-87). */
export function assertTakesSheet(component: Component): void {
  assertSheetKind(component)
  assertUnfrozen(component.isFrozen())
}

function assertSheetKind({ documentType }: Pick<Component, 'documentType'>): void {
  if (documentType === 'stig') return
  throw stateError('spreadsheet.kind', 'Only STIG components can be updated from spreadsheets.')
}

type SheetComponent = Pick<Component, 'id' | 'prefix' | 'documentType'>

interface SheetRows {
  filename: string
  rows: readonly RequirementRow[]
  links: ReadRequirements['links']
  warn: WarnRow
}

/** Processes matched rows in batches; returns the link changes. */
async function forEachBatch(
  { em, db, env }: Pick<UnitOfWork, 'em' | 'db' | 'env'>,
  component: SheetComponent,
  sheetRows: SheetRows,
  handle: (changes: RowChange[]) => Promise<void>,
): Promise<LinkPlan> {
  const { filename, warn } = sheetRows
  const rows = await selectUsableRows(db, component, sheetRows)
  const links = await planLinks(db, component, { rows, links: sheetRows.links }, warn)
  const readOnlyCells = new ReadOnlyCells()
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE)
    const ids = batch.map(({ id }) => id)
    const rules = await em.find(Rule, { id: { $in: ids } }, { populate: LISTS })
    const byId = new Map(rules.map((rule) => [rule.id, rule]))
    const texts = await readInheritedTexts(db, batch)
    await readOnlyCells.compare(db, batch)
    await handle(
      batch.flatMap((row) => {
        const rule = byId.get(row.id)
        if (!rule) return []
        assertTextLengths(env.limits, filename, [row], createStoredTextCheck(rule))
        const warnRow = (message: string) => warn(row.row, message)
        const change = diffRow(rule, row, { inherited: texts.get(row.id) ?? null, warn: warnRow })
        return [{ ...change, changes: { ...change.changes, ...links.changes.get(row.id) } }]
      }),
    )
    em.clear()
  }
  readOnlyCells.report(warn)
  return links
}

/** Returns the rows with their requirements. Throws 422 if none is usable. */
async function selectUsableRows(
  db: Queries,
  component: SheetComponent,
  { filename, rows, warn }: SheetRows,
): Promise<MatchedRow[]> {
  const file = filename.slice(0, 255)
  const matched = await matchRows(db, component, rows, warn)
  const [first] = rows
  if (matched.length === 0) {
    const names = rows
      .slice(0, MAX_NAMED)
      .map(({ stigId = '', srgId = '' }) => toExcerpt(stigId.trim() || srgId))
    const more = rows.length > MAX_NAMED ? ', …' : ''
    throw createSheetError(
      `The file ${file} names no requirement of this component: ${names.join(', ')}${more} (row ${first?.row ?? 0}).`,
    )
  }
  const refusals: string[] = []
  const usable = matched.filter((row) => {
    const refusal = findRowRefusal(row, component.documentType)
    if (refusal === null) return true
    warn(row.row, `${refusal}; the row is left out`)
    refusals.push(`${refusal} (row ${row.row})`)
    return false
  })
  if (usable.length === 0) {
    throw createSheetError(
      `No row of the file ${file} can be used: ${refusals.slice(0, MAX_NAMED).join('; ')}.`,
    )
  }
  return usable
}

/** Reads the texts that children in these rows inherit from their parents, by id. */
async function readInheritedTexts(db: Queries, batch: MatchedRow[]): Promise<Map<number, InheritedTexts>> {
  const ids = batch.flatMap(({ id, child }) => (child ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; fixtext: string | null; checks: Check[] | null }>`
    select r.id, f.fixtext, ${allChecks('f.id')} as checks
    from rules r ${INHERITED_TEXTS} where r.id = any (${sql.val(ids)}::integer[])`.execute(db)
  return new Map(
    rows.map(({ id, fixtext, checks }) => [id, { fixtext, check_content: formatChecks(checks ?? []) }]),
  )
}

/** Computes the preview token from the file and the requirements' versions. */
async function computeToken(db: Queries, componentId: number, { digest }: ReadRequirements): Promise<string> {
  const { rows } = await sql<{
    versions: string | null
  }>`select md5(string_agg(r.id || ':' || r.lock_version, ',' order by r.id)) as versions
    from rules r where r.component_id = ${componentId} and r.deleted_at is null`.execute(db)
  return createHash('sha256')
    .update(`${digest} ${componentId} ${rows[0]?.versions ?? ''}`)
    .digest('hex')
}
