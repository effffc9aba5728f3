import { numberIn, type RequirementRow } from '../../../src/formats/spreadsheet/requirements.ts'
import { satisfactionText } from '../../../src/formats/spreadsheet/satisfaction-text.ts'

type Numbered = RequirementRow & { number: string }

/** The requirements that a row names: those that it satisfies, and those that satisfy it. */
export interface Named {
  number: string
  satisfies: string[]
  satisfiedBy: string[]
}

/** `[child, parent]` by number. */
export type Link = [child: string, parent: string]

const TEXTS = ['vendor_comments', 'vuln_discussion'] as const

/**
 * Takes what the rows of a sheet say of satisfactions out of vendor comments and discussions; they say it there and in a
 * column of its own (rule C-86).
 */
export function withoutNames(rows: Numbered[]): { rows: Numbered[]; named: Named[] } {
  const named: Named[] = []
  const plain = rows.map((row) => {
    const kept: Numbered = { ...row }
    const texts = [satisfactionText(row.satisfies ?? '')]
    for (const column of TEXTS) {
      const said = satisfactionText(row[column] ?? '')
      texts.push(said)
      if (said.satisfies.length + said.satisfiedBy.length > 0) kept[column] = said.rest
    }
    const satisfies = texts.flatMap((text) => text.satisfies)
    const satisfiedBy = texts.flatMap((text) => text.satisfiedBy)
    if (satisfies.length + satisfiedBy.length > 0) named.push({ number: row.number, satisfies, satisfiedBy })
    return kept
  })
  return { rows: plain, named }
}

/**
 * The satisfactions between the requirements of a component that its sheet named, the first of several with one SRG id.
 * Unknown names, a requirement itself, what is there already, and a second level are left out (rule C-86).
 */
export function linksOf(named: readonly Named[], requirements: readonly Known[]): Link[] {
  const byName = namesOf(requirements)
  const links = new Map<string, Link>()
  const add = (child: string, parent: string) => {
    if (child !== parent) links.set(`${child} ${parent}`, [child, parent])
  }
  for (const { number, satisfies, satisfiedBy } of named) {
    for (const child of satisfies.flatMap((name) => byName(name) ?? [])) add(child, number)
    for (const parent of satisfiedBy.flatMap((name) => byName(name) ?? [])) add(number, parent)
  }
  const all = [...links.values()]
  const children = new Set(all.map(([child]) => child))
  return all.filter(([, parent]) => !children.has(parent))
}

/** A requirement by what a text may call it. */
export interface Known {
  number: string
  srgId?: string | undefined
}

/** An SRG id, or a displayed name by the number it ends in; letter case aside. */
function namesOf(requirements: readonly Known[]): (name: string) => string | undefined {
  const numbers = new Set(requirements.map(({ number }) => number))
  const bySrgId = new Map(
    requirements.toReversed().map(({ srgId = '', number }) => [srgId.trim().toUpperCase(), number]),
  )
  return (name) => {
    const plain = name.toUpperCase()
    const found = bySrgId.get(plain)
    if (found !== undefined || plain.startsWith('SRG-')) return found
    const number = numberIn(plain)
    return number !== null && numbers.has(number) ? number : undefined
  }
}
