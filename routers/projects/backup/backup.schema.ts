import { z } from 'zod'
import { DomainError, validationError } from '../../../src/errors.ts'
import { MAX_ARCHIVE_BYTES } from '../../../src/formats/archive/entries.ts'
import { text, Toast, upload } from '../../../src/procedures/schemas/shapes.ts'
import { VISIBILITIES } from '../../../src/vocabulary.ts'
import { attributeToAccounts } from '../../components/interchange/attribute-to-accounts.ts'
import { description, visibility } from '../collection.schema.ts'
import { ProjectSummary } from '../read/projects.schema.ts'

const FILTER_LENGTH = 1_000_000

/** Options of every backup import (rule C-84). */
const flags = {
  file: upload(MAX_ARCHIVE_BYTES),
  dry_run: z.boolean().default(false),
  include_reviews: z.boolean().default(true),
  include_memberships: z.boolean().default(false),
  attribute_to_accounts: attributeToAccounts,
  component_filter: text(FILTER_LENGTH).nullish(),
}

export const ImportBackupInput = z.object(flags)

export const CreateFromBackupInput = z.object({
  ...flags,
  project_name: text(255).nullish(),
  name: text(255).nullish(),
  project_description: description.nullish(),
  project_visibility: visibility.nullish(),
})

const Details = z.object({
  name: z.string(),
  rule_count: z.int(),
  conflict: z.boolean(),
  srg_title: z.string().nullable(),
  srg_version: z.string().nullable(),
})

const GuideDetails = z.object({
  srg_id: z.string(),
  title: z.string().nullable(),
  version: z.string().nullable(),
  found: z.enum(['exact', 'bundled', 'other release', 'missing']),
  used_version: z.string().nullable(),
})

export const BackupSummary = z
  .object({
    components_imported: z.int(),
    rules_imported: z.int(),
    satisfactions_imported: z.int(),
    reviews_imported: z.int(),
    memberships_imported: z.int(),
    invitations_created: z.int(),
    srgs_imported: z.int(),
    component_details: z.array(Details),
    dry_run: z.literal(true).optional(),
    srg_details: z.array(GuideDetails).optional(),
  })
  .meta({ id: 'BackupSummary' })

export const BackupImported = z
  .object({ toast: Toast, summary: BackupSummary, warnings: z.array(z.string()) })
  .meta({ id: 'BackupImported' })

export const CreatedFromBackup = z
  .union([
    z.object({
      redirect_url: z.string(),
      summary: BackupSummary,
      toast: Toast,
      project: ProjectSummary,
      warnings: z.array(z.string()),
    }),
    z.object({
      summary: BackupSummary,
      warnings: z.array(z.string()),
      project_defaults: z.object({
        name: z.string().nullable(),
        description: z.string().nullable(),
        visibility: z.enum(VISIBILITIES),
      }),
    }),
  ])
  .meta({ id: 'CreatedFromBackup' })

/**
 * Parses the JSON map of archive names to new names. Throws 400 for other values, and 422 for names with
 * invalid characters, which JSON escapes can hide.
 */
export function parseFilter(text: string | null | undefined): Record<string, string> | null {
  if (text === null || text === undefined || text.trim() === '') return null
  const { data } = Filter.safeParse(parseJson(text))
  if (data) {
    for (const part of Object.entries(data).flat()) {
      const problem = Name.safeParse(part).error?.issues[0]
      if (problem) throw validationError('validation', 'component_filter', problem.message)
    }
    return data
  }
  const message =
    'component_filter must be a JSON object of texts: the name in the archive and the name to import it as.'
  throw new DomainError('malformed', 'parameter_invalid', message, {
    members: { parameter: 'component_filter' },
  })
}

const Name = text(FILTER_LENGTH)

const Filter = z.record(
  z.string(),
  z
    .string()
    .nullable()
    .transform((value) => value ?? ''),
)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
