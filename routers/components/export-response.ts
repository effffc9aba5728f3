import { z } from 'zod'
import type { Actor } from '../../src/audit/actor.ts'
import { runInTransaction } from '../../src/audit/transaction.ts'
import { validationError } from '../../src/errors.ts'
import type { ExportedComponent } from '../../src/formats/exported/types.ts'
import { Progress } from '../../src/lib/progress.ts'
import { createFileResponse } from '../../src/procedures/schemas/file-response.ts'
import { text } from '../../src/procedures/schemas/shapes.ts'
import type { RequestContext, RequestPart } from '../../src/request-context.ts'
import { TRIAGE_STATUSES } from '../../src/vocabulary.ts'
import { createWorkersForRead } from '../../src/workers/workers-for-request.ts'
import type { ExportPermissions, ExportRequest } from '../../workflows/exports/export-request.ts'
import {
  chooseExporter,
  describeComments,
  type ExportChoice,
  EXPORTERS,
  listExportModes,
  selectSupported,
  listExportTypes,
} from '../../workflows/exports/exporters.ts'

/** Input of every component export, with the types and modes of one endpoint. */
export const createExportInput = (endpoint: ExportRequest['endpoint']) => ({
  type: text(40).meta({ enum: listExportTypes(endpoint) }),
  mode: text(40)
    .meta({
      enum: listExportModes(endpoint),
      description: `The purpose of the file. ${describeModes(endpoint)}`,
    })
    .optional(),
})

/** Describes the modes of each type, default first. */
function describeModes(endpoint: ExportRequest['endpoint']): string {
  const descriptions = listExportTypes(endpoint).flatMap((type) => {
    const modes = EXPORTERS[type]?.modes ?? []
    return modes.length === 0 ? [] : `\`${type}\`: ${modes.map((mode) => `\`${mode}\``).join(', ')}`
  })
  return `By type, the default first: ${descriptions.join('; ')}.`
}

/** Further input of component and project exports; each type uses some of it. */
export const exportOptions = {
  exclude_satisfied_by: z.boolean().default(false),
  triage_status: z.enum([...TRIAGE_STATUSES, 'all']).default('all'),
  include_email: z.boolean().default(false),
  include_srg: z.boolean().default(false),
  include_memberships: z.boolean().default(false),
  include_comments: z.boolean().default(false),
}

/** Media types of the exported files. */
export const EXPORT_TYPES = [
  'application/zip',
  'application/xml',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/json',
  'text/html',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]

export const FileOutput = z.custom<Response>().meta({ override: { type: 'string' } })

/** Parses a comma-separated list of ids. Throws 422 with the parameter's name for other values. */
export function parseIdList(name: string, value: string): number[] {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const ids = items.map((item) => (/^\d{1,10}$/.test(item) ? Number(item) : Number.NaN))
  if (ids.every((id) => id >= 1 && id <= 2_147_483_647)) return [...new Set(ids)]
  throw validationError('validation', name, 'must be a list of ids with commas between them.')
}

/** Whether a request only checks that an export is possible (rule C-74). */
export function isProbe(ctx: Pick<RequestContext, 'request'>): boolean {
  return ctx.request.header('accept') === 'application/json'
}

/** The response to a probe. */
export const PROBE_RESPONSE = { status: 'ok' } as const

type ExportInput = { type: string; mode?: string | undefined } & {
  [K in keyof typeof exportOptions]?: z.infer<(typeof exportOptions)[K]>
}

/** The checked content of an export, before the file is created. */
export interface PreparedExport {
  endpoint: ExportRequest['endpoint']
  choice: ExportChoice
  components: ExportedComponent[]
}

/**
 * Checks an export before the operation, so that a job fails early. Throws 400 for an unknown type or mode,
 * and 422 if there is nothing to export (rule C-74).
 */
export async function prepareExport(
  endpoint: ExportRequest['endpoint'],
  { type, mode }: Pick<ExportInput, 'type' | 'mode'>,
  components: () => Promise<ExportedComponent[]>,
): Promise<{ preparedExport: PreparedExport }> {
  const choice = chooseExporter(endpoint, type, mode)
  return {
    preparedExport: { endpoint, choice, components: selectSupported(choice, mode, await components()) },
  }
}

interface ExportResponseInput {
  input: ExportInput
  title: (components: readonly ExportedComponent[]) => string
  permissions: ExportPermissions
}

type ExportContext = FileRequest &
  RequestPart<'database' | 'workers' | 'clock' | 'env', 'job'> & {
    actor: Actor
    preparedExport: PreparedExport
  }

/** Streams an export as a file, or answers a probe whether one of Vulcan's types can be exported. */
export async function respondWithExport(
  ctx: ExportContext,
  { input, title, permissions }: ExportResponseInput,
): Promise<Response> {
  const { endpoint, choice, components } = ctx.preparedExport
  if (choice.exporter.probed && isProbe(ctx)) return Response.json(PROBE_RESPONSE)
  const { triage_status: status = 'all', ...options } = input
  const request: ExportRequest = {
    db: ctx.services.database.queries,
    workers: createWorkersForRead({ ctx }),
    now: ctx.services.clock(),
    endpoint,
    title: title(components),
    components,
    caller: ctx.actor,
    mode: choice.mode,
    options: {
      exclude_satisfied_by: options.exclude_satisfied_by ?? false,
      triage_status: status === 'all' ? null : status,
      include_email: options.include_email ?? false,
      include_srg: options.include_srg ?? false,
      include_memberships: options.include_memberships ?? false,
      include_comments: options.include_comments ?? false,
    },
    permissions,
    marking: ctx.services.env.banner.enabled ? ctx.services.env.banner.text : null,
    progress: new Progress(ctx.job?.progress),
  }
  const file = await choice.exporter.make(request)
  const comments = describeComments(input.type, request)
  if (comments) await auditComments(ctx, request, { type: input.type, ...comments })
  return streamFile(ctx, file)
}

/** The parts of a request that a streamed file needs. */
export type FileRequest = RequestPart<'log', 'request' | 'slot'>

/** Streams a file; the request keeps its concurrency slot until the last byte is sent. */
export function streamFile(ctx: FileRequest, file: Parameters<typeof createFileResponse>[0]): Response {
  const ended = ctx.slot?.hold()
  return createFileResponse(file, {
    failed: (error) =>
      ctx.services.log.error(
        { err: error, request_id: ctx.request.id, file: file.filename },
        'answer cut off',
      ),
    ...(ended ? { ended } : {}),
  })
}

/** Records an export of comments in the audit log, with its type (rule R-58). */
async function auditComments(
  ctx: RequestPart<'database', 'request'> & { actor: Actor },
  exportRequest: ExportRequest,
  changes: Record<string, unknown> & { type: string },
): Promise<void> {
  const { services, request, actor } = ctx
  const [first] = exportRequest.components
  const componentId = exportRequest.endpoint === 'component' ? (first?.id ?? null) : null
  const projectId = first?.projectId ?? null
  const origin = { actor, requestId: request.id, address: request.address, now: exportRequest.now }
  await runInTransaction(services.database, origin, (_, auditLog) => {
    auditLog.record({
      action: `export_${changes.type}`,
      auditableType: componentId === null ? 'Project' : 'Component',
      auditableId: componentId ?? projectId,
      projectId,
      componentId,
      changes,
    })
    return Promise.resolve()
  })
}
