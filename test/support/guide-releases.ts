import { unique } from './factories.ts'
import type { Rest } from './rest.ts'
import { guideFile, uploadGuide } from './uploads.ts'
import type { RuleOptions } from './xccdf.ts'

/** Two releases of one SRG: A is unchanged, B and C change, D is dropped and E is added. */
export async function uploadTwoReleases(
  admin: Rest,
  changes: { old?: RuleOptions[]; next?: RuleOptions[] } = {},
) {
  const id = unique('Rebase').replace('-', '_')
  const upload = async (release: string, rules: RuleOptions[]): Promise<number> =>
    (await uploadGuide(admin, guideFile({ id, release, rules }))).body.srg.id
  const rule = (version: string, fix: string, title = version): RuleOptions => ({
    version,
    ruleId: `SV-${version}`,
    title,
    fix,
  })
  const old = changes.old ?? [
    rule('A', 'Same'),
    rule('B', 'Old B'),
    rule('C', 'Old C', 'Old title'),
    rule('D', 'D'),
  ]
  const next = changes.next ?? [
    rule('A', 'Same'),
    rule('B', 'New B'),
    rule('C', 'New C', 'New title'),
    rule('E', 'E'),
  ]
  return { old: await upload('1', old), next: await upload('2', next) }
}
