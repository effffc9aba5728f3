import type { TriageStatus } from '../../../src/vocabulary.ts'

/** What is asked of the service for an address of someone's comments. */
export function mine(
  id: number,
  { triage_status: status, page }: { triage_status: TriageStatus | null; page: number },
) {
  return { id, page, per_page: 50, ...(status === null ? {} : { triage_status: status }) }
}
