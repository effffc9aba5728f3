import { sql } from 'kysely'
import { Component, LAST_NUMBER } from '../../entities/component.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { validationError } from '../../src/errors.ts'
import type { CatalogText } from '../../src/formats/archive/catalog-texts.ts'
import type { ReadComponent } from '../../src/workers/tasks/archive.ts'
import { storeSources } from '../components/create-component.ts'
import type { Backup } from './backup.ts'
import { type ComponentImport, insertComponent, storeQuestions } from './begin-component.ts'
import { storeNumberedLinks } from './store-links.ts'
import { storeReviews } from './store-reviews.ts'
import { storeRules } from './store-rules.ts'
import { storeProfileFiles } from './texts/profile-files.ts'

export interface StoredComponent {
  id: number
  rules: number
  satisfactions: number
  reviews: number
}

/**
 * Stores a component of an archive with its content and an audit entry per record. It takes a fixed number of
 * statements plus one per part of its rows. Calls `warn` for rows that the database can't place.
 */
export async function storeComponent(
  work: UnitOfWork,
  backup: Backup,
  source: ComponentImport,
  warn: (message: string) => void,
): Promise<StoredComponent> {
  const { em, db, auditLog } = work
  const { read, name, projectId } = source
  await assertOfCatalog(db, read.overlong)
  const id = await insertComponent(work, source, warn)
  const sources = source.guides.map((guide) => guide.id)
  await storeSources(db, id, sources)
  await storeQuestions(work, id, read, warn)
  const component = await em.findOneOrFail(Component, { id })
  auditLog.setReason(component, 'Imported from a backup archive')
  auditLog.recordCreated(component)
  const warnHere = (message: string) => warn(`${name}: ${message}`)
  const leftOutCount = await storeRequirements(work, backup, { id, sources, source }, warnHere)
  for (const range of read.profileFiles) await storeProfileFiles(work, id, await backup.part(range))
  const satisfactions = await storeNumberedLinks(work.db, id, read.satisfactions)
  const lost = read.satisfactions.length - satisfactions
  if (lost > 0) warnHere(`${lost} satisfactions of requirements that were left out are left out too.`)
  const { attribute, progress } = source
  const comments = { id, projectId, name, reviews: read.reviews, attribute, progress }
  const reviews = await storeReviews(work, backup, comments, warn)
  await close(work, id, read, leftOutCount, warnHere)
  return { id, rules: read.count - leftOutCount, satisfactions, reviews }
}

/** Stores the requirements part by part; returns how many were skipped. */
async function storeRequirements(
  work: UnitOfWork,
  backup: Backup,
  { id, sources, source }: { id: number; sources: number[]; source: ComponentImport },
  warn: (message: string) => void,
): Promise<number> {
  const { read, projectId, attribute, further, progress } = source
  const guides = [...sources, ...further.map((guide) => guide.id)]
  const location = { id, projectId, type: read.file.document_type, sources, attribute, guides }
  let leftOutCount = 0
  for (const range of read.rules) {
    leftOutCount += await storeRules(work, location, await backup.part(range), warn)
    progress.addStep()
  }
  return leftOutCount
}

/** Throws 422 for the first text over its limit, unless a catalog rule has the same text (rule C-4). */
async function assertOfCatalog(db: UnitOfWork['db'], texts: readonly CatalogText[]): Promise<void> {
  if (texts.length === 0) return
  const { rows } = await sql<CatalogText>`select o.* from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as o (file text, "row" integer, version text, "column" text, "limit" integer, digest text)
    where not exists (select from srg_rules s where s.version = o.version and md5(to_jsonb(s) ->> o."column") = o.digest)
    order by o."row" limit 1`.execute(db)
  const [first] = rows
  if (!first) return
  const { file, row, column, limit } = first
  throw validationError(
    'archive.invalid',
    'file',
    `The entry ${file}, row ${row}: ${column} must have at most ${limit} characters.`,
  )
}

/**
 * Continues numbering after the highest used number, and releases the component again if possible (rule
 * C-37).
 */
async function close(
  { db, now, actor }: UnitOfWork,
  id: number,
  read: ReadComponent,
  leftOutCount: number,
  warn: (message: string) => void,
): Promise<void> {
  const { file, highest, unlocked, count } = read
  const next = Math.min(Math.max(highest + 1, file.next_rule_number ?? 1), LAST_NUMBER + 1)
  const nextMintedSequence = sql<number>`(select greatest(${Math.max(1, Math.min(file.next_minted_sequence ?? 1, LAST_NUMBER + 1))}::integer, coalesce(max(r.minted_sequence), 0) + 1)
    from rules r where r.component_id = ${id})`
  const complete = count > 0 && unlocked === 0 && leftOutCount === 0
  if (file.released && !complete) {
    warn('it was released, but not all of its requirements are here and locked; it is imported unreleased.')
  }
  const permitted = file.document_type === 'stig' || actor.admin
  if (file.released && complete && !permitted) {
    warn('it was released, but only a system administrator can release an SRG; it is imported unreleased.')
  }
  const released = file.released && complete && permitted
  await db
    .updateTable('components')
    .set({
      next_rule_number: next,
      next_minted_sequence: nextMintedSequence,
      ...(released ? { released, released_at: file.released_at ?? now } : {}),
    })
    .where('id', '=', id)
    .execute()
}
