import { illegal } from '../../src/errors.ts'
import { uniqueNames } from '../../src/formats/exported/file-names.ts'
import type { ExportedComponent } from '../../src/formats/exported/types.ts'
import { streamZip, type ZipEntry } from '../../src/formats/zip.ts'
import { type FileResponse, downloadName } from '../../src/procedures/schemas/file-response.ts'
import type { RulesOfComponent } from './exported-rules.ts'
import type { ExportOrder } from './order.ts'

export const ZIP = 'application/zip'

/** Returns a single file as it is, and several files as an archive with unique names. */
export function packFiles(files: readonly FileResponse[], name: string, now: Date): FileResponse {
  const [first] = files
  return first && files.length === 1 ? first : archive(entriesOf(files), name, now)
}

/** Streams an archive of entries. */
export function archive(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  name: string,
  now: Date,
): FileResponse {
  return { filename: `${name}.zip`, contentType: ZIP, chunks: streamZip(entries, now) }
}

function* entriesOf(files: readonly FileResponse[]): Generator<ZipEntry> {
  const unique = uniqueNames()
  for (const { filename, chunks } of files) yield { name: unique(downloadName(filename)), content: chunks }
}

/** Maximum number of files in an archive with a file per requirement. */
const MOST_FILES = 60_000

/**
 * Returns a folder per component, or only the files of a single one. Throws if an archive can't hold them
 * all.
 */
export function folders(
  order: ExportOrder,
  each: readonly RulesOfComponent[],
  {
    name,
    folderOf,
    entries,
  }: {
    name: string
    folderOf: (component: ExportedComponent) => string
    entries: (of: RulesOfComponent, folder: string) => AsyncIterable<ZipEntry>
  },
): FileResponse {
  const files = each.reduce((sum, { names }) => sum + names.length, 0)
  if (files > MOST_FILES) {
    throw illegal('export.too_many_files', `An archive holds at most ${MOST_FILES} requirements.`)
  }
  return archive(inFolders(each, folderOf, entries), name, order.now)
}

async function* inFolders(
  each: readonly RulesOfComponent[],
  folderOf: (component: ExportedComponent) => string,
  entries: (of: RulesOfComponent, folder: string) => AsyncIterable<ZipEntry>,
): AsyncGenerator<ZipEntry> {
  const unique = uniqueNames()
  for (const of of each) {
    const folder = each.length === 1 ? '' : `${unique(downloadName(folderOf(of.component)))}/`
    yield* entries(of, folder)
  }
}
