import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queries } from '../../src/database/database.ts'
import { DomainError, notFoundError } from '../../src/errors.ts'
import { toCsvLine } from '../../src/formats/csv.ts'
import { buildCatalogSheet, type CatalogSheetRule } from '../../src/formats/exported/catalog-sheet.ts'
import { pathId, text } from '../../src/procedures/schemas/shapes.ts'
import { readDocumentBytes, createGuideDocument } from '../../workflows/exports/guide-file.ts'
import { type FileRequest, PROBE_RESPONSE, isProbe, streamFile } from '../components/export-response.ts'
import { exportStigChecklist } from '../stigs/checklist-file.ts'
import { buildJsonObject } from './read/catalog-rules.ts'
import { createCatalogBatches } from './read/rule-batches.ts'

/** Export types of each kind of guide. */
const TYPES = { srg: ['xccdf', 'csv'], stig: ['xccdf', 'csv', 'ckl', 'cklb'] } as const

/** The input of an export of a guide. */
export const createGuideExportInput = (kind: keyof typeof TYPES) => ({
  id: pathId,
  type: text(40).meta({ enum: [...TYPES[kind]] }),
  columns: text(2_000).optional(),
})

export const GUIDE_TYPES = ['application/xml', 'text/csv', 'application/json']

/** The exported guide. */
export interface Guide {
  kind: 'srg' | 'stig'
  id: number
  /** `srg_id` or `stig_id`. */
  name: string
  version: string
}

type GuideExport = z.infer<z.ZodObject<ReturnType<typeof createGuideExportInput>>>

/**
 * Checks the guide and type of an export before the operation, so that a job fails early. Throws 404 without
 * a guide, and 400 for another type (rule C-77).
 */
export function assertExportable(guide: Guide | undefined, { type }: GuideExport): { guide: Guide } {
  if (!guide) throw notFoundError()
  const types = TYPES[guide.kind]
  if (types.some((known) => known === type)) return { guide }
  throw new DomainError('malformed', 'parameter_invalid', `The type is one of: ${types.join(', ')}.`, {
    members: { parameter: 'type' },
  })
}

/** Sends a guide as uploaded, or its rules as a sheet with the requested columns (rule C-77). */
export async function replyWithGuide(
  ctx: FileRequest & { db: Queries; guide: Guide },
  { type, columns }: GuideExport,
): Promise<Response> {
  const { guide } = ctx
  const stem = `${guide.name}-${guide.version}`
  if (type === 'xccdf') {
    const bytes = await readDocumentBytes(ctx.db, guide.kind, guide.id)
    if (bytes === null) throw notFoundError()
    if (isProbe(ctx)) return Response.json(PROBE_RESPONSE)
    return streamFile(ctx, {
      filename: `${stem}-xccdf.xml`,
      contentType: 'application/xml',
      chunks: createGuideDocument(ctx.db, guide.kind, guide.id, bytes),
    })
  }
  if (isProbe(ctx)) return Response.json(PROBE_RESPONSE)
  if (type === 'ckl' || type === 'cklb') {
    return streamFile(ctx, await exportStigChecklist(ctx.db, guide, type))
  }
  const keys = (columns ?? '').split(',').map((key) => key.trim())
  const chunks = streamRows(ctx.db, guide, keys)
  return streamFile(ctx, { filename: `${stem}.csv`, contentType: 'text/csv; charset=utf-8', chunks })
}

const COLUMNS = [
  'rule_id',
  'version',
  'vuln_id',
  'rule_severity',
  'title',
  'vuln_discussion',
  'check_content',
  'further_checks',
  'fixtext',
  'ident',
  'legacy_ids',
  'status',
  'rule_weight',
  'mitigations',
  'severity_override_guidance',
  'false_positives',
  'false_negatives',
]

const RULE_BATCHES = {
  srg: createCatalogBatches('srg_rules', buildJsonObject('r', COLUMNS, { srg_id: sql`null` })),
  stig: createCatalogBatches('stig_rules', buildJsonObject('r', COLUMNS, { srg_id: sql.ref('r.srg_id') })),
}

async function* streamRows(db: Queries, { kind, id }: Guide, keys: string[]): AsyncGenerator<string> {
  const sheet = buildCatalogSheet(kind, keys)
  yield toCsvLine(sheet.headers)
  for await (const batch of RULE_BATCHES[kind](db, id)) {
    const rules: CatalogSheetRule[] = JSON.parse(`[${batch.rows}]`)
    yield rules.map((rule) => toCsvLine(sheet.row(rule))).join('')
  }
}
