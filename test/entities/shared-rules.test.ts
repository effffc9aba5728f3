import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { awaitsAdjudicationSql } from '../../entities/awaiting-adjudication.ts'
import { formatDisplayedName, displayedNameTextSql } from '../../entities/requirement-name.ts'
import { concealedSql, isConcealed, renderText } from '../../entities/review-text.ts'
import { parseTechnology, technologySql } from '../../entities/technology.ts'
import { isTopLevel, topLevelSql } from '../../entities/top-level.ts'
import { orderNewestFirst } from '../../src/database/newest-release.ts'
import { compareNewestFirst, parseVersion } from '../../src/formats/version.ts'
import {
  ADJUDICATED_STATUSES,
  REVIEW_ACTIONS,
  TERMINAL_STATUSES,
  TRIAGE_STATUSES,
  type TriageStatus,
} from '../../src/vocabulary.ts'
import { createCommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

/** Every kind of review: comments and replies, some withdrawn, and steps of the review cycle. */
async function createEveryKind() {
  const scene = await createCommentScene(world)
  const { rule, component, viewer } = scene
  for (const target of [rule, component]) {
    const comment = await world.createReview(target, viewer)
    const reply = await world.createReview(target, viewer, { respondingToReviewId: comment.id })
    await world.createReview(target, viewer, { respondingToReviewId: reply.id, withdrawnAt: new Date() })
    await world.createReview(target, viewer, {
      triageStatus: 'withdrawn',
      adjudicatedAt: new Date(),
      adjudicatedById: viewer.id,
    })
    await world.createReview(target, viewer, { triageStatus: null })
  }
  for (const action of REVIEW_ACTIONS.filter((each) => each !== 'comment')) {
    await world.createReview(rule, viewer, { action, triageStatus: null })
  }
  return world.database.queries
    .selectFrom('reviews as v')
    .selectAll('v')
    .select([
      sql<boolean>`${sql.raw(topLevelSql('v'))}`.as('top_level'),
      sql<boolean>`${sql.raw(concealedSql('v'))}`.as('concealed'),
    ])
    .where('v.component_id', '=', component.id)
    .orderBy('v.id')
    .execute()
}

describe('rules that hold in queries and in entities', () => {
  it('agree on the definition of a top-level comment', async () => {
    const rows = await createEveryKind()
    for (const row of rows) expect(isTopLevel(row.action, row.responding_to_review_id)).toBe(row.top_level)
    expect(rows.filter((row) => row.top_level)).toHaveLength(6)
  })

  it('agree on concealed texts', async () => {
    const rows = await createEveryKind()
    for (const row of rows) {
      expect(isConcealed(row.withdrawn_at)).toBe(row.concealed)
      expect(renderText(row) === '[withdrawn]').toBe(row.concealed)
    }
    expect(rows.filter((row) => row.concealed)).toHaveLength(2)
  })

  it('agree on the technology and the names in a prefix', async () => {
    const prefixes = ['ABCD-01', 'A1B2-03', '1BCD-02', 'AB_D-04', '____-05']
    for (const prefix of prefixes) {
      const { rows } = await sql<{ technology: string | null; name: string }>`
        select ${sql.raw(technologySql('c'))} as technology, ${sql.raw(displayedNameTextSql('c', 'r'))} as name
        from (select ${prefix}::text as prefix) c, (select '000123'::text as rule_id) r`.execute(
        world.database.queries,
      )
      expect(rows).toEqual([
        { technology: parseTechnology(prefix), name: formatDisplayedName({ prefix }, { ruleId: '000123' }) },
      ])
    }
  })

  it('agree on the order of guide releases', async () => {
    const versions = ['V2R9', 'V10R1', 'draft', 'V2R9.18', 'V2R10', 'V4R4', '', 'V2R9.2']
    const releases = versions.map((version, id) => {
      const { major = null, release = null, decimals = 0 } = parseVersion(version) ?? {}
      return {
        id,
        version,
        draft: false,
        version_major: major,
        version_minor: release,
        version_decimals: decimals,
      }
    })
    const { rows } = await sql<{ version: string }>`
      select g.version from jsonb_to_recordset(${JSON.stringify(releases)}::jsonb) as g (id int, version text,
        draft boolean, version_major int, version_minor int, version_decimals int)
      order by ${orderNewestFirst('g')}`.execute(world.database.queries)
    const isReadable = (version: string) => parseVersion(version) !== null
    expect(rows.map(({ version }) => version).filter(isReadable)).toEqual(
      versions.toSorted(compareNewestFirst).filter(isReadable),
    )
    expect(
      rows
        .slice(-2)
        .map(({ version }) => version)
        .toSorted(),
    ).toEqual(['', 'draft'])
  })

  it('agree on which decided comments await adjudication', async () => {
    const cases = TRIAGE_STATUSES.flatMap((triage_status) =>
      [true, false].map((closed) => ({ triage_status, closed })),
    )
    const { rows } = await sql<{ triage_status: TriageStatus }>`
      select c.triage_status from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as c (triage_status text, closed boolean)
      where ${sql.raw(awaitsAdjudicationSql('c', 'c.closed'))}`.execute(world.database.queries)
    expect(rows.map((row) => row.triage_status)).toEqual(ADJUDICATED_STATUSES)
    expect(ADJUDICATED_STATUSES.some((status) => TERMINAL_STATUSES.includes(status))).toBe(false)
  })
})
