import type { Outputs } from '../../api/client.ts'

interface FamilyProgress {
  family: string
  locked: number
  /** With a status, and not locked. */
  determined: number
  undetermined: number
  /** Controls of the family that a requirement implements. */
  controls: number
}

/** Sums the coverage of controls by family; families without requirements are left out. */
export function groupFamilyProgress({ controls }: Outputs['controls']['list']): FamilyProgress[] {
  const covered = controls.filter(({ requirements }) => requirements > 0)
  return [...Map.groupBy(covered, ({ family }) => family)].map(([family, members]) => {
    const sum = (value: (member: (typeof members)[number]) => number) =>
      members.reduce((total, member) => total + value(member), 0)
    return {
      family,
      locked: sum(({ locked }) => locked),
      determined: sum(({ determined, locked }) => Math.max(determined - locked, 0)),
      undetermined: sum(({ requirements, determined }) => requirements - determined),
      controls: members.length,
    }
  })
}
