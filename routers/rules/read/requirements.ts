import { sql } from 'kysely'
import type { EffectiveAccess } from '../../../src/audit/actor.ts'
import { isReaderOnly } from '../../../src/auth/access/effective-access.ts'
import {
  combinedQuery,
  combinedQueryAsText,
  type CombinedRows,
} from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { memoizeResponse } from '../../../src/database/fast-path/memoized-response.ts'
import { preparedQuery, preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { notFoundError } from '../../../src/errors.ts'
import { formatNistControls } from '../../../src/formats/cci.ts'
import { splitBySize } from '../../../src/lib/yield-to-event-loop.ts'
import type { ComponentScope } from '../../../src/procedures/access/scopes.ts'
import { slicePage, type OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import type { ListChunks } from '../../../src/procedures/lists/stream-list.ts'
import { wireTimeSql } from '../../../src/procedures/schemas/times.ts'
import type { RequirementContext } from '../../../workflows/requirements/allowed-actions.ts'
import { selectRuleEntries, toVisibleEntryView } from '../../audits/read/histories.ts'
import { toAudience, type Audience } from '../../reviews/read/review.ts'
import {
  canonicalOrderSql,
  EMPTY_LIST,
  buildJsonObject,
  buildSrgRuleObject,
} from '../../srgs/read/catalog-rules.ts'
import { toAllowedActions, toRequirementCaller } from './allowed-actions.ts'
import { commentSummarySql } from './comment-summaries.ts'
import {
  EDITORS_ONLY,
  EditorRule,
  MEMBERS_ONLY,
  type RuleDetail,
  SHOWN_COLUMNS,
} from './requirements.schema.ts'
import { selectNewestReviews, countReviews, readReviewsByRule, toShownReviews } from './review-lists.ts'
import { readRuleBytes } from './rule-bytes.ts'
import { NAVIGATOR, buildRuleObject, buildRuleText } from './rule-texts.ts'
import {
  selectListsByRule,
  hasIdIn,
  hasId,
  selectParentsByRule,
  selectChildrenByRule,
  type RuleCondition,
} from './satisfaction-lists.ts'
import type { Viewer } from './viewer.ts'

/** Number of requirements per batch of a list. */
export const RULE_BATCH_SIZE = 500

/**
 * How much of a requirement is visible: everything, everything except member fields, or the fields of a
 * component's page (rule C-22).
 */
export type RuleView = 'editor' | 'published' | 'shown'

/** Returns the fullest view for a reader of the component. */
const findFullestView = (effectiveAccess: Pick<EffectiveAccess, 'role'>): RuleView =>
  isReaderOnly(effectiveAccess) ? 'published' : 'editor'

/** Members of the editor view that the service adds; the database builds the others. */
const DERIVED_FIELDS = ['nist_control_family', 'reviews', 'reviews_left_out'] as const
const KEYS = Object.keys(EditorRule.shape).filter((key) => !DERIVED_FIELDS.some((name) => name === key))
const KEYS_OF: Record<RuleView, string[]> = {
  editor: KEYS,
  published: KEYS.filter((key) => !MEMBERS_ONLY.includes(key)),
  shown: KEYS.filter((key) => !EDITORS_ONLY.includes(key)),
}

/** Query for requirements with all details; each kind of detail is read in one pass. */
function selectJoinedRules(db: Queries, which: RuleCondition) {
  return db
    .selectFrom('rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .leftJoin('srg_rules as s', 's.id', 'r.srg_rule_id')
    .leftJoin('srgs as g', 'g.id', 's.srg_id')
    .leftJoin('srg_rules as d', 'd.id', 'r.derived_from_srg_rule_id')
    .leftJoin(() => selectListsByRule('disa_descriptions', which).as('disa'), 'disa.rule_id', 'r.id')
    .leftJoin(() => selectListsByRule('rule_checks', which).as('checks'), 'checks.rule_id', 'r.id')
    .leftJoin(
      () => selectListsByRule('rule_descriptions', which).as('descriptions'),
      'descriptions.rule_id',
      'r.id',
    )
    .leftJoin(() => selectListsByRule('additional_answers', which).as('answers'), 'answers.rule_id', 'r.id')
    .leftJoin(() => selectChildrenByRule(which).as('children'), 'children.rule_id', 'r.id')
    .leftJoin(() => selectParentsByRule(which, true).as('parents'), 'parents.rule_id', 'r.id')
    .where(which('r.id'))
}

/** Query for the columns of live or deleted requirements, unordered. */
function selectRuleRows(db: Queries, which: RuleCondition, deleted = false) {
  return selectJoinedRules(db, which)
    .where('r.deleted_at', deleted ? 'is not' : 'is', null)
    .select([
      ...NAVIGATOR,
      displayedNameSql().as('displayed_name'),
      'r.document_type',
      'r.component_id',
      ...SHOWN_COLUMNS.map((name) => `r.${name}` as const),
      'r.fix_id',
      'r.locked_fields',
      sql`case r.document_type when 'stig' then s.version else r.version end`.as('srg_id'),
      'r.lock_version',
      wireTimeSql('r.updated_at').as('updated_at'),
      'r.inspec_control_body',
      'r.inspec_control_body_lang',
      'r.inspec_control_file',
      'r.inspec_control_file_lang',
      'd.version as derived_from_version',
      buildJsonObject('g', ['version']).as('srg_info'),
      sql`coalesce(disa.list, ${EMPTY_LIST})`.as('disa_rule_descriptions_attributes'),
      sql`coalesce(checks.list, ${EMPTY_LIST})`.as('checks_attributes'),
      sql`coalesce(descriptions.list, ${EMPTY_LIST})`.as('rule_descriptions_attributes'),
      sql`coalesce(answers.list, ${EMPTY_LIST})`.as('additional_answers_attributes'),
      sql`coalesce(children.list, ${EMPTY_LIST})`.as('satisfies'),
      sql`coalesce(parents.list, ${EMPTY_LIST})`.as('satisfied_by'),
      commentSummarySql('r.id').as('comment_summary'),
      sql`case when s.id is not null then ${buildSrgRuleObject('s')} end`.as('srg_rule_attributes'),
    ])
}

function selectTexts(db: Queries, ids: number[], view: RuleView) {
  return db
    .selectFrom(selectRuleRows(db, hasIdIn(ids)).as('row'))
    .select(['row.id', 'row.ident', buildRuleText('row', KEYS_OF[view]).as('text')])
}

const manyTexts = {
  editor: preparedQuery((db, ids: number[]) => selectTexts(db, ids, 'editor')),
  published: preparedQuery((db, ids: number[]) => selectTexts(db, ids, 'published')),
  shown: preparedQuery((db, ids: number[]) => selectTexts(db, ids, 'shown')),
}

/** Returns live requirements as JSON texts, ordered by id, with a fixed number of queries. */
async function readRuleTexts(db: Queries, ids: number[], viewer: Viewer, view: RuleView): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await manyTexts[view](db, ids)
  const getReviews = view === 'shown' ? () => undefined : await readReviewsByRule(db, ids, viewer)
  const byId = new Map(
    rows.map(({ id, ident, text }) => {
      const derived = { nist_control_family: formatNistControls(ident), ...getReviews(id) }
      return [id, `${text.slice(0, -1)},${JSON.stringify(derived).slice(1)}`]
    }),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Maximum size of the requirements in memory, in bytes; a single larger one is allowed. */
const BATCH_BYTES = 2_000_000

/** Yields live requirements ordered by id, in batches up to the size limit. */
export async function* streamRulesById(
  db: Queries,
  ids: number[],
  viewer: Viewer,
  view = findFullestView(viewer.effectiveAccess),
): ListChunks {
  for (let start = 0; start < ids.length; start += RULE_BATCH_SIZE) {
    const batch = ids.slice(start, start + RULE_BATCH_SIZE)
    const bytes = await readRuleBytes(db, batch)
    for (const part of splitBySize(batch, (id) => bytes.get(id) ?? 0, BATCH_BYTES)) {
      yield {
        rows: (await readRuleTexts(db, part, viewer, view)).join(','),
        last: part.at(-1) === ids.at(-1),
      }
    }
  }
  if (ids.length === 0) yield { rows: '', last: true }
}

/**
 * Yields all live requirements of a component in canonical order. Reads the ids first; requirements deleted
 * before their batch are skipped.
 */
export async function* streamRules(
  db: Queries,
  componentId: number,
  viewer: Viewer,
  page: OptionalPage = {},
): ListChunks {
  const rows = await idsInOrder(db, componentId)
  const ids = slicePage(rows, page).map(({ id }) => id)
  yield* streamRulesById(db, ids, viewer)
}

/** Query for the ids of a component's live requirements, in canonical order. */
export function selectOrderedIds(db: Queries, componentId: number) {
  return db
    .selectFrom('rules as r')
    .select('r.id')
    .where('r.component_id', '=', componentId)
    .where('r.deleted_at', 'is', null)
    .orderBy(canonicalOrderSql('r'))
}

const idsInOrder = preparedQuery(selectOrderedIds)

/** Queries for the parts of one requirement; unlike an id list, a single id needs no new plan each time. */
function buildParts(db: Queries, effectiveAccess: Role, id: number, viewerId: number, deleted = false) {
  const keys = KEYS_OF[findFullestView(effectiveAccess)]
  return {
    rules: db
      .selectFrom(selectRuleRows(db, hasId(id), deleted).as('row'))
      .select(['row.ident', buildRuleObject<DerivedRuleFields>('row', keys).as('made')]),
    reviews: selectNewestReviews(db, hasId(id), viewerId, effectiveAccess),
    counts: countReviews(db, hasId(id), effectiveAccess),
  }
}

type DerivedRuleFields = Omit<EditorRule, (typeof DERIVED_FIELDS)[number]>

type Role = Pick<EffectiveAccess, 'role'>

const oneRule = preparedQueryByShape(
  (db, { deleted, ...effectiveAccess }: Role & { deleted: boolean }, id: number, viewerId: number) =>
    combinedQuery(buildParts(db, effectiveAccess, id, viewerId, deleted)),
)

const oneDetail = preparedQueryByShape((db, effectiveAccess: Role, id: number, viewerId: number) =>
  combinedQueryAsText(buildDetailParts(db, effectiveAccess, id, viewerId)),
)

function buildDetailParts(db: Queries, effectiveAccess: Role, id: number, viewerId: number) {
  return {
    ...buildParts(db, effectiveAccess, id, viewerId),
    entries: selectRuleEntries(db, id, effectiveAccess),
  }
}

/** Reads one requirement in the editor view, live unless `deleted`; throws 404 without one. */
export async function readEditorRule(
  db: Queries,
  ruleId: number,
  { actor, effectiveAccess }: Viewer,
  deleted = false,
): Promise<EditorRule> {
  const [row] = await oneRule(db, { role: effectiveAccess.role, deleted }, ruleId, actor.id)
  if (!row) throw notFoundError()
  return toEditorRule(row, toAudience(actor, effectiveAccess))
}

/** Reads a live requirement with its newest audit entries and the caller's actions. */
export async function readRuleDetail(
  db: Queries,
  ruleId: number,
  viewer: Viewer & { scope: ComponentScope },
): Promise<RuleDetail> {
  const { actor, effectiveAccess } = viewer
  const [row] = await oneDetail(db, { role: effectiveAccess.role }, ruleId, actor.id)
  if (!row) throw notFoundError()
  const [audience, caller] = [toAudience(actor, effectiveAccess), toRequirementCaller(viewer)]
  return toDetail(row.body, { audience, role: effectiveAccess.role, caller })
}

const toDetail = memoizeResponse(
  (
    { entries, ...detail }: CombinedRows<ReturnType<typeof buildDetailParts>>,
    { audience, caller, ...effectiveAccess }: Role & { audience: Audience; caller: RequirementContext },
  ): RuleDetail => {
    const rule = toEditorRule(detail, audience)
    const histories = entries.map((entry) => toVisibleEntryView(entry, effectiveAccess))
    return { ...rule, histories, allowed_actions: toAllowedActions(rule, caller) }
  },
)

function toEditorRule(
  { rules: [rule], reviews, counts: [all] }: CombinedRows<ReturnType<typeof buildParts>>,
  audience: Audience,
): EditorRule {
  if (!rule) throw notFoundError()
  const visibleReviews = toShownReviews(reviews, all?.count, audience)
  return { ...rule.made, nist_control_family: formatNistControls(rule.ident), ...visibleReviews }
}
