import { p } from '@mikro-orm/core'

/** Columns for imported people without accounts: commenter and deciders (rule R-8). */
export const createImportedPeople = () => ({
  commenterImportedName: p.text().nullable(),
  commenterImportedEmail: p.text().nullable(),
  triageSetByImportedName: p.text().nullable(),
  triageSetByImportedEmail: p.text().nullable(),
  adjudicatedByImportedName: p.text().nullable(),
  adjudicatedByImportedEmail: p.text().nullable(),
})

/** A person as stored: the linked account, or the imported name and email (rule R-8). */
export interface AttributedPerson {
  id: number | null
  name: string | null
  importedName: string | null
  importedEmail: string | null
}

export type Attribution = 'commenter' | 'triager' | 'adjudicator'

/** Returns the account's name, the imported name, or a neutral label; never an email (rule R-8). */
export function displayName(part: Attribution, person: AttributedPerson): string | null {
  if (person.id !== null) return person.name
  if (person.importedName) return person.importedName
  return person.importedEmail ? `(imported ${part})` : null
}
