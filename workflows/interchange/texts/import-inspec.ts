import type { Component } from '../../../entities/component.ts'
import { illegal } from '../../../src/errors.ts'
import type { InspecControl } from '../../../src/formats/texts/inspec-reader.ts'
import type { Work } from '../../../src/work.ts'
import { type GivenRequirement, type RequirementOutcome, updateRequirements } from './update-requirements.ts'

/**
 * Takes the code of InSpec controls over as the bodies of the requirements that they name, by id or `stig_id` (rule
 * C-78). The component is write-locked. Throws 422 for an SRG component, and as `updateRequirements` does.
 */
export function importInspec(
  work: Work,
  component: Component,
  given: { filename: string; controls: readonly InspecControl[]; dryRun: boolean },
): Promise<RequirementOutcome[]> {
  assertTakesInspec(component)
  const { controls, ...rest } = given
  return updateRequirements(work, component, { ...rest, given: controls.map(requirementOf) })
}

/** Throws 422 for an SRG component (rule C-78). */
export function assertTakesInspec({ documentType }: Pick<Component, 'documentType'>): void {
  if (documentType === 'stig') return
  throw illegal('inspec.kind', 'Only requirements of STIG components have InSpec controls.')
}

function requirementOf({ file, line, id, stigId, body, fault }: InspecControl): GivenRequirement {
  return {
    file,
    line,
    name: id,
    // A control of ours may also go by the ids of group and rule.
    names: [id?.replace(/^S?V-(?=.*-.*-)/, '') ?? null, stigId],
    texts: { inspec_control_body: body ?? '' },
    fault,
    empty: body === null ? 'The control has no code.' : null,
  }
}
