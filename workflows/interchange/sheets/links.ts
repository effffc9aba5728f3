import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { toPlainId } from '../../../src/formats/spreadsheet/plain-text.ts'
import { parseRuleNumber, type RequirementRow } from '../../../src/formats/spreadsheet/requirements.ts'
import { LINKED_TEXTS, type RowLinks } from '../../../src/formats/spreadsheet/row-links.ts'
import { storeNumberedLinks } from '../store-links.ts'
import type { WarnRow } from './rows/row-warnings.ts'

type NumberedRow = RequirementRow & { number: string }

/** Requirements that a row names: its children and its parents. */
export interface NamedLinks {
  row: number
  number: string
  satisfies: string[]
  satisfiedBy: string[]
}

/** A satisfaction by requirement numbers, with the row that names it. */
export interface Link {
  row: number
  child: string
  parent: string
}

/**
 * Removes satisfactions named at the end of vendor comments and discussions; returns them with those of the
 * column Satisfies (rule C-86).
 */
export function removeNames(
  rows: NumberedRow[],
  links: ReadonlyMap<number, RowLinks>,
): { rows: NumberedRow[]; namedLinks: NamedLinks[] } {
  const namedLinks: NamedLinks[] = []
  const plain = rows.map((row) => {
    const rowLinks = links.get(row.row)
    if (!rowLinks) return row
    const plainRow: NumberedRow = { ...row }
    const sources = [rowLinks.cell]
    for (const column of LINKED_TEXTS) {
      const text = rowLinks.texts[column]
      if (!text) continue
      sources.push(text)
      plainRow[column] = text.rest
    }
    const satisfies = sources.flatMap((source) => source.satisfies)
    const satisfiedBy = sources.flatMap((source) => source.satisfiedBy)
    namedLinks.push({ row: row.row, number: row.number, satisfies, satisfiedBy })
    return plainRow
  })
  return { rows: plain, namedLinks }
}

/** A requirement with the names that a text can use. */
export interface NamedRequirement {
  number: string
  srgId?: string | undefined
}

/**
 * Resolves the satisfactions that rows name within their component; an SRG id matches its first requirement.
 * Reports unknown names.
 */
export function resolveLinks(
  links: readonly NamedLinks[],
  requirements: readonly NamedRequirement[],
  prefix: string,
  warn: WarnRow,
): Link[] {
  const findNumber = createNumberLookup(requirements, prefix)
  return links.flatMap(({ row, number, satisfies, satisfiedBy }) => {
    const resolve = (name: string): string[] => {
      const number = findNumber(name)
      if (number === undefined) {
        warn(row, `Satisfies names ${name.slice(0, 100)}, which is not a requirement of this component`)
      }
      return number === undefined ? [] : [number]
    }
    return [
      ...satisfies.flatMap(resolve).map((child) => ({ row, child, parent: number })),
      ...satisfiedBy.flatMap(resolve).map((parent) => ({ row, child: number, parent })),
    ]
  })
}

/**
 * Returns the links that can be added to the existing ones, in order: no self-links, one level only (rule
 * C-55). Reports skipped links.
 */
export function selectAcceptedLinks(
  links: readonly Link[],
  existing: readonly Pick<Link, 'child' | 'parent'>[],
  toName: (number: string) => string,
  warn: WarnRow,
): Link[] {
  const children = new Set(existing.map(({ child }) => child))
  const parents = new Set(existing.map(({ parent }) => parent))
  const existingKeys = new Set(existing.map(({ child, parent }) => `${child} ${parent}`))
  return links.filter(({ row, child, parent }) => {
    const key = `${child} ${parent}`
    if (existingKeys.has(key)) return false
    const obstacle =
      child === parent
        ? 'a requirement cannot satisfy itself'
        : children.has(parent)
          ? `${toName(parent)} is itself satisfied by another requirement`
          : parents.has(child)
            ? `${toName(child)} itself satisfies another requirement`
            : null
    if (obstacle !== null) {
      warn(row, `${toName(parent)} cannot satisfy ${toName(child)}: ${obstacle}; the link is left out`)
      return false
    }
    existingKeys.add(key)
    children.add(child)
    parents.add(parent)
    return true
  })
}

/** Parses SRG ids, displayed names with the component's prefix, and numbers, ignoring case. */
export function createNumberLookup(
  requirements: readonly NamedRequirement[],
  prefix: string,
): (name: string) => string | undefined {
  const numbers = new Set(requirements.map(({ number }) => number))
  const bySrgId = new Map(
    requirements.toReversed().map(({ srgId = '', number }) => [toPlainId(srgId), number]),
  )
  return (name) => {
    const withSrgId = bySrgId.get(toPlainId(name))
    if (withSrgId !== undefined) return withSrgId
    const number = parseRuleNumber(name, prefix)
    return number !== null && numbers.has(number) ? number : undefined
  }
}

/** Stores links named in texts between current requirements of the component, with audit entries. */
export async function storeLinks(
  { db }: UnitOfWork,
  componentId: number,
  links: readonly Link[],
): Promise<void> {
  await storeNumberedLinks(
    db,
    componentId,
    links.map(({ child, parent }) => [child, parent]),
  )
}
