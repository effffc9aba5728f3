import { DomainError, validationError } from '../../src/errors.ts'
import { MAX_BENCHMARK_BYTES, createWrongExtensionError } from '../../src/formats/upload.ts'
import type { Progress } from '../../src/lib/progress.ts'
import { StoredFile } from '../../src/lib/temp-files/byte-range.ts'
import { openTempFile } from '../../src/lib/temp-files/write-temp-file.ts'
import type { Workers } from '../../src/workers/pool.ts'
import type { PackageMember } from '../../src/workers/tasks/package.ts'
import type { GuideFile } from './read-guide.ts'

/** Maximum depth of nested archives. */
const LEVELS = 3
/** Maximum unpacked size of one upload, in bytes. */
const UNPACKED = 2 * 1024 * 1024 * 1024
const REQIF = /\.reqifz?$/i
const GUIDE = /\.(xml|zip)\s*$/i

/** A file of an upload with a guide, or the reason why it has none. */
export type PackageMemberResult =
  | { file: GuideFile; refusal: null }
  | { file: Pick<GuideFile, 'filename'>; refusal: DomainError }

interface PackageContext {
  workers: Workers
  progress: Progress
  /** Remaining bytes for unpacking. */
  remaining: { bytes: number }
}

/**
 * Iterates over the guides of an upload: a document, the benchmarks of a SCAP data stream, or a package with
 * nested packages (rule C-93). A file is valid until the next iteration. Throws 422 for any other upload.
 */
export async function* streamGuidesOfPackage(
  { workers, progress }: Pick<PackageContext, 'workers' | 'progress'>,
  upload: GuideFile,
): AsyncGenerator<PackageMemberResult> {
  const context = { workers, progress, remaining: { bytes: UNPACKED } }
  if (REQIF.test(upload.filename)) return yield* yieldOne(progress, { file: upload, refusal: null })
  const { filename, content } = upload
  if (!GUIDE.test(filename)) throw createWrongExtensionError(filename)
  const kind = await workers.run('fileKind', { content })
  if (kind === 'stream') yield* streamGuides(context, upload)
  else if (kind === 'zip' || (kind !== 'benchmark' && /\.zip\s*$/i.test(filename))) {
    yield* readPackageGuides(context, upload, 0)
  } else yield* yieldOne(progress, { file: upload, refusal: null })
}

async function* yieldOne(
  progress: Progress,
  member: PackageMemberResult,
): AsyncGenerator<PackageMemberResult> {
  progress.addTotal(1)
  yield member
  progress.addStep()
}

async function* readPackageGuides(
  context: PackageContext,
  { filename, content }: GuideFile,
  level: number,
): AsyncGenerator<PackageMemberResult> {
  const { workers, progress } = context
  const members = await workers.run('packageMembers', { content })
  progress.addTotal(members.length)
  for (const member of members) {
    const path = level === 0 ? member.name : `${filename}/${member.name}`
    yield* readMemberGuides(context, { filename: path.slice(0, 1000), content }, member, level)
    progress.addStep()
  }
}

async function* readMemberGuides(
  context: PackageContext,
  { filename, content }: GuideFile,
  member: PackageMember,
  level: number,
): AsyncGenerator<PackageMemberResult> {
  const refused = findRefusal(member, level)
  if (refused) return yield { file: { filename }, refusal: refused }
  const spool = await openTempFile()
  try {
    let file: GuideFile
    try {
      file = { filename, content: await unpackMember(context, content, member, spool.file().fd) }
    } catch (error) {
      return yield { file: { filename }, refusal: toMemberError(error) }
    }
    if (member.kind === 'zip') yield* readNestedPackage(context, file, level)
    else if (member.kind === 'stream') yield* streamGuides(context, file)
    else yield { file, refusal: null }
  } finally {
    await spool.close()
  }
}

/** Iterates over a nested package; reports an unreadable one as its only result. */
async function* readNestedPackage(
  context: PackageContext,
  file: GuideFile,
  level: number,
): AsyncGenerator<PackageMemberResult> {
  try {
    yield* readPackageGuides(context, file, level + 1)
  } catch (error) {
    yield { file: { filename: file.filename }, refusal: toMemberError(error) }
  }
}

async function* streamGuides(
  { workers, progress }: PackageContext,
  file: GuideFile,
): AsyncGenerator<PackageMemberResult> {
  const { filename } = file
  let ranges
  try {
    ranges = await workers.run('streamBenchmarks', { content: file.content })
  } catch (error) {
    return yield { file: { filename }, refusal: toMemberError(error) }
  }
  progress.addTotal(ranges.length)
  for (const range of ranges) {
    const name = ranges.length === 1 ? filename : `${filename}#${range.id.slice(0, 255)}`
    yield { file: { ...file, filename: name, range }, refusal: null }
    progress.addStep()
  }
}

async function unpackMember(
  { workers, remaining }: PackageContext,
  content: GuideFile['content'],
  { location, kind }: PackageMember,
  fd: number,
): Promise<StoredFile> {
  if (location === null) throw new Error('a member without a place')
  const limit = Math.min(remaining.bytes, kind === 'zip' ? UNPACKED : MAX_BENCHMARK_BYTES)
  const size = await workers.run('packageMember', { content, location, maxBytes: limit, fd })
  remaining.bytes -= size
  return new StoredFile(fd, size)
}

function findRefusal({ kind, fault }: PackageMember, level: number): DomainError | null {
  if (fault !== null) return validationError('upload.archive', 'file', `The file ${fault}.`)
  if (kind === 'archive') {
    return validationError(
      'upload.archive',
      'file',
      'This kind of archive is not supported. Pack it as .zip.',
    )
  }
  if (kind === 'reqif') {
    return validationError('upload.reqif', 'file', 'Upload a ReqIF document on its own, not in an archive.')
  }
  if (kind === 'zip' && level === LEVELS) {
    return validationError('upload.archive', 'file', `Archives are nested deeper than ${LEVELS} levels.`)
  }
  return null
}

/** Returns the error of one member. Rethrows errors that the file did not cause, such as a full queue. */
function toMemberError(error: unknown): DomainError {
  if (error instanceof DomainError && isFileError(error)) return error
  throw error
}

/** Whether an error is about a file, not about a full queue or disk. */
export function isFileError(error: DomainError): boolean {
  return error.kind === 'invalid'
}
