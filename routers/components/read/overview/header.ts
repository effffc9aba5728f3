import { sql } from 'kysely'
import type { EffectiveAccess } from '../../../../src/audit/actor.ts'
import { combinedQuery } from '../../../../src/database/combined-query.ts'
import type { Queries } from '../../../../src/database/database.ts'
import { newestRelease } from '../../../../src/database/newest-release.ts'
import { preparedQuery } from '../../../../src/database/prepared-query.ts'
import { notFoundError } from '../../../../src/errors.ts'
import { wireTimeSql } from '../../../../src/procedures/schemas/times.ts'
import { CHANGED_SOURCES, selectQuestionRows } from '../component-page.ts'
import { toSummary, selectSummaryRow } from '../component-summary.ts'
import type { ComponentHeader } from './header.schema.ts'

const selectHeader = preparedQuery(
  (db, id) =>
    combinedQuery({
      summaries: selectSummaryRow(db, id),
      facts: selectFacts(db, id),
      questions: selectQuestionRows(db, id),
    }),
  { short: true },
)

/** Reads the header of a component's pages with one query, without its requirements. */
export async function readComponentHeader(
  db: Queries,
  id: number,
  { role }: Pick<EffectiveAccess, 'role'>,
  now: Date,
): Promise<ComponentHeader> {
  const [header] = await selectHeader(db, id)
  const summary = toSummary(header?.summaries[0], role, now)
  const row = header?.facts[0]
  if (!row) throw notFoundError()
  const { project_name, guide, metadata, ...facts } = withGuide(row)
  const seesNames = role !== null
  return {
    ...summary,
    admin_name: seesNames ? summary.admin_name : null,
    admin_email: seesNames ? summary.admin_email : null,
    ...facts,
    project_name: seesNames ? project_name : null,
    guide,
    changed_sources: seesNames ? facts.changed_sources : [],
    additional_questions: seesNames ? (header?.questions ?? []) : [],
    metadata: seesNames ? metadata : {},
  }
}

type FactsRow = Awaited<ReturnType<ReturnType<typeof selectFacts>['executeTakeFirstOrThrow']>>

/** Moves guide columns into a nested object. */
function withGuide({
  guide_id: id,
  srg_id,
  guide_title: title,
  guide_version: version,
  stale_id: latest_id,
  stale_version: latest_version,
  ...facts
}: FactsRow) {
  const is_latest = latest_id === null
  return { ...facts, guide: { id, srg_id, title, version, is_latest, latest_id, latest_version } }
}

function selectFacts(db: Queries, id: number) {
  return db
    .selectFrom('components as c')
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .innerJoin('srgs as g', 'g.id', 'c.security_requirements_guide_id')
    .leftJoinLateral(
      () =>
        sql<{ version: string; id: number }>`(select n.version, n.id from component_sources cs
          join srgs s on s.id = cs.srg_id
          cross join lateral ${newestRelease('srgs', 's')} n
          where cs.component_id = c.id and n.id <> s.id
          order by (s.id = c.security_requirements_guide_id) desc, s.id limit 1)`.as('stale'),
      (join) => join.onTrue(),
    )
    .select([
      'p.name as project_name',
      'c.advanced_fields',
      'c.metadata',
      wireTimeSql('c.created_at').as('created_at'),
      wireTimeSql<string | null>('c.released_at').as('released_at'),
      'g.id as guide_id',
      'g.srg_id',
      'g.title as guide_title',
      'g.version as guide_version',
      sql<number | null>`stale.id`.as('stale_id'),
      sql<string | null>`stale.version`.as('stale_version'),
      sql<ComponentHeader['published_srg']>`(select json_build_object('id', m.id, 'srg_id', m.srg_id,
        'version', m.version) from srgs m where m.released_from_component_id = c.id order by m.id desc limit 1)`.as(
        'published_srg',
      ),
      CHANGED_SOURCES.as('changed_sources'),
    ])
    .where('c.id', '=', id)
}
