import { sql } from 'kysely'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { orderNewestFirst } from '../../src/database/newest-release.ts'
import { DomainError, validationError } from '../../src/errors.ts'
import type { ComponentFile, Source } from '../../src/formats/archive/manifest.ts'
import { toReleaseKey, type NamedRelease } from '../../src/formats/archive/rules.ts'
import { StoredFile } from '../../src/lib/temp-files/byte-range.ts'
import { openTempFile } from '../../src/lib/temp-files/write-temp-file.ts'
import type { Workers } from '../../src/workers/pool.ts'
import type { ReadComponent } from '../../src/workers/tasks/archive.ts'
import { importGuide } from '../guides/import-guide.ts'
import type { Backup } from './backup.ts'

/** A catalog guide that matches a guide of the archive. */
export interface CatalogGuide {
  id: number
  srg_id: string
  title: string
  version: string
  core: boolean
}

/** How a guide of the archive was matched, for the summary of a dry run. */
export interface GuideDetail {
  srg_id: string
  title: string | null
  version: string | null
  found: 'exact' | 'bundled' | 'other release' | 'missing'
  used_version: string | null
}

/** Resolves the guides that an archive needs, each only once for all components. */
export class Guides {
  readonly details: GuideDetail[] = []
  imported = 0
  readonly #work: UnitOfWork
  readonly #workers: Workers
  readonly #backup: Backup
  /** Guides in the archive that the caller may add to the catalog. */
  readonly #bundled = new Map<string, Source & { filename: string }>()
  /** Guides in the archive that only a system administrator may add (rule E-45). */
  readonly #withheld = new Set<string>()
  readonly #known = new Map<string, CatalogGuide | null>()
  /** Releases already reported in a warning. */
  readonly #named = new Set<string>()
  readonly #warn: (message: string) => void

  constructor(work: UnitOfWork, workers: Workers, backup: Backup, warn: (message: string) => void) {
    this.#work = work
    this.#workers = workers
    this.#backup = backup
    this.#warn = warn
    for (const { filename, ...srg } of backup.srgs) {
      if (!filename || this.#bundled.has(toReleaseKey(srg))) continue
      if (work.actor.admin) this.#bundled.set(toReleaseKey(srg), { ...srg, filename })
      else this.#withheld.add(toReleaseKey(srg))
    }
  }

  /**
   * Returns a component's guides, primary first; missing others are warnings. Throws 422 if the primary has
   * the wrong type, or is in neither catalog nor archive, or the manifest's guide is missing. Archives of
   * version 1.0 have no types.
   */
  async findGuides({
    file,
    listed,
  }: Pick<ReadComponent, 'file' | 'listed'>): Promise<[CatalogGuide, ...CatalogGuide[]]> {
    const [first] = [file.based_on, ...file.source_srgs].filter((source) => source !== null)
    if (!first) {
      throw validationError(
        'archive.invalid',
        'file',
        `The component ${file.name} does not say what it is based on.`,
      )
    }
    const primary = await this.#find(first)
    if (!primary) {
      throw validationError('archive.guide_missing', 'file', this.#missing(file, first))
    }
    if (!this.#fits(primary, file)) throw createIneligibleError(file, primary)
    if (listed && listed.srg_id !== first.srg_id) await this.#compare(file, first, listed)
    const others: CatalogGuide[] = []
    for (const source of file.source_srgs) {
      const guide = await this.#find(source)
      const sourceName = toName(source)
      if (!guide) {
        this.#warn(
          `${file.name}: the further SRG ${sourceName} is not in the catalog and is left out.${this.#hint(source)}`,
        )
      } else if (!this.#fits(guide, file)) {
        this.#warn(`${file.name}: the further SRG ${sourceName} is of the wrong kind and is left out.`)
      } else if (![primary, ...others].some(({ id }) => id === guide.id)) others.push(guide)
    }
    return [primary, ...others]
  }

  /** Throws 422 if the manifest's guide is missing; warns if it differs from the component's guide. */
  async #compare(file: ComponentFile, first: Source, listed: Source): Promise<void> {
    if (!(await this.#find(listed))) {
      throw validationError('archive.guide_missing', 'file', this.#missing(file, listed))
    }
    this.#warn(
      `${file.name}: manifest.json names ${toName(listed)}, component.json names ${toName(first)}, which is used.`,
    )
  }

  /**
   * Returns guides beyond the component's sources that requirements may name, newest first, because a rebase
   * leaves some at their old release (rule C-31). Call it after all sources are resolved. Warns about missing
   * releases.
   */
  async findFurtherGuides(
    { file, releases }: ReadComponent,
    sources: CatalogGuide[],
  ): Promise<CatalogGuide[]> {
    const ids = [...new Set([...sources, ...releases].map(({ srg_id: id }) => id))]
    const existing = await listReleases(this.#work.db, ids)
    const hasTaken = await this.#takeNamed(
      releases,
      new Map(existing.map((guide) => [toReleaseKey(guide), guide])),
    )
    const all = hasTaken ? await listReleases(this.#work.db, ids) : existing
    return all.filter((guide) => this.#fits(guide, file) && !sources.some(({ id }) => id === guide.id))
  }

  /**
   * Imports missing guides from the archive, with one warning per release; returns whether any was imported.
   */
  async #takeNamed(releases: NamedRelease[], existing: Map<string, CatalogGuide>): Promise<boolean> {
    let hasTaken = false
    for (const { srg_id: id, version } of releases) {
      const source = { srg_id: id, title: null, version }
      const key = toReleaseKey(source)
      if (version === null || this.#named.has(key) || this.#known.has(key)) continue
      this.#named.add(key)
      const exact = existing.get(key)
      const bundled = exact ? undefined : this.#bundled.get(key)
      if (exact) this.#report({ ...source, title: exact.title }, 'exact', exact)
      else if (bundled) {
        this.#report(
          { ...source, title: bundled.title },
          'bundled',
          await this.#take(bundled.filename, source),
        )
        hasTaken = true
      } else {
        this.#report(source, 'missing', null)
        this.#warn(
          `${id} ${version} is not in the catalog; the rules of it that requirements name are looked for in other releases.${this.#hint(source)}`,
        )
      }
    }
    return hasTaken
  }

  #fits(guide: CatalogGuide, { document_type: type }: ComponentFile): boolean {
    return this.#backup.version === '1.0' || guide.core === (type === 'srg')
  }

  async #find(source: Source): Promise<CatalogGuide | null> {
    const key = toReleaseKey(source)
    const cachedGuide = this.#known.get(key)
    if (cachedGuide !== undefined) return cachedGuide
    const guide = await this.#lookUp(source)
    this.#known.set(key, guide)
    return guide
  }

  async #lookUp(source: Source): Promise<CatalogGuide | null> {
    const exact = await findExact(this.#work.db, source)
    if (exact) return this.#report(source, 'exact', exact)
    const bundled = this.#bundled.get(toReleaseKey(source))
    if (bundled) return this.#report(source, 'bundled', await this.#take(bundled.filename, source))
    const other = await findNewest(this.#work.db, source.srg_id)
    if (!other) return this.#report(source, 'missing', null)
    this.#warn(`${toName(source)} is not in the catalog; ${other.version} is used.${this.#hint(source)}`)
    return this.#report(source, 'other release', other)
  }

  #missing({ name }: ComponentFile, source: Source): string {
    const message = `The component ${name} is based on ${toName(source)}, which is not in the catalog`
    if (!this.#withheld.has(toReleaseKey(source))) return `${message} and not in the archive.`
    return `${message}.${this.#hint(source)} To import without it, name only the other components in component_filter.`
  }

  /** Advice for a guide in the archive that the caller may not add. */
  #hint(source: Source): string {
    return this.#withheld.has(toReleaseKey(source))
      ? ' Only a system administrator can add it from the archive.'
      : ''
  }

  #report(source: Source, found: GuideDetail['found'], guide: CatalogGuide | null): CatalogGuide | null {
    const { srg_id, title, version } = source
    this.details.push({ srg_id, title, version, found, used_version: guide?.version ?? null })
    return guide
  }

  /** Imports a guide of the archive into the catalog; a concurrent import may have added it already. */
  async #take(name: string, source: Source): Promise<CatalogGuide> {
    const spool = await openTempFile()
    try {
      const { fd } = spool.file()
      const size = await this.#workers.run('archiveEntry', { ...this.#backup.uploaded, name, into: fd })
      const content = new StoredFile(fd, size)
      await importGuide(this.#work, this.#workers, 'srg', { filename: name, content })
      this.imported += 1
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.reason !== 'guide.duplicate') {
        throw validationError(error.reason, 'file', `The entry ${name}: ${error.message}`)
      }
    } finally {
      await spool.close()
    }
    const guide = await findExact(this.#work.db, source)
    if (guide) return guide
    throw validationError(
      'archive.invalid',
      'file',
      `The entry ${name} is not the SRG ${source.srg_id} ${source.version ?? ''}.`,
    )
  }
}

function toName({ srg_id: id, version }: Source): string {
  return `${id} ${version ?? ''}`.trim()
}

const GUIDE = ['id', 'srg_id', 'title', 'version', 'core'] as const

function findExact(db: Queries, { srg_id: id, version }: Source): Promise<CatalogGuide | undefined> {
  return db
    .selectFrom('srgs')
    .select(GUIDE)
    .where('srg_id', '=', id)
    .where('version', '=', version ?? '')
    .executeTakeFirst()
}

const NEWEST = orderNewestFirst('srgs')

function findNewest(db: Queries, id: string): Promise<CatalogGuide | undefined> {
  return db
    .selectFrom('srgs')
    .select(GUIDE)
    .where('srg_id', '=', id)
    .orderBy(NEWEST)
    .limit(1)
    .executeTakeFirst()
}

/** Reads every release of these guides, newest first. */
function listReleases(db: Queries, ids: string[]): Promise<CatalogGuide[]> {
  return db
    .selectFrom('srgs')
    .select(GUIDE)
    .where('srg_id', '=', sql<string>`any (${sql.val(ids)}::text[])`)
    .orderBy(NEWEST)
    .execute()
}

function createIneligibleError(
  { name, document_type: type }: ComponentFile,
  guide: CatalogGuide,
): DomainError {
  const expected = type === 'srg' ? 'a core SRG' : 'an SRG that is not core'
  const message = `The component ${name} of type ${type} is based on ${expected}; ${guide.srg_id} is not.`
  return validationError('component.ineligible_source', 'file', message)
}
