import { type Attributed, type Attribution, displayName } from '../../../entities/imported-people.ts'

export { displayName, type Attributed } from '../../../entities/imported-people.ts'

/** The columns of a review, and of the accounts joined to it, that say who is attributed. */
export interface AttributionColumns {
  user_id: number | null
  commenter_name: string | null
  commenter_imported_name: string | null
  commenter_imported_email: string | null
  triage_set_by_id: number | null
  triager_name: string | null
  triage_set_by_imported_name: string | null
  triage_set_by_imported_email: string | null
  adjudicated_by_id: number | null
  adjudicator_name: string | null
  adjudicated_by_imported_name: string | null
  adjudicated_by_imported_email: string | null
}

/** The three people of a stored review (rule R-8). */
export function peopleOf(row: AttributionColumns): Record<Attribution, Attributed> {
  return {
    commenter: {
      id: row.user_id,
      name: row.commenter_name,
      importedName: row.commenter_imported_name,
      importedEmail: row.commenter_imported_email,
    },
    triager: {
      id: row.triage_set_by_id,
      name: row.triager_name,
      importedName: row.triage_set_by_imported_name,
      importedEmail: row.triage_set_by_imported_email,
    },
    adjudicator: {
      id: row.adjudicated_by_id,
      name: row.adjudicator_name,
      importedName: row.adjudicated_by_imported_name,
      importedEmail: row.adjudicated_by_imported_email,
    },
  }
}

/** Whether the attribution came with an import or outlived its account (rule R-8). */
export function isImported(person: Attributed): boolean {
  return person.id === null && Boolean(person.importedName || person.importedEmail)
}

/** What decides on the names that a reader sees. */
export interface NameReader {
  viewerId: number
  /** A role on the component; who only reads a release sees that someone spoke, not who (rule C-22). */
  seesPeople: boolean
}

/** The name as this reader sees it: the own one, or a neutral label where people are not shown. */
export function shownName(part: Attribution, person: Attributed, reader: NameReader): string | null {
  const name = displayName(part, person)
  if (name === null || reader.seesPeople || person.id === reader.viewerId) return name
  return `(${part})`
}

/** The id of a person as this reader sees it. */
export function shownId(id: number | null, { viewerId, seesPeople }: NameReader): number | null {
  return seesPeople || id === viewerId ? id : null
}
