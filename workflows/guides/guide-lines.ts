import { sql } from 'kysely'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { releaseLineSql, orderNewestFirst } from '../../src/database/newest-release.ts'
import { validationError, notFoundError } from '../../src/errors.ts'
import type { BenchmarkKind } from '../../src/formats/xccdf/types.ts'
import { MAX_ID } from '../../src/procedures/schemas/shapes.ts'
import { selectTables } from './store-guide.ts'

/** A guide of another line that a new guide probably continues. */
export interface LineProposal {
  id: number
  benchmark_id: string
  title: string
  version: string
  /** Shared fraction of the larger guide's requirements, from 0.9 to 1. */
  overlap: number
}

const MIN_OVERLAP = 0.9
/** Any constant that no other lock of this service uses. */
const LINES_LOCK = 7_290_114_057

/**
 * Changes of lines run one after the other: two guides that continue each other at once would swap their
 * lines. Lock order: this lock before guides.
 */
export async function lockLines(db: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LINES_LOCK})`.execute(db)
}

/** Finds a guide by catalog id or benchmark id. Throws 422 if there is none. */
async function findGuideByName(db: Queries, kind: BenchmarkKind, name: string): Promise<{ line: string }> {
  const { guides, guideId } = selectTables(kind)
  const number = /^\d{1,10}$/.test(name) ? Number(name) : 0
  const id = number <= MAX_ID ? number : 0
  const { rows } = await sql<{
    line: string
  }>`select ${releaseLineSql(`${kind}s`, 'g')} as line from ${guides} g
    where g.id = ${id} or g.${guideId} = ${name} order by (g.${guideId} = ${name}) desc, g.id limit 1`.execute(
    db,
  )
  const [guide] = rows
  if (guide) return guide
  throw validationError('guide.unknown', 'continues', 'names no guide of the catalog')
}

/**
 * Moves all releases of a guide's benchmark id, and the guides that continue them, to a line; null: the
 * releases get their own line again (rule C-94).
 */
async function continueLine(
  db: Queries,
  kind: BenchmarkKind,
  benchmarkId: string,
  line: string | null,
): Promise<void> {
  const { guides, guideId } = selectTables(kind)
  const stored = line === benchmarkId ? null : line
  await sql`update ${guides} set line = ${stored}, updated_at = clock_timestamp()
    where (${guideId} = ${benchmarkId} or ${stored}::text is not null and coalesce(line, ${guideId}) = ${benchmarkId})
      and line is distinct from ${stored}`.execute(db)
}

/** A write-locked guide with its line. */
export interface LockedGuide {
  id: number
  kind: BenchmarkKind
  name: string
  title: string | null
  line: string
}

/** Locks the lines and a guide. Throws 404 for an unknown id. */
export async function lockGuide(db: Queries, kind: BenchmarkKind, id: number): Promise<LockedGuide> {
  await lockLines(db)
  const { guides, guideId } = selectTables(kind)
  const { rows } = await sql<Omit<LockedGuide, 'id' | 'kind'>>`select g.${guideId} as name,
    g.name as title, ${releaseLineSql(`${kind}s`, 'g')} as line from ${guides} g where g.id = ${id} for update`.execute(
    db,
  )
  const [guide] = rows
  if (!guide) throw notFoundError()
  return { ...guide, id, kind }
}

/** Sets the guide that a guide's releases continue; null: none. Throws 422 for an unknown guide. */
export async function setContinued(
  { db, auditLog }: UnitOfWork,
  { id, kind, ...guide }: LockedGuide,
  continued: string | null,
): Promise<void> {
  const line = continued === null ? null : (await findGuideByName(db, kind, continued)).line
  await continueLine(db, kind, guide.name, line)
  const after = line ?? guide.name
  if (after === guide.line) return
  auditLog.record({
    action: 'update',
    auditableType: kind === 'srg' ? 'SecurityRequirementsGuide' : 'Stig',
    auditableId: id,
    affectedName: guide.title,
    changes: { line: [guide.line, after] },
  })
}

/**
 * Proposes a guide of another line for new guides without other releases, if nine tenths of the requirements
 * have equal versions. Guides in `excluded` are not proposed.
 */
export async function proposeLines(
  db: Queries,
  kind: BenchmarkKind,
  ids: number[],
  excluded: number[],
): Promise<Map<number, LineProposal>> {
  if (ids.length === 0) return new Map()
  const { guides, rules, guideId } = selectTables(kind)
  const { rows } = await sql<LineProposal & { new_id: number }>`
    with fresh as (select g.id, ${releaseLineSql(`${kind}s`, 'g')} as line from ${guides} g where g.id = any (${ids}::integer[])
        and not exists (select from ${guides} o where o.id <> g.id and ${releaseLineSql(`${kind}s`, 'o')} = ${releaseLineSql(`${kind}s`, 'g')})),
      own as materialized (select distinct f.id, r.version from fresh f join ${rules} r on r.${guideId} = f.id),
      a as materialized (select id, count(*) as size from own group by id),
      shared as (select o.id as new_id, r.${guideId} as guide, count(distinct r.version) as size from own o
        join ${rules} r on r.version = o.version and r.${guideId} <> o.id
        where r.${guideId} <> all (${excluded}::integer[]) group by o.id, r.${guideId})
    select distinct on (s.new_id) s.new_id, g.id, g.${guideId} as benchmark_id, g.title, g.version,
      round(s.size::numeric / greatest(a.size, b.size), 3)::float8 as overlap
    from shared s join a on a.id = s.new_id and s.size >= ${MIN_OVERLAP}::float8 * a.size
      join ${guides} g on g.id = s.guide
      cross join lateral (select count(distinct r.version) as size from ${rules} r where r.${guideId} = g.id) b
    where s.size >= ${MIN_OVERLAP}::float8 * greatest(a.size, b.size)
    order by s.new_id, s.size::numeric / greatest(a.size, b.size) desc, ${orderNewestFirst('g')}`.execute(db)
  return new Map(rows.map(({ new_id: id, ...proposal }) => [id, proposal]))
}
