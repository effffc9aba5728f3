import { z } from 'zod'
import { Toast } from '../../../src/procedures/schemas/shapes.ts'

const nullableText = z.string().nullable()
const versions = (subject: string) =>
  z.array(z.string()).meta({ description: `${subject}, the first 200 by version.` })

/** Content of a file that was skipped or converted (rule C-92). */
export const GuideWarning = z
  .object({
    file: z.string().meta({ description: 'The file, with its path in an archive.' }),
    line: z.int().nullable().meta({ description: 'Line of the file; null where there is none.' }),
    what: z.string().meta({ description: 'What was left out.' }),
    why: z.string().meta({ description: 'Why it was left out.' }),
  })
  .meta({ id: 'GuideWarning' })

const Changes = z.object({
  added: versions('New rules'),
  removed: versions('Rules that were removed'),
  updated: versions('Rules with other content'),
  added_count: z.int().meta({ description: 'Number of added rules.' }),
  removed_count: z.int().meta({ description: 'Number of removed rules.' }),
  updated_count: z.int().meta({ description: 'Number of changed rules.' }),
})

const BasedComponent = z.object({
  id: z.int(),
  name: z.string(),
  project_id: z.int(),
  project_name: z.string(),
})

export const LineProposal = z
  .object({
    id: z.int(),
    benchmark_id: z.string(),
    title: z.string(),
    version: z.string(),
    overlap: z.number().meta({ description: 'Share of the requirements that both have, from 0.9 to 1.' }),
  })
  .meta({ id: 'LineProposal' })

/** Result for one benchmark of an upload (rule C-93). */
export const GuideLine = z
  .object({
    file: z.string().meta({ description: 'The file, with its path in an archive.' }),
    kind: z.enum(['srg', 'stig']).nullable().meta({ description: 'Null where it could not be read.' }),
    status: z.enum(['created', 'exists', 'replaced', 'refused', 'other_kind']).meta({
      description: '`exists`: the catalog has the same. `other_kind`: it goes to the other catalog.',
    }),
    id: z.int().nullable(),
    benchmark_id: nullableText.meta({ description: 'Id of the benchmark.' }),
    title: nullableText,
    version: nullableText,
    draft: z.boolean().nullable().meta({ description: 'Whether it is a draft.' }),
    warnings: z.array(GuideWarning),
    warnings_count: z.int().meta({ description: 'How many warnings there are; the first 500 are listed.' }),
    reason: nullableText.meta({ description: 'Why it was rejected, as the reason of an error.' }),
    message: nullableText,
    changes: Changes.nullable().meta({ description: 'What a replacement changes.' }),
    components: z
      .array(BasedComponent)
      .meta({ description: 'Components that are based on a replaced guide.' }),
    continues_proposal: LineProposal.nullable().meta({
      description: 'The guide that this one probably continues under another id.',
    }),
  })
  .meta({ id: 'GuideLine' })

/** The response of every guide upload. */
export const guidesImported = {
  guides: z.array(GuideLine).meta({ description: 'One line per benchmark.' }),
  warnings: z.array(GuideWarning).meta({ description: 'The first 500 warnings of all files.' }),
  warnings_count: z.int().meta({ description: 'How many warnings there are.' }),
}

export const GuidesUploaded = z.object({ toast: Toast, ...guidesImported }).meta({ id: 'GuidesUploaded' })
