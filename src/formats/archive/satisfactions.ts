import { z } from 'zod'
import { validationError } from '../../errors.ts'
import type { DocumentType } from '../../vocabulary.ts'
import type { ArchiveEntries } from './entries.ts'
import { number, formatIssue } from './values.ts'
import type { Warnings } from './warnings.ts'

const Link = z.object({ rule_id: number, satisfied_by_rule_id: number })

interface LinkContext {
  numbers: ReadonlySet<string>
  type: DocumentType
  warnings: Warnings
}

/** Reads the links of a component as `[child, parent]`; skips invalid ones with a warning (rule C-55). */
export function readSatisfactions(
  entries: ArchiveEntries,
  file: string,
  { numbers, type, warnings }: LinkContext,
): [string, string][] {
  const links: { child: string; parent: string; row: number }[] = []
  const seen = new Set<string>()
  for (const [value, row] of entries.readRows(file, false)) {
    const { data, error } = Link.safeParse(value)
    if (!data) {
      const message = `The entry ${file}, row ${row}: ${formatIssue(error)}.`
      throw validationError('archive.invalid', 'file', message)
    }
    const { rule_id: child, satisfied_by_rule_id: parent } = data
    const key = `${child} ${parent}`
    const missing = [child, parent].find((item) => !numbers.has(item))
    if (missing !== undefined) {
      warnings.add(file, row, `requirement ${missing} is not there, so the link is left out`)
    } else if (type !== 'stig') {
      const reason = 'requirements of an SRG component cannot satisfy each other'
      warnings.add(file, row, `${reason}, so the link is left out`)
    } else if (child === parent) {
      warnings.add(file, row, `requirement ${child} cannot satisfy itself, so the link is left out`)
    } else if (seen.has(key)) warnings.add(file, row, 'the link is there twice')
    else links.push({ child, parent, row })
    seen.add(key)
  }
  const children = new Set(links.map(({ child }) => child))
  return links.flatMap(({ child, parent, row }): [string, string][] => {
    if (!children.has(parent)) return [[child, parent]]
    warnings.add(
      file,
      row,
      `requirement ${parent} is itself satisfied by another one, so the link is left out`,
    )
    return []
  })
}
