import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { createToast, ToastOutput } from '../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'
import { removeReferenceDocument } from '../../workflows/guides/reference-documents.ts'
import { ReferenceKindSchema } from './read/reference-documents.schema.ts'

export const remove = writing.systemAdmin
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/reference_documents/{kind}',
      tags: ['Guides'],
      summary: 'Remove a reference document with its texts',
    },
  })
  .input(z.object({ kind: ReferenceKindSchema }))
  .concat(rejectUnknownKeys)
  .output(ToastOutput)
  .mutation(async ({ ctx, input }) => {
    await removeReferenceDocument(toUnitOfWork(ctx), input.kind)
    return { toast: createToast('Document removed', 'Its texts are no longer shown.') }
  })
