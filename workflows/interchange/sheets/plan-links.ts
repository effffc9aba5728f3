import { sql } from 'kysely'
import { formatDisplayedName } from '../../../entities/requirement-name.ts'
import type { SectionLocks } from '../../../entities/rule-locking.ts'
import { findSatisfactionLock } from '../../../entities/rule-satisfactions.ts'
import type { Queries } from '../../../src/database/database.ts'
import type { RowLinks } from '../../../src/formats/spreadsheet/row-links.ts'
import type { SatisfactionIds } from '../../requirements/relink-requirements.ts'
import { selectAcceptedLinks, type Link, type NamedLinks, createNumberLookup } from './links.ts'
import type { MatchedRow } from './match-rows.ts'
import type { WarnRow } from './rows/row-warnings.ts'

/** Link changes of a sheet, and their preview by requirement id. */
export interface LinkPlan {
  added: SatisfactionIds[]
  removed: SatisfactionIds[]
  changes: ReadonlyMap<number, Record<string, { from: string | null; to: string | null }>>
}

interface LinkedRule {
  id: number
  number: string
  srgId: string | undefined
  locked: boolean
  reviewRequestorId: number | null
  lockedFields: SectionLocks
  /** Ids of the live requirements that satisfy it. */
  parents: number[]
}

/**
 * Plans the link changes of the column Satisfies, which lists the children of the row's requirement. A cell
 * with an unknown name only adds links. Invalid links are skipped with a message (rule C-87).
 */
export async function planLinks(
  db: Queries,
  component: { id: number; prefix: string },
  { rows, links }: { rows: readonly MatchedRow[]; links: ReadonlyMap<number, RowLinks> },
  warn: WarnRow,
): Promise<LinkPlan> {
  const namingRows = rows.filter(hasSatisfies)
  if (namingRows.length === 0) return { added: [], removed: [], changes: new Map() }
  const rules = await listLinkedRules(db, component.id)
  const byNumber = new Map(rules.map((rule) => [rule.number, rule]))
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const toName = (number: string) => formatDisplayedName(component, { ruleId: number })
  const findNumber = createNumberLookup(rules, component.prefix)
  const cells = namingRows.map(({ id, row }) =>
    resolveCell(
      links.get(row)?.cell ?? NO_NAMES,
      { row, number: byId.get(id)?.number ?? '' },
      findNumber,
      warn,
    ),
  )
  const existing = listExistingLinks(rules)
  const isOpen = isUnlocked(byNumber, toName, warn)
  const removed = listUnlistedLinks(cells, existing).filter(isOpen)
  const removedKeys = new Set(removed.map(toKey))
  const remaining = existing.filter((link) => !removedKeys.has(toKey(link)))
  const existingKeys = new Set(existing.map(toKey))
  const newLinks = selectListedLinks(cells).filter((link) => !existingKeys.has(toKey(link)))
  const added = selectAcceptedLinks(newLinks, remaining, toName, warn).filter(isOpen)
  const toIds = ({ child, parent }: Link): SatisfactionIds[] => {
    const [childRule, parentRule] = [byNumber.get(child), byNumber.get(parent)]
    return childRule && parentRule ? [{ childId: childRule.id, parentId: parentRule.id }] : []
  }
  return {
    added: added.flatMap(toIds),
    removed: removed.flatMap(toIds),
    changes: toShownChanges(namingRows, byId, existing, [...remaining, ...added], toName),
  }
}

function listExistingLinks(rules: readonly LinkedRule[]): NumberLink[] {
  const numbers = new Map(rules.map(({ id, number }) => [id, number]))
  return rules.flatMap(({ number: child, parents }) =>
    parents.map((id) => ({ child, parent: numbers.get(id) ?? '' })),
  )
}

/** Whether a link can be changed; reports each that can't. */
function isUnlocked(
  byNumber: ReadonlyMap<string, LinkedRule>,
  toName: (number: string) => string,
  warn: WarnRow,
): (link: Link) => boolean {
  return ({ row, child, parent }) => {
    const rule = byNumber.get(child)
    const lock = rule ? findSatisfactionLock(rule) : null
    if (lock !== null) {
      warn(row, `${toName(child)} is ${lock}; its link with ${toName(parent)} stays as it is`)
    }
    return lock === null
  }
}

/** Returns existing links that their parent's cell no longer lists. */
function listUnlistedLinks(cells: readonly LinkCell[], existing: readonly NumberLink[]): Link[] {
  const byParent = Map.groupBy(existing, ({ parent }) => parent)
  return cells.flatMap(({ row, number, satisfies, isComplete }) => {
    const joinNames = new Set(satisfies)
    return (isComplete ? (byParent.get(number) ?? []) : [])
      .filter(({ child }) => !joinNames.has(child))
      .map(({ child }) => ({ row, child, parent: number }))
  })
}

function selectListedLinks(cells: readonly LinkCell[]): Link[] {
  return cells.flatMap(({ row, number, satisfies, satisfiedBy }) => [
    ...satisfies.map((child) => ({ row, child, parent: number })),
    ...satisfiedBy.map((parent) => ({ row, child: number, parent })),
  ])
}

/** The links of a cell; complete if all of its names are known. */
type LinkCell = NamedLinks & { isComplete: boolean }

type NumberLink = Pick<Link, 'child' | 'parent'>
const toKey = ({ child, parent }: NumberLink) => `${child} ${parent}`

/** An empty cell counts only in a row with STIGID: submissions have neither. */
const hasSatisfies = ({ satisfies, stigId = '' }: MatchedRow): boolean =>
  satisfies !== undefined && (satisfies.trim() !== '' || stigId.trim() !== '')

const NO_NAMES: RowLinks['cell'] = { satisfies: [], satisfiedBy: [] }

/** Resolves the links of a cell to numbers; reports unknown names. */
function resolveCell(
  cell: RowLinks['cell'],
  location: Pick<NamedLinks, 'row' | 'number'>,
  findNumber: (name: string) => string | undefined,
  warn: WarnRow,
): LinkCell {
  let isComplete = cell.satisfies.length > 0 || cell.satisfiedBy.length === 0
  const resolve = (name: string): string[] => {
    const number = findNumber(name)
    if (number !== undefined) return [number]
    isComplete = false
    warn(location.row, `Satisfies names ${name.slice(0, 100)}, which is not a requirement of this component`)
    return []
  }
  const satisfies = cell.satisfies.flatMap(resolve)
  const satisfiedBy = cell.satisfiedBy.flatMap(resolve)
  return { ...location, satisfies, satisfiedBy, isComplete }
}

function toShownChanges(
  rows: readonly MatchedRow[],
  byId: ReadonlyMap<number, LinkedRule>,
  before: readonly NumberLink[],
  after: readonly NumberLink[],
  toName: (number: string) => string,
): LinkPlan['changes'] {
  const listByNumber = (
    links: readonly NumberLink[],
    side: 'child' | 'parent',
    other: 'child' | 'parent',
  ) => {
    const groups = Map.groupBy(links, (link) => link[side])
    return (number: string) =>
      (groups.get(number) ?? [])
        .map((link) => toName(link[other]))
        .sort()
        .join(', ') || null
  }
  const fields = {
    satisfies: [listByNumber(before, 'parent', 'child'), listByNumber(after, 'parent', 'child')],
    satisfied_by: [listByNumber(before, 'child', 'parent'), listByNumber(after, 'child', 'parent')],
  } as const
  return new Map(
    rows.flatMap(({ id }) => {
      const number = byId.get(id)?.number ?? ''
      const changes = Object.entries(fields).flatMap(([name, [readBefore, readAfter]]) =>
        readBefore(number) === readAfter(number)
          ? []
          : [[name, { from: readBefore(number), to: readAfter(number) }] as const],
      )
      return changes.length === 0 ? [] : [[id, Object.fromEntries(changes)] as const]
    }),
  )
}

async function listLinkedRules(db: Queries, componentId: number): Promise<LinkedRule[]> {
  const { rows } = await sql<Omit<LinkedRule, 'srgId'> & { srgId: string | null }>`
    select r.id, r.rule_id as number, r.version as "srgId", r.locked, r.review_requestor_id as "reviewRequestorId",
      r.locked_fields as "lockedFields", (select coalesce(json_agg(p.id order by p.id), '[]'::json)
        from satisfactions l join rules p on p.id = l.satisfied_by_rule_id and p.deleted_at is null
        where l.rule_id = r.id) as parents
    from rules r where r.component_id = ${componentId} and r.deleted_at is null order by r.rule_id`.execute(
    db,
  )
  return rows.map((rule) => ({ ...rule, srgId: rule.srgId ?? undefined }))
}
