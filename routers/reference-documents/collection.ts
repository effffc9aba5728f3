import { z } from 'zod'
import { runDryRun } from '../../src/audit/dry-run.ts'
import { toUnitOfWork, type UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { MAX_REFERENCE_BYTES } from '../../src/formats/reference/types.ts'
import { formatCount } from '../../src/lib/format-count.ts'
import { reading, writing } from '../../src/procedures/access/builders.ts'
import { createToast, upload } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import type { ReferenceKind } from '../../src/vocabulary.ts'
import { createWorkersForUpload } from '../../src/workers/workers-for-request.ts'
import { importReferenceDocument } from '../../workflows/guides/reference-documents.ts'
import { ReferenceDocuments, ReferenceDocumentUploaded } from './read/reference-documents.schema.ts'
import { listReferenceDocuments, readReferenceDocument } from './read/reference-documents.ts'

const tags = ['Guides']

export const list = reading.signedIn
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/reference_documents',
      tags,
      summary: 'The stored reference documents',
    },
  })
  .concat(rejectUnknownKeys)
  .output(ReferenceDocuments)
  .query(async ({ ctx }) => ({ reference_documents: await listReferenceDocuments(ctx.db, ctx.actor) }))

export const uploadDocument = writing.systemAdmin
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/reference_documents',
      tags,
      summary: 'Upload the CCI list, or the OSCAL catalog of NIST SP 800-53',
    },
    upload: { limitBytes: MAX_REFERENCE_BYTES, only: true },
    required: ['file'],
    limits: ['upload'],
    refusal: 'Document not uploaded',
  })
  .input(
    z.object({
      file: upload(MAX_REFERENCE_BYTES),
      dry_run: z
        .boolean()
        .default(false)
        .meta({ description: 'Show what would happen, without changing anything.' }),
    }),
  )
  .concat(rejectUnknownKeys)
  .output(ReferenceDocumentUploaded)
  .mutation(async ({ ctx, signal, input: { file, dry_run: dryRun } }) => {
    const workers = createWorkersForUpload({ ctx, signal }, dryRun)
    const store = async (work: UnitOfWork) => {
      const { kind, replaced } = await importReferenceDocument(work, workers, file)
      return { document: await readReferenceDocument(work.db, work.actor, kind), replaced }
    }
    const work = toUnitOfWork(ctx)
    const { document, replaced } = await (dryRun ? runDryRun(work, store) : store(work))
    return { toast: createUploadToast(document, dryRun), reference_document: document, replaced }
  })

function createUploadToast(
  { kind, entries_count: count }: { kind: ReferenceKind; entries_count: number },
  dryRun: boolean,
) {
  const isList = kind === 'cci_list'
  const name = isList ? 'CCI list' : 'Catalog'
  const stored = isList ? formatCount(count, 'CCI', 'CCIs') : formatCount(count, 'control', 'controls')
  return dryRun
    ? createToast(`${name} checked`, `${stored} would be stored.`)
    : createToast(`${name} uploaded`, `Stored ${stored}.`)
}
