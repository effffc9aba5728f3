import { z } from 'zod'
import { validationError } from '../../errors.ts'
import type { CatalogText, RuleLimits } from '../../formats/archive/catalog-texts.ts'
import { ArchiveEntries } from '../../formats/archive/entries.ts'
import {
  parseComponent,
  parseManifest,
  MAX_GUIDES,
  parseProject,
  type ComponentFile,
  type ComponentLimits,
  type Manifest,
  type ProjectFile,
  type Source,
} from '../../formats/archive/manifest.ts'
import { PROFILE_FILES, readProfileFiles } from '../../formats/archive/profile-files.ts'
import type { ReviewLimits } from '../../formats/archive/reviews.ts'
import {
  toReleaseKey,
  type NamedRelease,
  toNamedRelease,
  createRuleReader,
} from '../../formats/archive/rules.ts'
import { readSatisfactions } from '../../formats/archive/satisfactions.ts'
import { requiredText, text } from '../../formats/archive/values.ts'
import { type WarningList, Warnings } from '../../formats/archive/warnings.ts'
import { formatCount } from '../../lib/format-count.ts'
import type { ByteSource } from '../../lib/temp-files/byte-range.ts'
import { TempFile, type ByteRange } from '../../lib/temp-files/temp-file.ts'
import { readReviews, type ReadReviews } from './archive-reviews.ts'
import { splitIntoStatements } from './statement-parts.ts'

export interface ArchiveInput {
  filename: string
  content: ByteSource
  /** File descriptor of an empty file for the rows. */
  scratch: number
  limits: RuleLimits & ComponentLimits & ReviewLimits
  includeReviews: boolean
}

/** One component of an archive. Its rows are in the temp file, in one list per SQL statement. */
export interface ReadComponent {
  folder: string
  file: ComponentFile
  /** Its source guide according to the manifest. */
  listed: Source | null
  rules: ByteRange[]
  /** Number of requirements. */
  count: number
  /** Highest number of a requirement. */
  highest: number
  unlocked: number
  /** Distinct guide releases whose rules the requirements refer to. */
  releases: NamedRelease[]
  /** Texts that only catalog rules may have. */
  overlong: CatalogText[]
  /** `[child, parent]` by number. */
  satisfactions: [string, string][]
  /** Files of its InSpec profile. */
  profileFiles: ByteRange[]
  reviews: ReadReviews
}

export interface ReadArchive {
  version: string
  exportedAt: string | null
  project: ProjectFile
  components: ReadComponent[]
  /** Guides in the archive. */
  srgs: Manifest['srgs']
  warnings: WarningList
}

/**
 * Reads a backup archive with only one row, one part and the referenced values in memory. Throws 422 with file and row
 * for content that can't be imported; optional content is skipped with a warning (rule C-84).
 */
export function readArchiveFile(input: ArchiveInput): ReadArchive {
  const entries = new ArchiveEntries(input.filename, input.content)
  const manifest = parseManifest(entries.readDocument('manifest.json', true))
  const warnings = new Warnings()
  const project = parseProject(entries.readDocument('project.json', false), (message) =>
    warnings.addText(message),
  )
  const file = new TempFile(input.scratch)
  const { limits, includeReviews } = input
  const reader = { entries, limits, includeReviews, warnings, file, namedByAll: new Set<string>() }
  const findSource = createSourceLookup(manifest)
  const components = listComponentFolders(entries).map((folder) => readComponent(reader, folder, findSource))
  if (components.length === 0) {
    throw validationError('archive.invalid', 'file', 'The archive has no component.')
  }
  assertComplete(manifest, components)
  file.flush()
  const srgs = manifest.srgs.map((srg) => ({ ...srg, filename: findGuideFile(entries, srg.filename) }))
  return {
    version: manifest.backup_format_version,
    exportedAt: manifest.exported_at,
    project,
    components,
    srgs: srgs.filter(({ filename: name }) => name !== null),
    warnings: warnings.toPlain(),
  }
}

interface ArchiveReader extends Pick<ArchiveInput, 'limits' | 'includeReviews'> {
  entries: ArchiveEntries
  warnings: Warnings
  file: TempFile
  /** Guide releases that the requirements of the archive refer to. */
  namedByAll: Set<string>
}

function readComponent(
  reader: ArchiveReader,
  folder: string,
  findSource: (name: string) => Source | null,
): ReadComponent {
  const { entries, limits, includeReviews: include, warnings, file } = reader
  const path = `${folder}component.json`
  const document = entries.readDocument(path, true)
  const parsed = parseComponent(path, document, limits, (message) => warnings.addText(message))
  const listed = findSource(parsed.name)
  const component = parsed.based_on ? parsed : { ...parsed, based_on: listed }
  const { numbers, ...rules } = storeRules(reader, folder, component)
  const satisfactions = readSatisfactions(entries, `${folder}satisfactions.json`, {
    numbers,
    type: component.document_type,
    warnings,
  })
  const profileFiles = storeProfile(reader, folder, component)
  const reviews = readReviews(entries, { folder, document, include, limits, rules: numbers, warnings, file })
  warnOfAbsentEntries(reader, folder, component)
  return {
    folder,
    file: component,
    listed,
    ...rules,
    count: numbers.size,
    satisfactions,
    profileFiles,
    reviews,
  }
}

function storeProfile(
  { entries, warnings, file }: ArchiveReader,
  folder: string,
  { document_type: type }: ComponentFile,
): ByteRange[] {
  const profile = readProfileFiles(entries, folder + PROFILE_FILES, { type, warnings })
  const stored = Array.from(profile, (part) => file.append(JSON.stringify(part)))
  return storeParts(file, stored, (row) => row)
}

function warnOfAbsentEntries(
  { entries, warnings, includeReviews }: ArchiveReader,
  folder: string,
  { name: component }: ComponentFile,
): void {
  const expected: [string, string][] = [['satisfactions.json', 'satisfactions']]
  if (includeReviews) expected.push(['reviews.json', 'requirements’ comments'])
  for (const [name, content] of expected) {
    if (entries.has(folder + name)) continue
    warnings.addText(
      `${component}: the archive has no entry ${folder}${name}; none of its ${content} are imported.`,
    )
  }
}

/** Throws 422 with the name of a missing component if the manifest lists more components than the archive contains. */
function assertComplete({ components: listed }: Manifest, components: ReadComponent[]): void {
  if (components.length >= listed.length) return
  const names = new Set(components.map(({ file }) => file.name))
  const missing = listed.find(({ name }) => !names.has(name?.trim() ?? ''))
  const message = missing
    ? `The archive lists the component ${missing.name ?? ''}, but does not contain it.`
    : `The archive lists ${formatCount(listed.length, 'component', 'components')} but contains ${components.length}.`
  throw validationError('archive.invalid', 'file', message)
}

/** Returns a lookup of source guides by component name: older producers have them only in the manifest. */
function createSourceLookup({ components }: Manifest): (name: string) => Source | null {
  const listed = Map.groupBy(components, ({ name }) => name?.trim())
  return (name) => {
    const { data } = Listed.safeParse(listed.get(name)?.[0])
    return data ? { srg_id: data.srg_id, title: data.srg_title, version: data.srg_version } : null
  }
}

const Listed = z.object({ srg_id: requiredText(255), srg_title: text(1000), srg_version: text(255) })

/** Unpacks one file of an archive, such as a bundled guide; returns its size. */
export function unpackEntry(input: {
  filename: string
  content: ByteSource
  name: string
  into: number
}): number {
  const entries = new ArchiveEntries(input.filename, input.content)
  const file = new TempFile(input.into)
  let size = 0
  for (const piece of entries.readBytes(input.name)) {
    file.write(piece)
    size += piece.byteLength
  }
  return size
}

/** Returns the folders of the components, or the root of an archive of a single component. */
function listComponentFolders(entries: ArchiveEntries): string[] {
  const folders = entries
    .listNames()
    .flatMap((name) => /^(components\/.+\/)component\.json$/.exec(name)?.[1] ?? [])
  return entries.has('component.json') ? ['', ...folders] : folders
}

/** Finds a guide's file, which the manifest names with or without its folder. */
function findGuideFile(entries: ArchiveEntries, name: string | null): string | null {
  return [name ?? '', `srgs/${name ?? ''}`].find((path) => entries.has(path)) ?? null
}

/** Stores the requirements of a component in the temp file; returns their byte ranges and what the import needs. */
function storeRules(reader: ArchiveReader, folder: string, component: ComponentFile) {
  const { entries, limits, warnings, file } = reader
  const type = component.document_type
  const path = `${folder}rules.json`
  const urlQuestions = new Set(
    component.additional_questions.flatMap(({ name, question_type: asks }) => (asks === 'url' ? name : [])),
  )
  const overlong: CatalogText[] = []
  const readRule = createRuleReader(path, {
    limits,
    type,
    urlQuestions,
    warn: (row, message) => warnings.add(path, row, message),
    overlong: (text) => overlong.push(text),
  })
  const numbers = new Set<string>()
  const ranges: ByteRange[] = []
  const releases = new Map<string, NamedRelease>()
  let unlocked = 0
  for (const [value, row] of entries.readRows(path, true)) {
    const rule = readRule(value, row)
    if (!rule) continue
    numbers.add(rule.rule_id)
    if (!rule.locked) unlocked += 1
    const release = toNamedRelease(rule, type)
    if (release) {
      releases.set(toReleaseKey(release), release)
      countRelease(reader, release, `${path}, row ${row}`)
    }
    ranges.push(file.append(JSON.stringify(rule)))
  }
  const highest = [...numbers].reduce((largest, number) => Math.max(largest, Number(number)), 0)
  const rules = storeParts(file, ranges, (text) => text)
  return { numbers, unlocked, highest, overlong, releases: [...releases.values()], rules }
}

/** Throws 422 if the archive refers to more guide releases than an import looks up. */
function countRelease({ namedByAll }: ArchiveReader, release: NamedRelease, entryName: string): void {
  if (namedByAll.add(toReleaseKey(release)).size <= MAX_GUIDES) return
  throw validationError(
    'archive.invalid',
    'file',
    `The entry ${entryName}: the archive names more than ${MAX_GUIDES} releases of SRGs.`,
  )
}

/** Reads rows of the temp file as JSON lists, one per SQL statement, in order. */
function storeParts(
  file: TempFile,
  rows: ByteRange[],
  toRow: (text: string, index: number) => string,
): ByteRange[] {
  file.flush()
  const indexed = rows.map((row, index) => ({ row, index }))
  return splitIntoStatements(indexed, ({ row }) => row.size).map((part) => {
    const texts = part.map(({ row, index }) => toRow(file.read(row), index))
    const range = file.append(`[${texts.join(',')}]`)
    file.flush()
    return range
  })
}
