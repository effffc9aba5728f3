import { sql } from 'kysely'
import type { Component } from '../../entities/component.ts'
import { toColumn, listColumnsUsed, DISA_FIELDS, RULE_FIELDS } from '../../entities/requirement-fields.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import {
  FURTHER_CHECKS,
  JOIN_FIRST_CHECK,
  joinFirstDisaDescription,
} from '../../src/database/fragments/first-parts.ts'
import { displayedNameSql } from '../../src/database/requirement-name.ts'
import { parseVersion } from '../../src/formats/version.ts'
import { streamPublishedSrg, type PublishedRule } from '../../src/formats/xccdf-writer.ts'
import { readHeader } from '../../src/formats/xccdf.ts'
import { NOT_APPLICABLE, NOT_YET_DETERMINED } from '../../src/vocabulary.ts'
import type { Workers } from '../../src/workers/pool.ts'
import { isPublished, toCatalogIdentity, createGuideExistsError } from './published-guide.ts'
import { readRuleFigures } from './rule-figures.ts'

export interface ReleasedSrg {
  catalog_srg: { id: number; srg_id: string; version: string; name: string | null }
  changelog: {
    version: string
    removals: { identifier: string; destination_abbreviation: string | null; executed_on: string }[]
    text: string
  }
}

/** SQL version of `isPublishable`: live, and not Not Applicable (rule C-38). */
const PUBLISHABLE = sql`r.deleted_at is null and r.status <> ${sql.lit(NOT_APPLICABLE)}`

/**
 * Publishes an authored SRG in the caller's transaction: mints identifiers, writes the XCCDF, adds guide and
 * rules to the catalog, releases the component (rule C-38). Throws 422 in the order of that rule's guards.
 */
export async function releaseSrg(
  work: UnitOfWork,
  workers: Workers,
  component: Component,
): Promise<ReleasedSrg> {
  const { em, db, now } = work
  const { version, release } = component.assertPublishable(await readRuleFigures(db, workers, component))
  const abbreviation = component.abbreviation()
  const { srgId, version: numbers } = toCatalogIdentity(component.name, version, release)
  await assertFree(db, srgId, numbers)
  await mintIdentifiers(work, component, abbreviation)
  const rules = await listPublishedRules(db, component)
  const xml = streamPublishedSrg({
    id: srgId,
    title: component.title,
    description: component.description ?? null,
    version,
    release,
    date: now,
    draft: false,
    rules,
  })
  const guide = await storeGuide(db, component, xml)
  await copyRules(db, component, guide.id)
  component.markPublished(now)
  const entries = await writeChangelog(db, component, guide.version)
  component.touch()
  await em.flush()
  return { catalog_srg: guide, changelog: entries }
}

async function assertFree(db: Queries, srgId: string, version: string): Promise<void> {
  if (await isPublished(db, srgId, version)) throw createGuideExistsError(srgId, version)
}

/** Assigns identifiers to publishable requirements that have none, in canonical order (rule C-39). */
async function mintIdentifiers(work: UnitOfWork, component: Component, abbreviation: string): Promise<void> {
  const { db, now, auditLog } = work
  const next = sql`select r.id, r.component_id, r.rule_id, r.version as old_version, m.sequence,
      coalesce(d.version || '-', '') || ${abbreviation}::text || '-' || lpad(m.sequence::text, 6, '0') as identifier
    from (select r.id, ${component.nextMintedSequence - 1}::integer
        + row_number() over (order by r.version collate "C" nulls last, r.rule_id collate "C", r.id) as sequence
      from rules r where r.component_id = ${component.id} and r.minted_sequence is null and ${PUBLISHABLE}) m
    join rules r on r.id = m.id left join srg_rules d on d.id = r.derived_from_srg_rule_id`
  const entries = sql`select n.id, ${displayedNameSql('c', 'n')} as name, 'Minted the identifier ' || n.identifier as comment,
      jsonb_build_object('version', jsonb_build_array(n.old_version, n.identifier), 'minted_sequence', jsonb_build_array(null, n.sequence)) as changes
    from (${next}) n join components c on c.id = n.component_id order by n.sequence`
  await auditLog.createRuleEntriesStatement({ action: 'update', scope: component }, entries).execute(db)
  const { numAffectedRows } = await sql`update rules set version = n.identifier, minted_sequence = n.sequence,
      lock_version = lock_version + 1, updated_at = ${now.toISOString()}
    from (${next}) n where rules.id = n.id`.execute(db)
  component.nextMintedSequence += Number(numAffectedRows ?? 0)
}

const PARTS = sql`json_build_object('VulnDiscussion', a.vuln_discussion, 'FalsePositives', a.false_positives,
  'FalseNegatives', a.false_negatives, 'Documentable', a.documentable::text, 'Mitigations', a.mitigations,
  'SeverityOverrideGuidance', a.severity_override_guidance, 'PotentialImpacts', a.potential_impacts,
  'ThirdPartyTools', a.third_party_tools, 'MitigationControl', a.mitigation_control,
  'Responsibility', a.responsibility, 'IAControls', a.ia_controls)`

/** Joins the first check `k` and DISA description `a` of requirement `r`. */
const FIRST_PARTS = sql`${JOIN_FIRST_CHECK} ${joinFirstDisaDescription('a')}`

async function listPublishedRules(db: Queries, component: Component): Promise<PublishedRule[]> {
  const { rows } = await sql<PublishedRule>`select ${displayedNameSql()} as "displayedName",
      d.version as "coreVersion", r.version, r.title, r.rule_severity as severity, coalesce(r.rule_weight, '10.0') as weight,
      r.ident, r.ident_system as "identSystem", r.legacy_ids as "legacyIds", r.fixtext, k.content as "check",
      d.further_idents as "furtherIdents", ${FURTHER_CHECKS} as "furtherChecks", ${PARTS} as parts
    from rules r join components c on c.id = r.component_id
      left join srg_rules d on d.id = r.derived_from_srg_rule_id ${FIRST_PARTS}
    where r.component_id = ${component.id} and ${PUBLISHABLE} order by r.id`.execute(db)
  return rows
}

/** Stores the guide; its columns come from the header of the written XML (rule C-38). */
async function storeGuide(
  db: Queries,
  component: Component,
  xml: string,
): Promise<ReleasedSrg['catalog_srg']> {
  const bytes = new TextEncoder().encode(xml)
  const header = readHeader(bytes, 'srg')
  const numbers = parseVersion(header.version)
  const guide = await db
    .insertInto('srgs')
    .values({
      srg_id: header.srgId,
      name: header.name,
      title: header.title,
      version: header.version,
      version_major: numbers?.major ?? null,
      version_minor: numbers?.release ?? null,
      release_date: header.releaseDate,
      core: header.core,
      released_from_component_id: component.id,
    })
    .onConflict((same) => same.columns(['srg_id', 'version']).doNothing())
    .returning(['id', 'srg_id', 'version', 'name'])
    .executeTakeFirst()
  if (!guide) throw createGuideExistsError(header.srgId, header.version)
  await db
    .insertInto('srg_documents')
    .values({ srg_id: guide.id, xml: Buffer.from(bytes) })
    .execute()
  return guide
}

const EXPORTED = [
  ...listColumnsUsed(RULE_FIELDS, 'exported'),
  'derived_from_srg_rule_id',
  'minted_sequence',
  ...Object.keys(DISA_FIELDS).map((name) => toColumn(name)),
]
const refs = (prefix: string) => sql.join(EXPORTED.map((name) => sql.ref(`${prefix}${name}`)))

/** Copies publishable requirements to catalog rules in one statement; reviews and locks are not copied. */
async function copyRules(db: Queries, component: Component, srgId: number): Promise<void> {
  await sql`insert into srg_rules (srg_id, rule_id, status, ${refs('')}, check_system, check_content_ref_name,
      check_content_ref_href, check_content, further_checks, further_idents, fixes, reference, rule_descriptions)
    select ${srgId}::integer, 'SV-' || ${displayedNameSql('c', 'p')}, ${sql.lit(NOT_YET_DETERMINED)}, ${refs('p.')},
      check_system, content_ref_name, content_ref_href, check_content, further_checks, further_idents, fixes, reference, descriptions
    from (select r.*, k.system as check_system, k.content_ref_name, k.content_ref_href, k.content as check_content,
        (${FURTHER_CHECKS})::jsonb as further_checks, d.further_idents, d.fixes,
        ${sql.join(Object.keys(DISA_FIELDS).map((name) => sql.ref(`a.${toColumn(name)}`)))},
        coalesce((select f.data from rule_references f where f.rule_id = r.id order by f.id limit 1), '{}') as reference,
        coalesce((select array_agg(coalesce(t.description, '') order by t.id) from rule_descriptions t where t.rule_id = r.id), '{}') as descriptions
      from rules r left join srg_rules d on d.id = r.derived_from_srg_rule_id ${FIRST_PARTS}
      where r.component_id = ${component.id} and ${PUBLISHABLE}) p join components c on c.id = p.component_id
    order by p.version collate "C", p.rule_id`.execute(db)
}

async function writeChangelog(
  db: Queries,
  component: Component,
  version: string,
): Promise<ReleasedSrg['changelog']> {
  const removals = await db
    .selectFrom('requirement_relocations as l')
    .innerJoin('rules as r', 'r.id', 'l.source_rule_id')
    .select([
      sql<string>`coalesce(r.version, l.source_displayed_name)`.as('identifier'),
      'l.destination_abbreviation',
      sql<string>`to_char(l.executed_at at time zone 'UTC', 'YYYY-MM-DD')`.as('executed_on'),
    ])
    .where('l.component_id', '=', component.id)
    .where('l.executed_at', 'is not', null)
    .orderBy('l.executed_at')
    .orderBy('l.id')
    .execute()
  const lines = removals.map(
    (removal) =>
      `- ${removal.identifier} moved to ${removal.destination_abbreviation ?? 'another guide'} on ${removal.executed_on}`,
  )
  const text = [`${component.title} ${version}`, ...(lines.length > 0 ? ['Removed:', ...lines] : [])].join(
    '\n',
  )
  return { version, removals, text }
}
