import type { TriageStatus } from '../../../src/vocabulary.ts'

/** Returns the query input for an address of a person's comments. */
export function toOwnCommentsInput(
  id: number,
  { triage_status: status, page }: { triage_status: TriageStatus | null; page: number },
) {
  return { id, page, per_page: 50, ...(status === null ? {} : { triage_status: status }) }
}
