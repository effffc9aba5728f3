import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findLockObstacle } from '../../entities/requirement-findings.ts'
import { formatDisplayedName, toSixDigits } from '../../entities/requirement-name.ts'
import { isPublishable, changeSectionLocks } from '../../entities/rule-locking.ts'
import { newestRelease } from '../../src/database/newest-release.ts'
import { displayedNameSql } from '../../src/database/requirement-name.ts'
import { SECTION_NAMES, type SectionName, SRG_STATUSES, STIG_STATUSES } from '../../src/vocabulary.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import { pickRandom } from '../support/random.ts'
import { createWorld } from '../support/world.ts'

/** Compares one statement over many requirements with the rule of the entity for each (random records). */

const world = createWorld()
const getQueries = () => world.database.queries
const SPACES = [null, '', ' ', '\u00A0\t', '\uFEFF', 'said', ' said ']

const asJson = (value: object) => sql<Partial<Record<SectionName, true>>>`${JSON.stringify(value)}::jsonb`

async function scatterStates(workspace: Workspace): Promise<void> {
  const [first = 0] = workspace.rules
  for (const id of workspace.rules) {
    const locked = randomInt(4) === 0
    const values = {
      status: pickRandom(STIG_STATUSES),
      artifact_description: pickRandom(SPACES),
      title: pickRandom(SPACES),
      fixtext: pickRandom(SPACES),
      locked,
      review_requestor_id: !locked && randomInt(5) === 0 ? workspace.people.author.id : null,
      locked_fields: asJson(
        Object.fromEntries(SECTION_NAMES.filter(() => randomInt(3) === 0).map((name) => [name, true])),
      ),
    }
    await getQueries().updateTable('rules').set(values).where('id', '=', id).execute()
    await getQueries()
      .updateTable('disa_descriptions')
      .set({ mitigations: pickRandom(SPACES), vuln_discussion: pickRandom(SPACES) })
      .where('rule_id', '=', id)
      .execute()
    if (id !== first && randomInt(3) === 0) {
      await getQueries()
        .insertInto('satisfactions')
        .values({ rule_id: id, satisfied_by_rule_id: first, component_id: workspace.component.id })
        .execute()
    }
  }
}

const readRules = (workspace: Workspace) =>
  getQueries()
    .selectFrom('rules as r')
    .innerJoin('disa_descriptions as d', 'd.rule_id', 'r.id')
    .leftJoin('satisfactions as l', 'l.rule_id', 'r.id')
    .select(['r.id', 'r.rule_id', 'r.status', 'r.artifact_description', 'r.locked', 'r.locked_fields'])
    .select(['r.review_requestor_id', 'r.lock_version', 'r.deleted_at', 'd.mitigations', 'l.id as link'])
    .select(['r.title', 'r.fixtext', 'r.rule_severity', 'd.vuln_discussion'])
    .where('r.component_id', '=', workspace.component.id)
    .orderBy('r.rule_id')
    .execute()

describe('statements over many requirements', () => {
  test('lock the ready requirements by the rule for one, and report the others with its reason', async () => {
    for (let round = 0; round < 6; round += 1) {
      const workspace = await createWorkspace(world)
      await scatterStates(workspace)
      const before = await readRules(workspace)
      const findObstacle = (rule: (typeof before)[number]) =>
        findLockObstacle({
          status: rule.status,
          underReview: rule.review_requestor_id !== null,
          satisfied: rule.link !== null,
          severity: rule.rule_severity,
          sourceSeverity: null,
          hasTitle: Boolean(rule.title?.trim()),
          hasDiscussion: Boolean(rule.vuln_discussion?.trim()),
          hasCheck: true,
          hasFix: Boolean(rule.fixtext?.trim()),
          hasMitigations: Boolean(rule.mitigations?.trim()),
          hasArtifacts: Boolean(rule.artifact_description?.trim()),
          hasJustification: true,
          hasSeverityReason: true,
          hasFindingStatement: true,
          fixRepeatsTitle: false,
          andOr: [],
          toBeDetermined: [],
          placeholders: [],
        })
      const open = before.filter(({ locked }) => !locked)
      const undetermined = open.flatMap((rule) => {
        const obstacle = findObstacle(rule)
        return obstacle ? [`${rule.rule_id} (${obstacle.text})`] : []
      })
      const { status, body } = await workspace.as.admin.post(`/components/${workspace.component.id}/lock`, {
        review: { action: 'lock_control', comment: 'All of them' },
      })
      const nothing = undetermined.length === open.length && undetermined.length > 0
      expect(status).toBe(nothing ? 422 : 200)
      if (undetermined.length > 0) {
        expect(body.toast.message.at(-1)).toBe(`Skipped: ${undetermined.join(', ')}.`)
      }
      const after = await readRules(workspace)
      for (const [index, rule] of before.entries()) {
        const locks = !nothing && !rule.locked && findObstacle(rule) === null
        expect(after[index]).toMatchObject({
          locked: rule.locked || locks,
          lock_version: rule.lock_version + (locks ? 1 : 0),
        })
      }
    }
  })

  test('lock and open sections as the operation for one requirement does', async () => {
    for (let round = 0; round < 6; round += 1) {
      const workspace = await createWorkspace(world)
      await scatterStates(workspace)
      const before = await readRules(workspace)
      const sections = SECTION_NAMES.filter((_, index) => index === round || randomInt(3) === 0)
      const locked = randomInt(2) === 0
      const path = `/components/${workspace.component.id}/lock_sections`
      expect((await workspace.as.reviewer.patch(path, { sections, locked })).status).toBe(200)
      const after = await readRules(workspace)
      for (const [index, rule] of before.entries()) {
        const next = rule.locked ? null : changeSectionLocks(rule.locked_fields, sections, locked)
        expect(after[index]).toMatchObject({
          locked_fields: next ?? rule.locked_fields,
          lock_version: rule.lock_version + (next ? 1 : 0),
        })
      }
    }
  })

  test('publish the requirements that the rule for one accepts', async () => {
    const workspace = await createWorkspace(world, {
      type: 'srg',
      component: { name: `${unique('Agreed')} SRG`, prefix: 'CNTR-00', version: 1, release: 1 },
    })
    const [first = 0] = workspace.rules
    for (const id of workspace.rules) {
      const status = id === first ? 'Applicable' : pickRandom(SRG_STATUSES.slice(1))
      const deleted = id !== first && randomInt(3) === 0 ? new Date().toISOString() : null
      await getQueries()
        .updateTable('rules')
        .set({ status, status_justification: 'So', locked: true, deleted_at: deleted })
        .where('id', '=', id)
        .execute()
    }
    const before = await readRules(workspace)
    const { status, body } = await workspace.as.systemAdmin.post(
      `/components/${workspace.component.id}/release`,
    )
    expect([status, body.toast?.variant]).toEqual([200, 'success'])
    const published = await getQueries()
      .selectFrom('srg_rules')
      .select('rule_id')
      .where('srg_id', '=', body.catalog_srg.id)
      .execute()
    const expected = before.filter((rule) =>
      isPublishable({ status: rule.status, deletedAt: rule.deleted_at ? new Date(rule.deleted_at) : null }),
    )
    expect(published.map(({ rule_id }) => rule_id).toSorted()).toEqual(
      expected
        .map((rule) => `SV-${formatDisplayedName({ prefix: 'CNTR-00' }, { ruleId: rule.rule_id })}`)
        .toSorted(),
    )
  })
})

describe('fragments for the database', () => {
  test('name a requirement in the same way as the code', async () => {
    for (let round = 0; round < 20; round += 1) {
      const component = { prefix: `${pickRandom(['ABCD', 'X_1Z'])}-${randomInt(10, 99)}` }
      const rule = { ruleId: toSixDigits(randomInt(1, 999_999)) }
      const { rows } = await sql<{ name: string }>`select ${displayedNameSql('a', 'b')} as name
        from (select ${component.prefix}::text as prefix) a, (select ${rule.ruleId}::text as rule_id) b`.execute(
        getQueries(),
      )
      expect(rows[0]?.name).toBe(formatDisplayedName(component, rule))
    }
  })

  test('find the release with the highest numbers, and the latest of equal ones', async () => {
    const line = unique('LINE')
    const releases = Array.from({ length: 12 }, (_, index) => ({
      srg_id: line,
      title: 'A line',
      version: `x${index}`,
      version_major: pickRandom([null, 1, 2]),
      version_minor: pickRandom([null, 1, 2]),
    }))
    const stored = await getQueries().insertInto('srgs').values(releases).returningAll().execute()
    const rank = (value: number | null) => value ?? -1
    const [newest] = stored.toSorted(
      (a, b) =>
        rank(b.version_major) - rank(a.version_major) ||
        rank(b.version_minor) - rank(a.version_minor) ||
        b.id - a.id,
    )
    const { rows } = await sql<{ id: number }>`select distinct n.id from srgs s
      cross join lateral ${newestRelease('srgs', 's')} n where s.srg_id = ${line}`.execute(getQueries())
    expect(rows).toEqual([{ id: newest?.id }])
  })
})
