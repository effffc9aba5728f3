import { z } from 'zod'
import { formatCount } from '../../../src/lib/format-count.ts'
import { Toast, createToast } from '../../../src/procedures/schemas/shapes.ts'
import type { RequirementOutcome } from '../../../workflows/interchange/texts/update-requirements.ts'

const Outcome = z.object({
  file: z.string(),
  line: z.int().nullable(),
  name: z.string().nullable(),
  rule_id: z.string().nullable(),
  outcome: z.enum(['changed', 'created', 'unchanged', 'skipped', 'unknown', 'refused']),
  changes: z.record(z.string(), z.object({ from: z.string().nullable(), to: z.string().nullable() })),
  message: z.string().nullable(),
})

/** Result of a text import. */
export const TextsImported = z
  .object({ toast: Toast, requirements: z.array(Outcome) })
  .meta({ id: 'TextsImported' })

/** Summarizes the outcome of each requirement, with totals. */
export function toTextImportResponse(
  subject: string,
  dryRun: boolean,
  requirements: RequirementOutcome[],
): z.infer<typeof TextsImported> {
  const count = (outcome: string) => requirements.filter((item) => item.outcome === outcome).length
  const [changed, unchanged] = [count('changed'), count('skipped') + count('unknown') + count('refused')]
  const created = count('created')
  const messages = [
    `${formatCount(changed, 'requirement', 'requirements')} ${dryRun ? 'would change' : 'changed'}, ${formatCount(count('unchanged'), 'is', 'are')} so already.`,
    ...(created > 0
      ? [dryRun ? `${created} would be added.` : formatCount(created, 'was added.', 'were added.')]
      : []),
    ...(unchanged > 0 ? [`${unchanged} cannot be imported.`] : []),
  ]
  const title = `${subject} ${dryRun ? 'checked' : 'imported'}`
  return { toast: createToast(title, messages, unchanged > 0 ? 'warning' : 'success'), requirements }
}
