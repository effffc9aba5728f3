/** The identifiers in a cell of the column Satisfies, unchanged. */
export interface SatisfiesCell {
  satisfies: string[]
  satisfiedBy: string[]
}

/**
 * Reads a list of identifiers, with or without the keywords `Satisfies:` and `Satisfied by:`, separated by commas,
 * semicolons or white space.
 */
export function parseSatisfiesCell(cell: string): SatisfiesCell {
  const parsed: SatisfiesCell = { satisfies: [], satisfiedBy: [] }
  let list = parsed.satisfies
  for (const token of cell.split(/[\s,;:]+/)) {
    const word = token.toLowerCase()
    if (word === 'satisfies') list = parsed.satisfies
    else if (word === 'satisfied') list = parsed.satisfiedBy
    else if (word !== 'by' && word !== '' && word !== '.') {
      list.push(token.endsWith('.') ? token.slice(0, -1) : token)
    }
  }
  return parsed
}
