import type { z } from 'zod'
import type { Actor } from '../../../src/audit/actor.ts'
import type { Queries } from '../../../src/database/database.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import type { ReferenceKind } from '../../../src/vocabulary.ts'
import type { ReferenceDocumentView } from './reference-documents.schema.ts'

type ReferenceDocumentView = z.infer<typeof ReferenceDocumentView>

/** The stored reference documents, by kind; only system administrators see who uploaded them. */
export async function listReferenceDocuments(db: Queries, actor: Actor): Promise<ReferenceDocumentView[]> {
  const rows = await db
    .selectFrom('reference_documents as d')
    .leftJoin('users as u', 'u.id', 'd.uploaded_by_id')
    .select([
      'd.kind',
      'd.title',
      'd.version',
      'd.published',
      'd.filename',
      'd.entries_count',
      wireTimeSql('d.uploaded_at').as('uploaded_at'),
      'u.name as uploaded_by',
    ])
    .orderBy('d.kind')
    .execute()
  return rows.map((row) => (actor.admin ? row : { ...row, uploaded_by: null }))
}

/** The stored document of a kind. */
export async function readReferenceDocument(
  db: Queries,
  actor: Actor,
  kind: ReferenceKind,
): Promise<ReferenceDocumentView> {
  const documents = await listReferenceDocuments(db, actor)
  const document = documents.find((candidate) => candidate.kind === kind)
  if (!document) throw new Error('the stored document is missing')
  return document
}
