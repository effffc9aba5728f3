import type { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { BenchmarkKind } from '../../src/formats/xccdf/types.ts'
import { Progress } from '../../src/lib/progress.ts'
import {
  toUploadedGuide,
  toUploadOptions,
  type guideUpload,
} from '../../src/procedures/schemas/guide-upload.ts'
import { createToast } from '../../src/procedures/schemas/shapes.ts'
import type { RequestPart } from '../../src/request-context.ts'
import { createWorkersForUpload } from '../../src/workers/workers-for-request.ts'
import { type GuideImports, importGuides, isInCatalog } from '../../workflows/guides/import-guides.ts'

interface UploadContext {
  ctx: Parameters<typeof toUnitOfWork>[0] & RequestPart<'workers', 'job'>
  signal: AbortSignal | undefined
}

/** Imports the guides of an upload, of one kind or of both. */
export function importUploadedGuides(
  { ctx, signal }: UploadContext,
  kind: BenchmarkKind | null,
  input: z.infer<ReturnType<typeof guideUpload>>,
): Promise<GuideImports> {
  const importing = {
    work: toUnitOfWork(ctx),
    workers: createWorkersForUpload({ ctx, signal }, input.dry_run),
    options: { ...toUploadOptions(input), kind },
    progress: new Progress(ctx.job?.progress),
  }
  return importGuides(importing, toUploadedGuide(input))
}

const GUIDE_LABELS = { srg: ['SRG', 'SRGs'], stig: ['STIG', 'STIGs'], both: ['guide', 'guides'] } as const

/** Describes how many guides were imported; a warning if one was rejected. */
export function createUploadToast({ guides }: GuideImports, kind: BenchmarkKind | null, dryRun: boolean) {
  const [singular, plural] = GUIDE_LABELS[kind ?? 'both']
  const count = (status: string) => guides.filter((line) => line.status === status).length
  const parts = [
    ['created', dryRun ? 'would be imported' : 'imported'],
    ['replaced', dryRun ? 'would be replaced' : 'replaced'],
    ['exists', 'already in the catalog'],
    ['other_kind', 'of the other kind'],
    ['refused', 'refused'],
  ].flatMap(([status = '', label = '']) => (count(status) > 0 ? `${count(status)} ${label}` : []))
  const [first, second] = guides
  const message =
    first && !second && !dryRun && isInCatalog(first) ? describeCatalogEntry(first) : `${parts.join(', ')}.`
  const title = dryRun ? `${plural} checked` : `${guides.length === 1 ? singular : plural} uploaded`
  const clean = guides.every(isInCatalog)
  const capital = title.charAt(0).toUpperCase() + title.slice(1)
  return createToast(capital, message, clean ? 'success' : 'warning')
}

function describeCatalogEntry({ title, file, version, status }: GuideImports['guides'][number]): string {
  const name = [title ?? file, version].filter((part) => part !== null).join(' ')
  return status === 'exists' ? `${name} is already in the catalog.` : `${name} is in the catalog.`
}
