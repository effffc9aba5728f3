import type { Queries } from '../../../src/database/database.ts'
import { WRITTEN_VERSION } from '../../../src/formats/archive/manifest.ts'
import { PROFILE_FILES } from '../../../src/formats/archive/profile-files.ts'
import type { ZipEntry } from '../../../src/formats/zip.ts'
import { countSteps, Progress } from '../../../src/lib/progress.ts'
import type { ArchiveRequest } from './archive-request.ts'
import { loadComponentText, type ArchivedComponent, listComponentsToArchive } from './archived-components.ts'
import { listArchivedProfileFiles } from './archived-profile-files.ts'
import { readArchivedProject } from './archived-project.ts'
import { streamArchivedReviews } from './archived-reviews.ts'
import { streamArchivedRules, listArchivedSatisfactions } from './archived-rules.ts'
import { type BundledGuide, readGuideBytes, readBundledGuides } from './bundled-guides.ts'

/**
 * Streams the files of a backup archive, format 1.1, with short queries: only some requirements and comments
 * are in memory (rule C-85). `src/formats/archive` reads them.
 */
export async function* streamArchive(db: Queries, request: ArchiveRequest): AsyncGenerator<ZipEntry> {
  const { progress = new Progress() } = request
  const components = await listComponentsToArchive(db, request)
  progress.addTotal(components.reduce((sum, { ruleCount }) => sum + ruleCount, 0))
  const guides = request.includeGuides ? await readBundledGuides(db, request.componentIds) : []
  yield { name: 'manifest.json', content: createManifest(request, components, guides) }
  if (request.projectId !== null) {
    yield {
      name: 'project.json',
      content: toPrettyJson(await readArchivedProject(db, request.projectId, request)),
    }
  }
  const toFolder = createFolderNames(request.projectId === null)
  for (const component of components) {
    const folder = toFolder(component)
    yield { name: `${folder}component.json`, content: loadComponentText(db, component, request) }
    yield {
      name: `${folder}rules.json`,
      content: toJsonList(countSteps(streamArchivedRules(db, component, request), progress)),
    }
    yield {
      name: `${folder}satisfactions.json`,
      content: toJsonList(listArchivedSatisfactions(db, component.id)),
    }
    if (component.hasProfileFiles) {
      yield { name: folder + PROFILE_FILES, content: toJsonList(listArchivedProfileFiles(db, component.id)) }
    }
    yield {
      name: `${folder}reviews.json`,
      content: toJsonList(streamArchivedReviews(db, component.id, request, 'BaseRule')),
    }
  }
  for (const guide of guides) yield { name: `srgs/${guide.filename}`, content: readGuideBytes(db, guide.id) }
}

function createManifest(
  request: ArchiveRequest,
  components: ArchivedComponent[],
  guides: BundledGuide[],
): string {
  return toPrettyJson({
    backup_format_version: WRITTEN_VERSION,
    vulcan_version: request.producer,
    exported_at: request.now.toISOString().replace('Z', '000Z'),
    components: components.map(({ file, ruleCount }) => ({
      name: file.name,
      prefix: file.prefix,
      version: file.version,
      release: file.release,
      srg_id: file.based_on.srg_id,
      srg_title: file.based_on.title,
      srg_version: file.based_on.version,
      source_srgs: file.source_srgs,
      rule_count: ruleCount,
    })),
    ...(request.includeGuides
      ? { srgs: guides.map(({ srg_id, title, version, filename }) => ({ srg_id, title, version, filename })) }
      : {}),
  })
}

/**
 * A folder per component; the root for a component's own archive. Vulcan replaces each space of the name in
 * the manifest by a hyphen and appends one, so other characters stay.
 */
function createFolderNames(atRoot: boolean): (component: ArchivedComponent) => string {
  const usedNames = new Set<string>()
  return ({ file: { name, version, release } }) => {
    if (atRoot) return ''
    const revision = `${version === null ? '' : `V${version}`}${release === null ? '' : `R${release}`}`
    const stem = `${toPathSegment(name.replaceAll(' ', '-'))}-${revision}`
    let folder = stem
    for (let more = 2; usedNames.has(folder.toLowerCase()); more += 1) folder = `${stem}-${more}`
    usedNames.add(folder.toLowerCase())
    return `components/${folder}/`
  }
}

/** Characters that are invalid in a path segment. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f/\\\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

const toPathSegment = (name: string): string => name.toWellFormed().replaceAll(UNSAFE, '_')

/** Streams a JSON list of rows that are already JSON. */
export async function* toJsonList(rows: AsyncIterable<string>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield `${before}\n${row}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

/** Serializes a value as indented JSON with a final line feed. */
export function toPrettyJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
