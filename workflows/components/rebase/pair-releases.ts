import { sql } from 'kysely'
import type { Component } from '../../../entities/component.ts'
import type { Queries } from '../../../src/database/database.ts'
import { releaseLineSql } from '../../../src/database/newest-release.ts'
import type { RebaseTarget } from './rebase-sources.ts'

/**
 * A requirement with its current catalog rule and the counterpart in the target; null if the target dropped
 * it.
 */
export interface PairedRule {
  id: number
  baseId: number
  targetId: number | null
}

/** A component's requirements paired with another release, and the rules that are new there. */
export interface PairedReleases {
  rules: PairedRule[]
  newIds: number[]
}

interface CatalogKey {
  id: number
  srgId: number
  key: string
}

/** Returns the column that links a component's requirements to the catalog. */
export function linkColumn({ documentType }: Pick<Component, 'documentType'>): string {
  return documentType === 'stig' ? 'srg_rule_id' : 'derived_from_srg_rule_id'
}

/**
 * Pairs catalog rules of a line with those of release `target` by version; duplicates in the order of their
 * rule ids (rule C-18). In memory, because no SQL join has a reliably fast plan.
 */
export async function pairReleases(
  db: Queries,
  component: Pick<Component, 'id' | 'documentType'>,
  target: RebaseTarget,
): Promise<PairedReleases> {
  const catalog = await listCatalogKeys(db, target.line)
  const link = sql.ref(`r.${linkColumn(component)}`)
  const { rows } = await sql<{ id: number; baseId: number }>`select r.id, ${link} as "baseId" from rules r
    where r.component_id = ${component.id} and r.deleted_at is null and ${link} is not null
    order by r.rule_id`.execute(db)
  const byId = new Map(catalog.map((rule) => [rule.id, rule]))
  const targets = new Map(
    catalog.flatMap(({ id, srgId, key }) => (srgId === target.id ? [[key, id] as const] : [])),
  )
  const oldKeys = new Set(catalog.flatMap(({ srgId, key }) => (srgId === target.oldId ? [key] : [])))
  return {
    rules: rows.flatMap(({ id, baseId }) => {
      const base = byId.get(baseId)
      if (!base || base.srgId === target.id) return []
      return [{ id, baseId, targetId: targets.get(base.key) ?? null }]
    }),
    newIds: target.oldId === null ? [] : [...targets].flatMap(([key, id]) => (oldKeys.has(key) ? [] : [id])),
  }
}

async function listCatalogKeys(db: Queries, line: string): Promise<CatalogKey[]> {
  const { rows } = await sql<{ id: number; srgId: number; version: string | null }>`
    select s.id, s.srg_id as "srgId", s.version from srg_rules s
    where s.srg_id = any (array(select g.id from srgs g where ${releaseLineSql('srgs', 'g')} = ${line}))
    order by s.srg_id, s.version collate "C", s.rule_id collate "C", s.id`.execute(db)
  const occurrences = new Map<string, number>()
  return rows.flatMap(({ id, srgId, version }) => {
    if (version === null) return []
    const occurrence = (occurrences.get(`${srgId} ${version}`) ?? 0) + 1
    occurrences.set(`${srgId} ${version}`, occurrence)
    return [{ id, srgId, key: `${occurrence} ${version}` }]
  })
}
