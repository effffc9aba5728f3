import { POLICY_CODES, type PolicyCode } from '../../../../src/vocabulary.ts'
import type { Outputs } from '../../../api/client.ts'
import type { Entries } from '../../../app/live-draft.ts'

export type Policy = Outputs['components']['readiness']['policy']

/** The findings that block locking and the release, while they are chosen. */
export interface PolicyDraft {
  lock: PolicyCode[]
  release: PolicyCode[]
}

/** Returns the codes that the form offers, in its order. */
export function sortCodes(codes: readonly string[]): PolicyCode[] {
  return POLICY_CODES.filter((code) => codes.includes(code))
}

/** Converts a stored policy to a draft for the form. */
export function toDraft({ lock, release }: Pick<Policy, 'lock' | 'release'>): PolicyDraft {
  return { lock: sortCodes(lock), release: sortCodes(release) }
}

/** Whether each finding is chosen, in both lists. */
export function toEntries(draft: PolicyDraft): Entries {
  return Object.fromEntries(
    POLICY_CODES.flatMap((code) => [
      [`lock ${code}`, draft.lock.includes(code)],
      [`release ${code}`, draft.release.includes(code)],
    ]),
  )
}

/** The stored policy with changes, because a save replaces both lists. */
export function changePolicy(policy: Pick<Policy, 'lock' | 'release'>, changes: Entries): PolicyDraft {
  const entries = { ...toEntries(toDraft(policy)), ...changes }
  const select = (list: keyof PolicyDraft) =>
    POLICY_CODES.filter((code) => entries[`${list} ${code}`] === true)
  return { lock: select('lock'), release: select('release') }
}
