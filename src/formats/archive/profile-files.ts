import { z } from 'zod'
import { validationError } from '../../errors.ts'
import type { DocumentType } from '../../vocabulary.ts'
import {
  MAX_PROFILE_BYTES,
  MAX_PROFILE_FILE,
  MAX_PROFILE_FILES,
  MAX_PROFILE_PATH,
} from '../texts/inspec-profile.ts'
import type { ArchiveEntries } from './entries.ts'
import { optionalList, requiredText, number, storableText, formatIssue } from './values.ts'
import type { Warnings } from './warnings.ts'

/** File name of an InSpec profile's files in a component's folder. Only this service writes it. */
export const PROFILE_FILES = 'inspec_profile_files.json'

const MAX_PARTS = 100_000

const ProfileFile = z.object({
  path: requiredText(MAX_PROFILE_PATH),
  content: z
    .base64({ error: 'must be Base64' })
    .max(Math.ceil(MAX_PROFILE_FILE / 3) * 4, { error: 'is too large' })
    .nullish()
    .transform((value) => value ?? null),
  parts: optionalList(
    z.union([z.object({ text: storableText(MAX_PROFILE_FILE) }), z.object({ rule: number })]),
    MAX_PARTS,
  )
    .nullish()
    .transform((value) => (value && value.length > 0 ? value : null)),
})

/** A file of an InSpec profile; `content` is Base64. */
export type ArchivedProfileFile = z.infer<typeof ProfileFile>

/**
 * Reads the InSpec profile files of a component (rule C-51). Skips files beyond the limits with a warning. Throws 422
 * for a malformed one.
 */
export function* readProfileFiles(
  entries: ArchiveEntries,
  file: string,
  { type, warnings }: { type: DocumentType; warnings: Warnings },
): Generator<ArchivedProfileFile> {
  const paths = new Set<string>()
  let bytes = 0
  for (const [value, row] of entries.readRows(file, false)) {
    const { data, error } = ProfileFile.safeParse(value)
    if (!data) {
      throw validationError(
        'archive.invalid',
        'file',
        `The entry ${file}, row ${row}: ${formatIssue(error)}.`,
      )
    }
    const size = data.content?.length ?? JSON.stringify(data.parts).length
    const skipReason =
      type === 'stig'
        ? findReasonToSkip(data, { paths, bytes: bytes + size })
        : 'an SRG component has no InSpec profile'
    if (skipReason !== null) {
      warnings.add(file, row, `${skipReason}, so the file ${data.path.slice(0, 100)} is left out`)
      continue
    }
    paths.add(data.path)
    bytes += size
    yield data
  }
}

function findReasonToSkip(
  { path, content, parts }: ArchivedProfileFile,
  { paths, bytes }: { paths: ReadonlySet<string>; bytes: number },
): string | null {
  if (paths.has(path)) return 'its path is there twice'
  if (content === null && parts === null) return 'it is empty'
  if (paths.size >= MAX_PROFILE_FILES || bytes > MAX_PROFILE_BYTES * 2) return 'the profile is too large'
  return null
}
