import { numberIn, type RequirementRow } from '../../../src/formats/spreadsheet/requirements.ts'
import { satisfactionText } from '../../../src/formats/spreadsheet/satisfaction-text.ts'

type Numbered = RequirementRow & { number: string }

export interface Links {
  /** The rows without what their texts said of satisfactions. */
  rows: Numbered[]
  /** `[child, parent]` by number. */
  links: [string, string][]
}

const TEXTS = ['vendor_comments', 'vuln_discussion'] as const

/**
 * The satisfactions that the rows of a sheet speak of, in their own column, vendor comments and discussions, where they
 * are taken out (rule C-86). Unknown names, a requirement itself, what is there already, and a second level are left out.
 */
export function linksOf(rows: Numbered[]): Links {
  const byName = namesOf(rows)
  const links = new Map<string, [string, string]>()
  const add = (child: string, parent: string) => {
    if (child !== parent) links.set(`${child} ${parent}`, [child, parent])
  }
  const plain = rows.map((row) => {
    const kept: Numbered = { ...row }
    const texts = [satisfactionText(row.satisfies ?? '')]
    for (const column of TEXTS) {
      const said = satisfactionText(row[column] ?? '')
      texts.push(said)
      if (said.satisfies.length + said.satisfiedBy.length > 0) kept[column] = said.rest
    }
    for (const { satisfies, satisfiedBy } of texts) {
      for (const child of satisfies.flatMap((name) => byName(name) ?? [])) add(child, row.number)
      for (const parent of satisfiedBy.flatMap((name) => byName(name) ?? [])) add(row.number, parent)
    }
    return kept
  })
  const all = [...links.values()]
  const children = new Set(all.map(([child]) => child))
  return { rows: plain, links: all.filter(([, parent]) => !children.has(parent)) }
}

/** An SRG id, or a displayed name by the number it ends in; letter case aside. */
function namesOf(rows: Numbered[]): (name: string) => string | undefined {
  const numbers = new Set(rows.map(({ number }) => number))
  const bySrgId = new Map(
    rows.toReversed().map(({ srgId = '', number }) => [srgId.trim().toUpperCase(), number]),
  )
  return (name) => {
    const plain = name.toUpperCase()
    const found = bySrgId.get(plain)
    if (found !== undefined || plain.startsWith('SRG-')) return found
    const number = numberIn(plain)
    return number !== null && numbers.has(number) ? number : undefined
  }
}
