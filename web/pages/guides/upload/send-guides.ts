import { api, queryClient, type Outputs } from '../../../api/client.ts'
import { toProblem, type Problem } from '../../../api/errors.ts'
import { uploadFile } from '../../../api/upload.ts'
import { announce } from '../../../app/announce.tsx'
import { t } from '../../../languages/t.ts'
import type { GuideKind } from '../catalog.ts'

/** The response of a guide upload. */
export type GuidesAnswer = Pick<Outputs['guides']['upload'], 'guides' | 'warnings' | 'warnings_count'>

/**
 * The state or result of an uploaded file, and the catalog that it was sent to. A file that runs as a job is shown as the
 * job instead.
 */
export type GuideUpload = { name: string; file: File; kind: GuideKind } & (
  | { state: 'waiting' }
  | { state: 'sending'; percent: number }
  | { state: 'done'; answer: GuidesAnswer }
  | { state: 'rejected'; problem: Problem }
  | { state: 'too large' }
  | { state: 'job'; id: number }
)

const MEGABYTE = 1024 * 1024
/** The largest file of one kind; larger libraries go to the address of both kinds. */
const MAX_SINGLE_KIND_BYTES = 50 * MEGABYTE
export const MAX_LIBRARY_BYTES = 600 * MEGABYTE
/** Documents from this size on run as a job, as all packages do. */
const JOB_BYTES = 5 * MEGABYTE

/** Uploads one guide or package; packages and large documents run as a job. */
export async function sendGuides(
  kind: GuideKind,
  file: File,
  onProgress: (percent: number) => void,
): Promise<GuideUpload> {
  const { name, size } = file
  if (size > MAX_LIBRARY_BYTES) return { name, file, kind, state: 'too large' }
  const address = size > MAX_SINGLE_KIND_BYTES ? '/guides' : `/${kind}`
  const asJob = size >= JOB_BYTES || /\.zip$/i.test(name)
  try {
    const body = await uploadFile(address, [file], onProgress, { asJob })
    const { id } = body
    if (asJob && typeof id === 'number') {
      await queryClient.invalidateQueries(api.jobs.list.pathFilter())
      return { name, file, kind, state: 'job', id }
    }
    const answer = body as GuidesAnswer
    announce(`${name}: ${summarize(answer)}`)
    return { name, file, kind, state: 'done', answer }
  } catch (error) {
    return { name, file, kind, state: 'rejected', problem: toProblem(error) }
  }
}

/** Uploads a file whose guides replace those in the catalog; a dry run only shows what would change. */
export async function replaceGuides(kind: GuideKind, file: File, dryRun: boolean): Promise<GuidesAnswer> {
  const values = { replace: 'true', dry_run: String(dryRun) }
  return (await uploadFile(`/${kind}`, [file], () => undefined, { values })) as GuidesAnswer
}

/** The state of an upload, or of its job. */
export type UploadOutcome = 'pending' | 'rejected' | GuidesAnswer

/** Counts the guides of finished uploads by outcome; a rejected or unfinished file counts as one. */
export function countOutcomes(outcomes: readonly UploadOutcome[]) {
  const counts = { added: 0, known: 0, rejected: 0, pending: 0 }
  for (const outcome of outcomes) {
    if (typeof outcome === 'string') {
      counts[outcome] += 1
      continue
    }
    for (const { status } of outcome.guides) {
      if (status === 'created' || status === 'replaced') counts.added += 1
      else if (status === 'exists') counts.known += 1
      else counts.rejected += 1
    }
  }
  return counts
}

/** "3 of 4 guides added" */
export function summarize({ guides }: GuidesAnswer): string {
  const added = guides.filter(({ status }) => status === 'created' || status === 'replaced').length
  return t(
    {
      count: guides.length,
      one: '{added} of {guides} guide added',
      other: '{added} of {guides} guides added',
    },
    { added, guides: guides.length },
  )
}
