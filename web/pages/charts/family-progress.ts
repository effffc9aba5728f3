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

/** The progress of each family, which counts a requirement once; families without requirements are left out. */
export function listFamilyProgress({
  families,
  controls,
}: Pick<Outputs['controls']['list'], 'families' | 'controls'>): FamilyProgress[] {
  const covered = controls.filter(({ requirements }) => requirements > 0)
  const byFamily = Map.groupBy(covered, ({ family }) => family)
  return families
    .filter(({ requirements }) => requirements > 0)
    .map(({ family, requirements, determined, locked }) => ({
      family,
      locked,
      determined: Math.max(determined - locked, 0),
      undetermined: requirements - determined,
      controls: byFamily.get(family)?.length ?? 0,
    }))
}
