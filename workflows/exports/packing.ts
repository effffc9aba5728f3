import { stateError } from '../../src/errors.ts'
import { createUniqueNames } from '../../src/formats/exported/file-names.ts'
import type { ExportedComponent } from '../../src/formats/exported/types.ts'
import { streamZip, type ZipEntry } from '../../src/formats/zip.ts'
import { type FileResponse, downloadName } from '../../src/procedures/schemas/file-response.ts'
import type { ExportRequest } from './export-request.ts'
import type { ComponentRules } from './exported-rules.ts'

export const ZIP = 'application/zip'

/** Returns a single file unchanged, and several files as an archive with unique names. */
export function packFiles(files: readonly FileResponse[], name: string, now: Date): FileResponse {
  const [first] = files
  return first && files.length === 1 ? first : packArchive(toEntries(files), name, now)
}

/** Streams an archive of entries. */
export function packArchive(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  name: string,
  now: Date,
): FileResponse {
  return { filename: `${name}.zip`, contentType: ZIP, chunks: streamZip(entries, now) }
}

function* toEntries(files: readonly FileResponse[]): Generator<ZipEntry> {
  const unique = createUniqueNames()
  for (const { filename, chunks } of files) yield { name: unique(downloadName(filename)), content: chunks }
}

/**
 * The newest change of the components or their requirements, as the time of an archive: archives of the same content
 * have the same bytes. Not later than now, although imported components can have any time.
 */
export function findNewestChange({ components, now }: Pick<ExportRequest, 'components' | 'now'>): Date {
  const times = components.map(({ contentChangedAt }) => new Date(contentChangedAt).getTime())
  return times.length === 0 ? now : new Date(Math.min(Math.max(...times), now.getTime()))
}

/** Maximum number of files in an archive with a file per requirement. */
const MAX_FILES = 60_000

/** Returns a folder per component, or only the files of a single one. Throws if they are too many for an archive. */
export function packFolders(
  request: ExportRequest,
  sources: readonly ComponentRules[],
  {
    name,
    toFolder,
    entries,
  }: {
    name: string
    toFolder: (component: ExportedComponent) => string
    entries: (source: ComponentRules, folder: string) => AsyncIterable<ZipEntry>
  },
): FileResponse {
  const files = sources.reduce((sum, { names }) => sum + names.length, 0)
  if (files > MAX_FILES) {
    throw stateError('export.too_many_files', `An archive holds at most ${MAX_FILES} requirements.`)
  }
  return packArchive(toFolderEntries(sources, toFolder, entries), name, request.now)
}

async function* toFolderEntries(
  sources: readonly ComponentRules[],
  toFolder: (component: ExportedComponent) => string,
  entries: (source: ComponentRules, folder: string) => AsyncIterable<ZipEntry>,
): AsyncGenerator<ZipEntry> {
  const unique = createUniqueNames()
  for (const source of sources) {
    const folder = sources.length === 1 ? '' : `${unique(downloadName(toFolder(source.component)))}/`
    yield* entries(source, folder)
  }
}
