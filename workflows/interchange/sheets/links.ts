import { plainId } from '../../../src/formats/spreadsheet/plain-text.ts'
import { numberOf, type RequirementRow } from '../../../src/formats/spreadsheet/requirements.ts'
import { LINKED_TEXTS, type RowLinks } from '../../../src/formats/spreadsheet/row-links.ts'
import type { TellRow } from './rows/row-messages.ts'

type Numbered = RequirementRow & { number: string }

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
export function withoutNames(
  rows: Numbered[],
  links: ReadonlyMap<number, RowLinks>,
): { rows: Numbered[]; named: NamedLinks[] } {
  const named: NamedLinks[] = []
  const plain = rows.map((row) => {
    const own = links.get(row.row)
    if (!own) return row
    const kept: Numbered = { ...row }
    const sources = [own.cell]
    for (const column of LINKED_TEXTS) {
      const text = own.texts[column]
      if (!text) continue
      sources.push(text)
      kept[column] = text.rest
    }
    const satisfies = sources.flatMap((source) => source.satisfies)
    const satisfiedBy = sources.flatMap((source) => source.satisfiedBy)
    named.push({ row: row.row, number: row.number, satisfies, satisfiedBy })
    return kept
  })
  return { rows: plain, named }
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
  named: readonly NamedLinks[],
  requirements: readonly NamedRequirement[],
  prefix: string,
  tell: TellRow,
): Link[] {
  const numberNamed = namesOf(requirements, prefix)
  return named.flatMap(({ row, number, satisfies, satisfiedBy }) => {
    const known = (name: string): string[] => {
      const found = numberNamed(name)
      if (found === undefined) {
        tell(row, `Satisfies names ${name.slice(0, 100)}, which is not a requirement of this component`)
      }
      return found === undefined ? [] : [found]
    }
    return [
      ...satisfies.flatMap(known).map((child) => ({ row, child, parent: number })),
      ...satisfiedBy.flatMap(known).map((parent) => ({ row, child: number, parent })),
    ]
  })
}

/**
 * Returns the links that can be added to the existing ones, in order: no self-links, one level only (rule
 * C-55). Reports skipped links.
 */
export function acceptedLinks(
  wanted: readonly Link[],
  existing: readonly Pick<Link, 'child' | 'parent'>[],
  nameOf: (number: string) => string,
  tell: TellRow,
): Link[] {
  const children = new Set(existing.map(({ child }) => child))
  const parents = new Set(existing.map(({ parent }) => parent))
  const known = new Set(existing.map(({ child, parent }) => `${child} ${parent}`))
  return wanted.filter(({ row, child, parent }) => {
    const key = `${child} ${parent}`
    if (known.has(key)) return false
    const obstacle =
      child === parent
        ? 'a requirement cannot satisfy itself'
        : children.has(parent)
          ? `${nameOf(parent)} is itself satisfied by another requirement`
          : parents.has(child)
            ? `${nameOf(child)} itself satisfies another requirement`
            : null
    if (obstacle !== null) {
      tell(row, `${nameOf(parent)} cannot satisfy ${nameOf(child)}: ${obstacle}; the link is left out`)
      return false
    }
    known.add(key)
    children.add(child)
    parents.add(parent)
    return true
  })
}

/** Parses SRG ids, displayed names with the component's prefix, and numbers, ignoring case. */
export function namesOf(
  requirements: readonly NamedRequirement[],
  prefix: string,
): (name: string) => string | undefined {
  const numbers = new Set(requirements.map(({ number }) => number))
  const bySrgId = new Map(requirements.toReversed().map(({ srgId = '', number }) => [plainId(srgId), number]))
  return (name) => {
    const found = bySrgId.get(plainId(name))
    if (found !== undefined) return found
    const number = numberOf(name, prefix)
    return number !== null && numbers.has(number) ? number : undefined
  }
}
