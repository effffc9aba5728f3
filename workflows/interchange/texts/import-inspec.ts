import type { Component } from '../../../entities/component.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { stateError } from '../../../src/errors.ts'
import type { InspecProfile } from '../../../src/formats/texts/inspec-profile.ts'
import type { InspecControl } from '../../../src/formats/texts/inspec-reader.ts'
import { readProfileFiles, replaceProfileFiles } from './profile-files.ts'
import { type FileRequirement, type RequirementOutcome, updateRequirements } from './update-requirements.ts'

/** Result of an import of a profile or of controls. */
interface InspecImport {
  filename: string
  controls: readonly InspecControl[]
  profile: InspecProfile | null
  dryRun: boolean
}

interface InspecImportResult {
  requirements: RequirementOutcome[]
  /** Paths of the profile files stored with the component. */
  files: string[]
}

/**
 * Imports InSpec controls as the bodies of requirements named by id or `stig_id` (rule C-78), and stores a
 * profile's other files (rule C-51). Requires the component's write lock. Throws 422 for an SRG component,
 * and like `updateRequirements`.
 */
export async function importInspec(
  work: UnitOfWork,
  component: Component,
  { filename, controls, profile, dryRun }: InspecImport,
): Promise<InspecImportResult> {
  assertTakesInspec(component)
  const fileRequirements = controls.map(toFileRequirement)
  const requirements = await updateRequirements(work, component, {
    filename,
    requirements: fileRequirements,
    dryRun,
  })
  const numbers = requirements.map(({ rule_id: number }) => number)
  const files = profile === null ? null : await readProfileFiles(work, component, profile, numbers, controls)
  if (files && !dryRun) await replaceProfileFiles(work, component.id, files)
  return { requirements, files: files?.map(({ path }) => path) ?? [] }
}

/** Throws 422 for an SRG component (rule C-78). */
export function assertTakesInspec({ documentType }: Pick<Component, 'documentType'>): void {
  if (documentType === 'stig') return
  throw stateError('inspec.kind', 'Only requirements of STIG components have InSpec controls.')
}

function toFileRequirement({ file, line, id, stigId, body, fault }: InspecControl): FileRequirement {
  return {
    file,
    line,
    name: id,
    // Exported controls can also be named by their group and rule ids.
    names: [id?.replace(/^S?V-(?=.*-.*-)/, '') ?? null, stigId],
    texts: { inspec_control_body: body ?? '' },
    fault,
    empty: body === null ? 'The control has no code.' : null,
  }
}
