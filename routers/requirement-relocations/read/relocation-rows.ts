import { sql } from 'kysely'
import type { z } from 'zod'
import { technologySql } from '../../../entities/technology.ts'
import type { Caller } from '../../../src/audit/actor.ts'
import { toEffectiveAccess } from '../../../src/auth/access/effective-access.ts'
import { isMemberSql } from '../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery, preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { notFoundError } from '../../../src/errors.ts'
import { type ProposalScope, selectProposalScope } from '../../../src/procedures/access/relocations.ts'
import {
  toLimitAndOffset,
  limitToPage,
  type OptionalPage,
} from '../../../src/procedures/lists/optional-paging.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import { listAllowedOnRelocation } from '../../../workflows/relocations/allowed-actions.ts'
import {
  declaresLineageSql,
  IS_NAMED_TARGET,
  MATCHES_TECHNOLOGY,
} from '../../../workflows/relocations/destination-eligibility.ts'
import { isReadableComponent } from '../../components/read/visible-components.ts'
import type { Destinations, RelocationView } from './relocation-rows.schema.ts'

function selectRelocations(db: Queries, userId: number) {
  return db
    .selectFrom('requirement_relocations as l')
    .innerJoin('components as c', 'c.id', 'l.component_id')
    .innerJoin('rules as source', 'source.id', 'l.source_rule_id')
    .innerJoinLateral(sql<ProposalScope>`(${selectProposalScope(userId)})`.as('scope'), (join) =>
      join.onTrue(),
    )
    .leftJoin('rules as landed', (join) =>
      join.onRef('landed.id', '=', 'l.target_rule_id').on('l.executed_at', 'is not', null),
    )
    .leftJoin('components as d', 'd.id', 'landed.component_id')
    .select([
      'l.id',
      'l.source_rule_id',
      'l.target_technology_token',
      'l.target_component_id',
      'l.target_project_id',
      wireTimeSql('l.created_at').as('created_at'),
      wireTimeSql<string | null>('l.declined_at').as('declined_at'),
      'l.adjudication_rationale',
      'l.source_displayed_name',
      'l.component_id',
      'c.name as component_name',
      'l.requested_by_name',
      'l.declined_by_name',
      wireTimeSql<string | null>('l.executed_at').as('executed_at'),
      'l.accepted_by_name',
      'l.target_rule_id',
      displayedNameSql('d', 'landed').$castTo<string | null>().as('target_displayed_name'),
      'd.name as target_component_name',
      'source.title as source_title',
      sql<ProposalScope>`to_jsonb(scope)`.as('scope'),
    ])
}

/** Adds the caller's actions to a row. */
function toView({ scope, ...row }: RelocationRow, actor: Caller): RelocationView {
  const facts = { executedAt: toDate(row.executed_at), declinedAt: toDate(row.declined_at) }
  return {
    ...row,
    source_readable: scope.released || toEffectiveAccess(scope, actor).role !== null,
    allowed_actions: listAllowedOnRelocation(facts, scope, actor),
  }
}

type RelocationRow = Omit<RelocationView, 'allowed_actions' | 'source_readable'> & { scope: ProposalScope }

const toDate = (time: string | null) => (time === null ? null : new Date(time))

/** Reads the view of a relocation. Throws 404 for an unknown id. */
export async function readRelocation(db: Queries, actor: Caller, id: number): Promise<RelocationView> {
  const [row] = await selectRow(db, actor.id, id)
  if (!row) throw notFoundError()
  return toView(row, actor)
}

const selectRow = preparedQuery((db, userId, id) => selectRelocations(db, userId).where('l.id', '=', id))

/**
 * Lists relocations of the caller's projects, with their targets. Also lists open ones that name a target where the
 * caller is author and that could accept them. Oldest first (rule C-64).
 */
export async function listKnownRelocations(
  db: Queries,
  actor: Caller,
  filter: RelocationFilter,
): Promise<RelocationView[]> {
  const { target_technology_token: token, ...page } = filter
  const viewer = { admin: actor.admin, narrowed: token !== undefined }
  const rows = await (toLimitAndOffset(page)
    ? limitToPage(selectKnown(db, viewer, actor.id, token ?? ''), page).execute()
    : selectAllKnown(db, viewer, actor.id, token ?? ''))
  return rows.map((row) => toView(row, actor))
}

type RelocationFilter = OptionalPage & { target_technology_token?: string | undefined }

interface RelocationViewer {
  admin: boolean
  narrowed: boolean
}

const selectAllKnown = preparedQueryByShape(selectKnown)

function selectKnown(db: Queries, { admin, narrowed }: RelocationViewer, userId: number, token: string) {
  const mine = isMemberSql({ user: userId, project: sql.ref('c.project_id'), component: sql.ref('c.id') })
  const alive = sql<boolean>`(l.declined_at is not null or l.executed_at is not null
    or source.deleted_at is null)`
  // As in `MATCHES_TECHNOLOGY`.
  const matchesToken = sql<boolean>`upper(btrim(l.target_technology_token)) = upper(btrim(${token}::text))`
  return selectRelocations(db, userId)
    .where(alive)
    .$if(!admin, (narrow) => narrow.where((eb) => eb.or([mine, asksUser(userId)])))
    .$if(narrowed, (narrow) => narrow.where(matchesToken))
    .orderBy('l.created_at')
    .orderBy('l.id')
}

/** SQL: proposal `l` is open and names a target where the user is an author of a component that could accept it. */
export function asksUser(userId: number) {
  const accepter = { user: userId, project: sql.ref('t.project_id'), component: sql.ref('t.id') }
  return sql<boolean>`l.declined_at is null and l.executed_at is null and l.named_target is not null
    and exists (select from components t
      where ${isMemberSql(accepter, 'author')} and t.document_type = 'srg' and not t.released and t.id <> l.component_id and ${IS_NAMED_TARGET} and ${MATCHES_TECHNOLOGY}
        and ${declaresLineageSql(sql`t.id`, sql`l.source_rule_id`)})`
}

/** Lists technologies to which requirements can be relocated, each with a readable component, unreleased ones first. */
export async function listDestinations(
  db: Queries,
  actor: Caller,
  page: OptionalPage,
): Promise<z.infer<typeof Destinations>> {
  const { id, admin } = actor
  return toLimitAndOffset(page)
    ? limitToPage(selectTechnologies(db, admin, id), page).execute()
    : selectAllTechnologies(db, admin, id)
}

const selectAllTechnologies = preparedQueryByShape(selectTechnologies)

/** The type is a literal, because the partial index requires it. */
function selectTechnologies(db: Queries, admin: boolean, id: number) {
  const token = sql<string>`${sql.raw(technologySql('c'))}`
  return db
    .selectFrom('components as c')
    .where(isReadableComponent({ id, admin }))
    .distinctOn(token)
    .select([token.as('token'), 'c.name', 'c.released'])
    .where(sql<boolean>`c.document_type = 'srg'`)
    .where(sql<boolean>`${token} is not null`)
    .orderBy(sql`${token}, c.released, c.id`)
}
