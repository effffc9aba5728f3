import { z } from 'zod'
import type { Actor } from '../../src/access/actor.ts'
import { Steps } from '../../src/computing/steps.ts'
import type { Queries } from '../../src/database.ts'
import { invalid } from '../../src/errors.ts'
import type { ExportedComponent } from '../../src/formats/exported/types.ts'
import type { RequestContext } from '../../src/request.ts'
import { inTransaction } from '../../src/transaction.ts'
import { TRIAGE_STATUSES } from '../../src/vocabulary.ts'
import { fileAnswer } from '../../src/wire/file-answer.ts'
import { text } from '../../src/wire/shapes.ts'
import { chosen, type Chosen, DISPOSITIONS, served } from '../../workflows/exports/exporters.ts'
import type { ExporterSees, ExportOrder } from '../../workflows/exports/order.ts'

/** What every export of components takes. */
export const exportInput = {
  type: text(40),
  mode: text(40).optional(),
}

/** What those of a component or a project take beside it; each type reads what concerns it. */
export const exportOptions = {
  exclude_satisfied_by: z.boolean().default(false),
  triage_status: z.enum([...TRIAGE_STATUSES, 'all']).default('all'),
  include_email: z.boolean().default(false),
  include_srg: z.boolean().default(false),
  include_memberships: z.boolean().default(false),
}

/** Media types of the files. */
export const EXPORT_TYPES = [
  'application/zip',
  'application/xml',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/json',
]

export const FileOutput = z.custom<Response>().meta({ override: { type: 'string' } })

/** A comma list of ids, as the query brings it. Throws 422 naming the parameter for anything else. */
export function idList(name: string, value: string): number[] {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const ids = items.map((item) => (/^\d{1,10}$/.test(item) ? Number(item) : Number.NaN))
  if (ids.every((id) => id >= 1 && id <= 2_147_483_647)) return [...new Set(ids)]
  throw invalid('validation', name, 'must be a list of ids with commas between them.')
}

/** Whether a request only asks if there would be a file (rule C-74). */
export function isProbe(ctx: Pick<RequestContext, 'request'>): boolean {
  return ctx.request.header('accept') === 'application/json'
}

/** The answer to a probe. */
export const FOUND = { status: 'ok' } as const

type Given = { type: string; mode?: string | undefined } & {
  [K in keyof typeof exportOptions]?: z.infer<(typeof exportOptions)[K]>
}

/** What an export was found to hold, before any of it is made. */
export interface Exportable {
  place: ExportOrder['place']
  choice: Chosen
  components: ExportedComponent[]
}

/**
 * What an export would hold; asked in front of the operation, so that a job is refused as it would be. Throws 400 for an
 * unknown type or mode and 422 where nothing can be exported so (rule C-74).
 */
export async function exportable(
  place: ExportOrder['place'],
  { type, mode }: Pick<Given, 'type' | 'mode'>,
  components: () => Promise<ExportedComponent[]>,
): Promise<{ exportable: Exportable }> {
  const choice = chosen(place, type, mode)
  return { exportable: { place, choice, components: served(choice, mode, await components()) } }
}

interface Asked {
  given: Given
  title: (components: readonly ExportedComponent[]) => string
  sees: ExporterSees
}

/** Answers an export as its file, which leaves as it is made, or a probe of a peer's type. */
export async function exportAnswer(
  ctx: RequestContext & { db: Queries; actor: Actor; exportable: Exportable },
  { given, title, sees }: Asked,
): Promise<Response> {
  const { place, choice, components: some } = ctx.exportable
  if (choice.exporter.probed && isProbe(ctx)) return Response.json(FOUND)
  const { triage_status: status = 'all', ...options } = given
  const order: ExportOrder = {
    db: ctx.services.database.queries,
    now: ctx.services.clock(),
    place,
    title: title(some),
    components: some,
    mode: choice.mode,
    options: {
      exclude_satisfied_by: options.exclude_satisfied_by ?? false,
      triage_status: status === 'all' ? null : status,
      include_email: options.include_email ?? false,
      include_srg: options.include_srg ?? false,
      include_memberships: options.include_memberships ?? false,
    },
    sees,
    steps: new Steps(ctx.job?.progress),
  }
  const file = await choice.exporter.make(order)
  if (DISPOSITIONS.includes(given.type)) await noteDisposition(ctx, given.type, order)
  return sentFile(ctx, file)
}

/** A file under way; its request keeps its place among those of its person until the last of it has left. */
export function sentFile(ctx: RequestContext, file: Parameters<typeof fileAnswer>[0]): Response {
  const ended = ctx.turn?.keep()
  return fileAnswer(file, {
    failed: (error) =>
      ctx.services.log.error(
        { err: error, request_id: ctx.request.id, file: file.filename },
        'answer cut off',
      ),
    ...(ended ? { ended } : {}),
  })
}

/** Whoever takes comments out of the service leaves an entry (rule R-58). */
async function noteDisposition(
  ctx: RequestContext & { actor: Actor },
  type: string,
  order: ExportOrder,
): Promise<void> {
  const { services, request, actor } = ctx
  const [first] = order.components
  const componentId = order.place === 'component' ? (first?.id ?? null) : null
  const projectId = first?.projectId ?? null
  const origin = { actor, requestId: request.id, address: request.address, now: order.now }
  await inTransaction(services.database, origin, (_, trail) => {
    trail.record({
      action: 'export_disposition_csv',
      auditableType: componentId === null ? 'Project' : 'Component',
      auditableId: componentId ?? projectId,
      projectId,
      componentId,
      changes: {
        type,
        triage_status: order.options.triage_status ?? 'all',
        include_email: order.options.include_email && order.sees.addresses,
      },
    })
    return Promise.resolve()
  })
}
