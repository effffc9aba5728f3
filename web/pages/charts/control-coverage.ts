import type { Outputs } from '../../api/client.ts'

export interface FamilyCoverage {
  family: string
  /** Controls of the family, and those that a requirement implements. */
  controls: number
  coveredControls: number
  ccis: number
  coveredCcis: number
}

/** Counts the implemented controls and CCIs of each family, in the order of the controls. */
export function groupControlCoverage({
  controls,
}: Pick<Outputs['controls']['list'], 'controls'>): FamilyCoverage[] {
  return [...Map.groupBy(controls, ({ family }) => family)].map(([family, members]) => ({
    family,
    controls: members.length,
    coveredControls: members.filter(({ requirements }) => requirements > 0).length,
    ccis: members.reduce((sum, { ccis }) => sum + ccis.length, 0),
    coveredCcis: members.reduce((sum, { covered_ccis: covered }) => sum + covered, 0),
  }))
}
