import { type AttributedPerson, type Attribution, displayName } from '../../../entities/imported-people.ts'

export { displayName, type AttributedPerson } from '../../../entities/imported-people.ts'

/** Columns of a review and its joined accounts that attribute it to people. */
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

/** Returns the commenter, triager and adjudicator of a stored review (rule R-8). */
export function toPeople(row: AttributionColumns): Record<Attribution, AttributedPerson> {
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

/** Whether the person was imported, or their account was deleted (rule R-8). */
export function isImported(person: AttributedPerson): boolean {
  return person.id === null && Boolean(person.importedName || person.importedEmail)
}

/** The properties of the caller that decide which names are visible. */
export interface NameReader {
  viewerId: number
  /** True with a role on the component; readers of a release do not see people's names (rule C-22). */
  seesPeople: boolean
}

/** Returns a name for this caller: a neutral label if names are hidden, except for the caller's own. */
export function toVisibleName(
  part: Attribution,
  person: AttributedPerson,
  reader: NameReader,
): string | null {
  const name = displayName(part, person)
  if (name === null || reader.seesPeople || person.id === reader.viewerId) return name
  return `(${part})`
}

/** Returns a person's id for this caller; null if people are hidden. */
export function toVisibleId(id: number | null, { viewerId, seesPeople }: NameReader): number | null {
  return seesPeople || id === viewerId ? id : null
}

/** The conditions of a comment list about people. */
interface PeopleFilter {
  author_id?: number | undefined
  assignee_id?: string | undefined
  ids?: number[] | undefined
}

/**
 * Returns a list filter that reveals no hidden people: ids other than the caller's match no comment, and `none` matches
 * every comment, because assignees are hidden (rule C-22).
 */
export function hidePeople<F extends PeopleFilter>(filter: F, { viewerId, seesPeople }: NameReader): F {
  if (seesPeople) return filter
  const { author_id: author, assignee_id: assignee } = filter
  const namesAuthor = author !== undefined && author !== viewerId
  const namesAssignee = assignee !== undefined && assignee !== 'none' && assignee !== String(viewerId)
  if (namesAuthor || namesAssignee) return { ...filter, ids: [] }
  return assignee === 'none' ? { ...filter, assignee_id: undefined } : filter
}
