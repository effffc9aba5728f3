import { type RawBuilder, sql } from 'kysely'
import type { Component } from '../../../entities/component.ts'
import { toColumn, listColumnsUsed, DISA_FIELDS, RULE_FIELDS } from '../../../entities/requirement-fields.ts'
import { formatDisplayedName, toSixDigits } from '../../../entities/requirement-name.ts'
import { CREATED_RULES } from '../../../src/audit/entries/created-rules.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import type { Queries } from '../../../src/database/database.ts'
import { findIdents, isCci, normalizeIdent } from '../../../src/formats/cci.ts'
import { type Check, readChecksText } from '../../../src/formats/checks/check-text.ts'
import { toExcerpt, toPlainId } from '../../../src/formats/spreadsheet/plain-text.ts'
import {
  parseNumber,
  type RequirementRow,
  parseSeverity,
  parseStatus,
} from '../../../src/formats/spreadsheet/requirements.ts'
import { createSheetError } from '../../../src/formats/spreadsheet/sheet.ts'
import { NOT_YET_DETERMINED } from '../../../src/vocabulary.ts'
import type { Workers } from '../../../src/workers/pool.ts'
import type { NewComponent } from '../../components/component-fields.ts'
import { startComponent } from '../../components/create-component.ts'
import { catalogChecksSql, furtherChecksSql } from '../../guides/catalog-checks.ts'
import { importRequirements, STUB } from '../../requirements/import-requirements.ts'
import type { UploadedFile } from '../backup.ts'
import { detectSrg } from './detect-srg.ts'
import { selectAcceptedLinks, resolveLinks, type NamedRequirement, removeNames, storeLinks } from './links.ts'
import { readRequirements } from './read-sheet.ts'
import { findRowRefusal } from './rows/row-changes.ts'
import { findRowSources } from './rows/row-sources.ts'
import { collectWarnings, type WarnRow } from './rows/row-warnings.ts'
import { withUntruncatedTexts } from './untruncated-texts.ts'

const PREFIX = /^[A-Z0-9_]{4}-[A-Z0-9_]{2}$/

/** A row with the number of its requirement. */
interface NumberedRow extends RequirementRow {
  number: string
}

/**
 * Creates a STIG component from a spreadsheet: first its rows, then the other SRG rules. Without a named SRG
 * it detects one (rule C-86). Returns the skipped parts. Throws 422 with the file, row or header.
 */
export async function createFromSheet(
  work: UnitOfWork,
  workers: Workers,
  projectId: number,
  newComponent: NewComponent,
  file: UploadedFile,
): Promise<{ component: Component; warnings: string[] }> {
  const { filename } = file
  const sheet = await readRequirements(workers, file, 'creation')
  const { warn, list } = collectWarnings(filename, sheet.skipped)
  assertWords(filename, sheet.rows)
  const { prefix, rows: numberedRows } = numberRows(filename, sheet.rows, warn)
  const srgId = newComponent.srgId ?? (await detectSrg(work.db, sheet)).id
  const title = newComponent.title ?? newComponent.name
  const fields = { ...newComponent, srgId, prefix, title, documentType: 'stig' as const }
  const { component, sources } = await startComponent(work, projectId, fields)
  await work.em.flush()
  const knownRows = await withKnownIds(work.db, filename, sources, numberedRows)
  const rows = await withUntruncatedTexts(work, filename, sources, knownRows)
  const { rows: plain, namedLinks } = removeNames(rows, sheet.links)
  const used = await storeRows(work, component, sources, plain, warn)
  const highest = rows.reduce((largest, { number }) => Math.max(largest, Number(number)), 0)
  component.assertNumbersLeft(highest + 1, 1)
  const ids = JSON.stringify(used)
  const added = await importRequirements(work, {
    component,
    sources,
    firstNumber: highest + 1,
    pick: sql<boolean>`s.id not in (select jsonb_array_elements_text(${ids}::jsonb)::integer)`,
  })
  component.assertNumbersLeft(highest + 1, added)
  component.nextRuleNumber = highest + added + 1
  await work.em.flush()
  // Texts can name requirements that only the SRG has.
  const otherRequirements =
    namedLinks.length === 0 ? [] : await listNumbers(work.db, component.id, highest + 1)
  const links = resolveLinks(namedLinks, [...rows, ...otherRequirements], prefix, warn)
  const toName = (number: string) => formatDisplayedName({ prefix }, { ruleId: number })
  await storeLinks(work, component.id, selectAcceptedLinks(links, [], toName, warn))
  return { component, warnings: list() }
}

/** Throws 422 with each row that has an unknown status or severity. */
function assertWords(filename: string, rows: readonly RequirementRow[]): void {
  const refusals = rows.flatMap((row) => {
    const refusal = findRowRefusal(row, 'stig')
    return refusal === null ? [] : [`${refusal} (row ${row.row})`]
  })
  if (refusals.length === 0) return
  const more = refusals.length > MAX_NAMED ? `, and ${refusals.length - MAX_NAMED} more` : ''
  throw createSheetError(
    `The file ${filename.slice(0, 255)} cannot be used: ${refusals.slice(0, MAX_NAMED).join('; ')}${more}.`,
  )
}

/** Maximum number of rows and ids in an error. */
const MAX_NAMED = 20

/** Returns the prefix of the first name, and a number for each row: its own, or the next free one. */
function numberRows(
  filename: string,
  rows: readonly RequirementRow[],
  warn: WarnRow,
): { prefix: string; rows: NumberedRow[] } {
  const refuse = (problem: string, row: number) =>
    createSheetError(`The file ${filename.slice(0, 255)} ${problem} (row ${row}).`)
  const first = rows.find(({ stigId = '' }) => stigId.trim() !== '')
  if (!first) throw createSheetError(`The file ${filename.slice(0, 255)} has no STIGID in any row.`)
  const prefix = toPlainId(first.stigId ?? '').slice(0, 7)
  if (!PREFIX.test(prefix)) {
    throw refuse('has a STIGID that does not begin with a prefix such as ABCD-01', first.row)
  }
  const rowByNumber = new Map<string, number>()
  const numbered = rows.map((row) => {
    const name = toPlainId(row.stigId ?? '')
    const isOwn = name.startsWith(prefix)
    const digits = (isOwn ? name.slice(prefix.length) : name).replaceAll(/\D/g, '')
    const number = digits === '' ? null : digits.length > 6 ? parseNumber(name) : toSixDigits(Number(digits))
    if (digits.length > 6 && /\d{7}/.test(name.slice(name.lastIndexOf('-') + 1))) {
      throw refuse('has a STIGID with more than six digits', row.row)
    }
    const otherRow = number === null ? undefined : rowByNumber.get(number)
    if (otherRow !== undefined) throw refuse(`has the STIGID of row ${otherRow} again`, row.row)
    if (number !== null) rowByNumber.set(number, row.row)
    if (number !== null && !isOwn && name.includes('-')) {
      warn(
        row.row,
        `${toExcerpt(name)} has another prefix; the requirement becomes ${formatDisplayedName({ prefix }, { ruleId: number })}`,
      )
    }
    return { ...row, number }
  })
  let next = [...rowByNumber.keys()].reduce((largest, number) => Math.max(largest, Number(number)), 0) + 1
  return {
    prefix,
    rows: numbered.map((row) => ({ ...row, number: row.number ?? toSixDigits(next++) })),
  }
}

/**
 * Replaces SRG ids by those of the SRGs, ignoring case and the kind of dashes. Throws 422 with unknown ids,
 * and with rows that have none.
 */
async function withKnownIds(
  db: Queries,
  filename: string,
  sources: number[],
  rows: readonly NumberedRow[],
): Promise<NumberedRow[]> {
  const blank = rows.find(({ srgId = '' }) => srgId.trim() === '')
  if (blank) throw createSheetError(`The file ${filename.slice(0, 255)} has no SRGID (row ${blank.row}).`)
  const srgRules = await db
    .selectFrom('srg_rules')
    .select('version')
    .distinct()
    .where('srg_id', 'in', sources)
    .execute()
  const versions = srgRules.flatMap(({ version }) => version ?? [])
  const byPlainId = new Map(versions.map((version) => [toPlainId(version), version]))
  const exact = new Set(versions)
  const findSrgId = ({ srgId = '' }: NumberedRow) =>
    exact.has(srgId.trim()) ? srgId.trim() : byPlainId.get(toPlainId(srgId))
  const unknown = rows.filter((row) => findSrgId(row) === undefined)
  const [first] = unknown
  if (!first) return rows.map((row) => ({ ...row, srgId: findSrgId(row) ?? '' }))
  const ids = [...new Set(unknown.map(({ srgId = '' }) => srgId.trim()))]
  const list = `${ids.slice(0, MAX_NAMED).join(', ')}${ids.length > MAX_NAMED ? ', …' : ''}`
  throw createSheetError(
    `The file ${filename.slice(0, 255)} names SRG ids that the SRG does not have: ${list} (row ${first.row}).`,
  )
}

const TEXTS = listColumnsUsed(RULE_FIELDS, 'imported')
const DISA_COLUMNS = Object.keys(DISA_FIELDS).map((name) => toColumn(name))
const formatColumnList = (list: readonly string[]) => sql.join(list.map((name) => sql.ref(name)))

/** Columns with values from the sheet; the catalog provides columns that the sheet lacks. */
const SHEET_COLUMNS: Record<string, RawBuilder<unknown>> = {
  title: sql`g.title`,
  fixtext: sql`g.fixtext`,
  ident: sql`case when g.has_ident then g.ident else s.ident end`,
  rule_severity: sql`coalesce(g.severity, s.rule_severity)`,
  vuln_discussion: sql`g.vuln_discussion`,
  mitigations: sql`case when g.has_mitigations then g.mitigations else s.mitigations end`,
}
const toSheetValues = (list: readonly string[]) =>
  sql.join(list.map((name) => SHEET_COLUMNS[name] ?? sql.ref(`s.${name}`)))

/** Stores rows as requirements in batches; returns the ids of their catalog rules. */
async function storeRows(
  work: UnitOfWork,
  component: Component,
  sources: number[],
  rows: NumberedRow[],
  warn: WarnRow,
): Promise<number[]> {
  const findSource = await findRowSources(work.db, sources, rows)
  const values = rows.map((row) => ({
    number: row.number,
    srg_version: (row.srgId ?? '').trim(),
    source: findSource(row),
    title: blankToNull(row.title),
    fixtext: blankToNull(row.fixtext),
    ...readChecks(row.check_content),
    vuln_discussion: blankToNull(row.vuln_discussion),
    status: parseStatus(row.status ?? '') ?? NOT_YET_DETERMINED,
    severity: parseSeverity(row.severity ?? ''),
    status_justification: blankToNull(row.status_justification),
    artifact_description: blankToNull(row.artifact_description),
    vendor_comments: blankToNull(row.vendor_comments),
    has_mitigations: row.mitigations !== undefined,
    mitigations: blankToNull(row.mitigations),
    has_ident: row.ident !== undefined,
    ident: readIdent(row, warn),
    inspec: row.inspec_control_body === undefined ? STUB : blankToNull(row.inspec_control_body),
  }))
  const used: number[] = []
  for (let start = 0; start < values.length; start += BATCH_SIZE) {
    const batch = values.slice(start, start + BATCH_SIZE)
    used.push(...(await storeBatch(work, component, sources, JSON.stringify(batch))))
  }
  return used
}

/** Returns the CCIs of a row; skips invalid ones with a message. */
function readIdent({ row, ident }: RequirementRow, warn: WarnRow): string | null {
  const idents = findIdents(ident ?? null)
  for (const item of idents) if (!isCci(item)) warn(row, `"${toExcerpt(item)}" is not a CCI and is left out`)
  return normalizeIdent(idents.filter(isCci).join(' '))
}

const BATCH_SIZE = 200

async function storeBatch(
  work: UnitOfWork,
  component: Component,
  sources: number[],
  rows: string,
): Promise<number[]> {
  const entry = { action: 'create', scope: component, comment: 'Imported from a spreadsheet' } as const
  const all = sql.val(sources)
  const { rows: stored } = await sql<{ source_id: number }>`with sheet_rows as materialized (
      select g.*, coalesce(g.source, first.id) as source_id from jsonb_to_recordset(${rows}::jsonb) as g (number text, srg_version text, source integer,
        title text, fixtext text, check_content text, further_checks jsonb, vuln_discussion text, status text, severity text, status_justification text,
        artifact_description text, vendor_comments text, has_mitigations boolean, mitigations text, has_ident boolean, ident text, inspec text)
      left join lateral (select s.id from srg_rules s where s.srg_id = any (${all}::integer[]) and s.version = g.srg_version
        order by array_position(${all}::integer[], s.srg_id), s.rule_id collate "C", s.id limit 1) first on true),
    inserted_rules as (insert into rules (component_id, document_type, rule_id, ${formatColumnList(TEXTS)}, status, srg_rule_id, status_justification,
        artifact_description, vendor_comments, inspec_control_body)
      select ${component.id}::integer, 'stig', g.number, ${toSheetValues(TEXTS)}, g.status, s.id, g.status_justification,
        g.artifact_description, g.vendor_comments, g.inspec
      from sheet_rows g join srg_rules s on s.id = g.source_id order by g.number
      returning id, component_id, rule_id, title, version, status, rule_severity),
    checks as (insert into rule_checks (rule_id, system, content_ref_name, content_ref_href, content)
      select m.id, k.system, k.content_ref_name, k.content_ref_href,
        case when k.ordinal = 0 then g.check_content else k.content end
      from sheet_rows g join inserted_rules m on m.rule_id = g.number join srg_rules s on s.id = g.source_id
        cross join lateral ${CHECKS_OF_ROW} k order by m.rule_id, k.ordinal),
    disa as (insert into disa_descriptions (rule_id, ${formatColumnList(DISA_COLUMNS)}) select m.id, ${toSheetValues(DISA_COLUMNS)}
      from sheet_rows g join inserted_rules m on m.rule_id = g.number join srg_rules s on s.id = g.source_id order by m.rule_id),
    refs as (insert into rule_references (rule_id, data) select m.id, s.reference
      from sheet_rows g join inserted_rules m on m.rule_id = g.number join srg_rules s on s.id = g.source_id order by m.rule_id),
    entries as (${work.auditLog.createRuleEntriesStatement(entry, CREATED_RULES)})
    select g.source_id from sheet_rows g`.execute(work.db)
  return stored.map(({ source_id: id }) => id)
}

/** The checks of the catalog rule, or the row's own further checks. */
const CHECKS_OF_ROW = sql`(select c.* from ${catalogChecksSql('s')} c where c.ordinal = 0 or g.further_checks is null
  union all ${furtherChecksSql('g')})`

/** Lists a component's requirements from a number on, in order. */
async function listNumbers(db: Queries, componentId: number, first: number): Promise<NamedRequirement[]> {
  const rules = await db
    .selectFrom('rules')
    .select(['rule_id', 'version'])
    .where('component_id', '=', componentId)
    .where('rule_id', '>=', toSixDigits(first))
    .orderBy('rule_id')
    .execute()
  return rules.map(({ rule_id: number, version }) => ({ number, srgId: version ?? undefined }))
}

/**
 * Splits a cell into its first and its further checks; null without any, so that the catalog's checks are
 * used.
 */
function readChecks(cell = ''): { check_content: string | null; further_checks: Check[] | null } {
  const { check, further } = readChecksText(cell)
  return { check_content: blankToNull(check), further_checks: further }
}

function blankToNull(cell: string | undefined): string | null {
  return cell === undefined || cell.trim() === '' ? null : cell
}
