import { unique } from './factories.ts'
import type { Rest } from './rest.ts'
import { createGuideFile, uploadGuide } from './uploads.ts'
import type { RuleOptions } from './xccdf.ts'

/** Two releases of one SRG: A is unchanged, B and C change, D is dropped and E is added. */
export async function uploadTwoReleases(
  admin: Rest,
  changes: { old?: RuleOptions[]; next?: RuleOptions[] } = {},
) {
  const id = unique('Rebase').replace('-', '_')
  const upload = async (release: string, rules: RuleOptions[]): Promise<number> =>
    (await uploadGuide(admin, createGuideFile({ id, release, rules }))).body.srg.id
  const createRuleOptions = (version: string, fix: string, title = version): RuleOptions => ({
    version,
    ruleId: `SV-${version}`,
    title,
    fix,
  })
  const old = changes.old ?? [
    createRuleOptions('A', 'Same'),
    createRuleOptions('B', 'Old B'),
    createRuleOptions('C', 'Old C', 'Old title'),
    createRuleOptions('D', 'D'),
  ]
  const next = changes.next ?? [
    createRuleOptions('A', 'Same'),
    createRuleOptions('B', 'New B'),
    createRuleOptions('C', 'New C', 'New title'),
    createRuleOptions('E', 'E'),
  ]
  return { old: await upload('1', old), next: await upload('2', next) }
}
