import { sql } from 'kysely'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { validationError } from '../../src/errors.ts'
import type { BenchmarkKind } from '../../src/formats/xccdf/types.ts'
import { openTempFile } from '../../src/lib/temp-files/write-temp-file.ts'
import { announceSrg } from '../../src/outbox/guide-chat.ts'
import type { Workers } from '../../src/workers/pool.ts'
import { readDocumentBytes, createGuideDocument } from '../exports/guide-file.ts'
import { type GuideContent, type GuideFile, withGuide } from './read-guide.ts'
import { type GuideChanges, replaceGuide } from './replace-guide.ts'
import { insertGuide, selectTables } from './store-guide.ts'

/** Result of storing a guide. */
export type GuideOutcome =
  | { status: 'created' | 'exists'; id: number; changes: null }
  | { status: 'replaced'; id: number; changes: GuideChanges }

/**
 * Imports a guide into the catalog; returns its id. Throws 422 for an invalid document, and for an existing
 * id and version (rule C-14).
 */
export async function importGuide(
  work: UnitOfWork,
  workers: Workers,
  kind: BenchmarkKind,
  file: GuideFile,
): Promise<number> {
  return withGuide({ workers, limits: work.env.limits }, { ...file, kind }, async (guide) => {
    const id = await insertGuide(work.db, guide)
    if (id === null) {
      const message = `${toName(guide)} is already in the catalog, so it was not imported again.`
      throw validationError('guide.duplicate', 'file', message)
    }
    auditGuide(work, 'create', id, guide)
    return id
  })
}

/**
 * Stores a guide. An existing guide with the same content stays; different content replaces it if `replace`
 * is set, and otherwise throws 422 (rule C-95).
 */
export async function storeGuide(
  work: UnitOfWork,
  workers: Workers,
  guide: GuideContent,
  { replace }: { replace: boolean },
): Promise<GuideOutcome> {
  const created = await insertGuide(work.db, guide)
  if (created !== null) {
    await auditUpload(work, 'create', created, guide)
    return { status: 'created', id: created, changes: null }
  }
  const id = await lockGuide(work.db, guide)
  if (await hasSameContent(work, workers, id, guide)) return { status: 'exists', id, changes: null }
  if (!replace) {
    const message = `${toName(guide)} is already in the catalog with other content. To take this one, replace it.`
    throw validationError('guide.duplicate', 'file', message)
  }
  const changes = await replaceGuide(work.db, { id, now: work.now }, guide)
  await auditUpload(work, 'update', id, guide)
  return { status: 'replaced', id, changes }
}

const toName = ({ header }: GuideContent) => `${header.srgId} ${header.version}`

/** Locks the guide of that id and version, so that no component is based on it meanwhile. */
async function lockGuide(db: Queries, { kind, header }: GuideContent): Promise<number> {
  const { guides, guideId } = selectTables(kind)
  const { rows } = await sql<{ id: number }>`select id from ${guides}
    where ${guideId} = ${header.srgId} and version = ${header.version} for update`.execute(db)
  const [row] = rows
  if (row) return row.id
  throw validationError(
    'guide.duplicate',
    'file',
    'The guide was removed from the catalog at the same time. Try again.',
  )
}

/** Whether a stored guide has the same document, or an equivalent one, such as in another encoding. */
async function hasSameContent(
  work: UnitOfWork,
  workers: Workers,
  id: number,
  guide: GuideContent,
): Promise<boolean> {
  const { kind, digest, documentDigest } = guide
  const { documents, guideId } = selectTables(kind)
  const { rows } = await sql<{ same: boolean }>`select encode(sha256(xml), 'hex') = ${documentDigest} as same
    from ${documents} where ${guideId} = ${id}`.execute(work.db)
  if (rows[0]?.same) return true
  const bytes = await readDocumentBytes(work.db, kind, id)
  if (bytes === null) return false
  const spool = await openTempFile()
  try {
    for await (const piece of createGuideDocument(work.db, kind, id, bytes)) await spool.write(piece)
    const stored = { filename: 'stored.xml', content: spool.file(), kind }
    return await withGuide({ workers, limits: work.env.limits }, stored, (read) =>
      Promise.resolve(read.digest === digest),
    )
  } finally {
    await spool.close()
  }
}

/** Records the upload of a guide; an SRG is also announced in the chat. */
async function auditUpload(
  work: UnitOfWork,
  action: 'create' | 'update',
  id: number,
  guide: GuideContent,
): Promise<void> {
  auditGuide(work, action, id, guide)
  const { name, version } = guide.header
  if (guide.kind === 'srg') await announceSrg(work, { id, name, version }, 'uploaded')
}

function auditGuide(
  { auditLog }: UnitOfWork,
  action: 'create' | 'update',
  id: number,
  { kind, header }: GuideContent,
): void {
  auditLog.record({
    action,
    auditableType: kind === 'srg' ? 'SecurityRequirementsGuide' : 'Stig',
    auditableId: id,
    affectedName: header.name,
    changes: { benchmark_id: header.srgId, version: header.version, title: header.title },
    ...(action === 'update' ? { comment: 'Replaced by another document' } : {}),
  })
}
