import { describe, expect, test } from 'vitest'
import {
  CHECK_FIELDS,
  type Column,
  listColumnsUsed,
  toColumn,
  DISA_FIELDS,
  RULE_FIELDS,
  listTextFields,
} from '../../entities/requirement-fields.ts'
import { SEVERITIES, STIG_STATUSES } from '../../src/vocabulary.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { unique } from '../support/factories.ts'
import { pickRandom } from '../support/random.ts'
import type { Body } from '../support/rest.ts'
import { createGuideFile, uploadGuide } from '../support/uploads.ts'
import { createWorld } from '../support/world.ts'

/** Compares copying many requirements in one statement with the operation on one of them (random records). */

const world = createWorld()
const getQueries = () => world.database.queries
const createRandomText = () =>
  pickRandom([null, '', ' ', 'é\u0301 ', `${unique('said')}\nanother line`, '<b>"x"</b>', '=1+1'])

const RULE_TEXTS = listTextFields(RULE_FIELDS).map((name) => toColumn(name))
const DISA_TEXTS = listTextFields(DISA_FIELDS).map((name) => toColumn(name))
const CHECK_TEXTS = listTextFields(CHECK_FIELDS).map((name) => toColumn(name))
const COPIED = [...listColumnsUsed(RULE_FIELDS, 'copied'), 'srg_rule_id', 'derived_from_srg_rule_id']
/** Columns that are unique to each row. */
const UNIQUE_COLUMNS = ['id', 'rule_id', 'created_at', 'updated_at']
const createTexts = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, createRandomText()]))

/** Sets every text of these requirements and their parts to a random value. */
async function scatterTexts(workspace: Workspace): Promise<void> {
  for (const id of workspace.rules) {
    const values = {
      ...createTexts(RULE_TEXTS.filter((name) => name !== 'version')),
      status: pickRandom(STIG_STATUSES),
      rule_severity: pickRandom(SEVERITIES),
    }
    await getQueries().updateTable('rules').set(values).where('id', '=', id).execute()
    await getQueries()
      .updateTable('disa_descriptions')
      .set(createTexts(DISA_TEXTS))
      .where('rule_id', '=', id)
      .execute()
    await getQueries()
      .updateTable('rule_checks')
      .set(createTexts(CHECK_TEXTS))
      .where('rule_id', '=', id)
      .execute()
    await getQueries()
      .insertInto('rule_descriptions')
      .values({ rule_id: id, description: createRandomText() })
      .execute()
  }
}

interface Content {
  rule: Body
  disa: Body[]
  checks: Body[]
  descriptions: Body[]
  references: Body[]
}

/** A requirement with its parts, without ids and times. */
async function readContent(id: number, columns: readonly string[] = COPIED): Promise<Content> {
  const rule: Body = await getQueries()
    .selectFrom('rules')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const readParts = async (
    table: 'disa_descriptions' | 'rule_checks' | 'rule_descriptions' | 'rule_references',
  ) => {
    const rows: Body[] = await getQueries()
      .selectFrom(table)
      .selectAll()
      .where('rule_id', '=', id)
      .orderBy('id')
      .execute()
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !UNIQUE_COLUMNS.includes(name))),
    )
  }
  return {
    rule: Object.fromEntries(columns.map((name) => [name, rule[name]])),
    disa: await readParts('disa_descriptions'),
    checks: await readParts('rule_checks'),
    descriptions: await readParts('rule_descriptions'),
    references: await readParts('rule_references'),
  }
}

const readRequirements = (componentId: number) =>
  getQueries()
    .selectFrom('rules')
    .select(['id', 'rule_id', 'version'])
    .where('component_id', '=', componentId)
    .where('deleted_at', 'is', null)
    .orderBy('rule_id')
    .execute()

async function duplicateComponent(
  workspace: Workspace,
  change: Record<string, unknown> = {},
): Promise<number> {
  const component = { duplicate: true, id: workspace.component.id, name: unique('Copy'), ...change }
  const { status, body } = await workspace.as.admin.post(`/projects/${workspace.project.id}/components`, {
    component,
  })
  expect([status, body.errors]).toEqual([200, undefined])
  return body.component.id
}

describe('statements that copy many requirements', () => {
  test('give a copied component the same values as the copy of each requirement (C-29, C-48)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const workspace = await createWorkspace(world)
      await scatterTexts(workspace)
      const copies = await readRequirements(await duplicateComponent(workspace))
      expect(copies).toHaveLength(workspace.rules.length)
      for (const [index, id] of workspace.rules.entries()) {
        const { status, body } = await workspace.as.admin.post(
          `/components/${workspace.component.id}/rules`,
          {
            rule: { duplicate: true, id },
          },
        )
        expect(status).toBe(200)
        const separate = await readContent(body.data.id)
        expect(await readContent(copies[index]?.id ?? 0)).toEqual(separate)
        expect(separate).toEqual(await readContent(id))
      }
    }
  })

  test('import the values of a guide that a new requirement starts from (C-28, C-48)', async () => {
    const srg = await world.createSrg({ rules: 1 })
    const catalog = {
      ...createTexts(['title', 'fixtext', 'fix_id', 'fixtext_fixref', 'vuln_discussion', 'check_content']),
      ...createTexts(DISA_TEXTS),
      check_system: createRandomText(),
      check_content_ref_name: createRandomText(),
      check_content_ref_href: createRandomText(),
      rule_severity: pickRandom(SEVERITIES),
      rule_descriptions: ['One', 'Two'],
    }
    await getQueries().updateTable('srg_rules').set(catalog).where('srg_id', '=', srg.id).execute()
    const workspace = await createWorkspace(world, { srg: srg.id })
    const { status, body } = await workspace.as.admin.post(`/components/${workspace.component.id}/rules`, {
      rule: {},
    })
    expect(status).toBe(200)
    const seeded: Column<keyof typeof RULE_FIELDS>[] = listColumnsUsed(RULE_FIELDS, 'imported').filter(
      (name) => name !== 'legacy_ids',
    )
    const separate = await readContent(body.data.id, [...seeded, 'srg_rule_id'])
    expect(await readContent(workspace.rules[0] ?? 0, [...seeded, 'srg_rule_id'])).toEqual(separate)
    expect(separate.rule['ident']).toBe('CCI-000366')
  })
})

describe('statements that move many requirements onto another release', () => {
  const VERSIONS = ['A', 'B', 'C', 'D', 'E', 'F']
  const readGuides = async () => {
    const id = unique('Line').replace('-', '_')
    const admin = await world.rest(await world.createSystemAdmin())
    const upload = async (release: string, versions: string[]) => {
      const rules = versions.map((version) => ({
        version,
        title: unique('Title'),
        fix: unique('Fix'),
        vulnDiscussion: unique('Why'),
        severity: pickRandom(SEVERITIES),
      }))
      return Number((await uploadGuide(admin, createGuideFile({ id, release, rules }))).body.srg.id)
    }
    return { old: await upload('1', VERSIONS), next: await upload('2', VERSIONS.slice(0, 4)) }
  }

  test('update exactly the fields of the field table (C-31)', async () => {
    const { old, next } = await readGuides()
    const workspace = await createWorkspace(world, { srg: old })
    await scatterTexts(workspace)
    const before = await Promise.all(workspace.rules.map((id) => readContent(id)))
    const catalog: Body[] = await getQueries()
      .selectFrom('srg_rules')
      .selectAll()
      .where('srg_id', '=', next)
      .orderBy('version')
      .execute()
    const copies = await readRequirements(
      await duplicateComponent(workspace, { security_requirements_guide_id: next }),
    )
    const pickValues = (fields: object, names: string[], from: Body, prefix = ''): Body => ({
      ...fields,
      ...Object.fromEntries(names.map((name) => [name, from[`${prefix}${name}`]])),
    })
    for (const [index, was] of before.entries()) {
      const source = catalog.find(({ version }) => version === was.rule['version'])
      const copy = copies.find(({ version }) => version === was.rule['version'])
      const configured = was.rule['status'] === 'Applicable - Configurable'
      expect(Boolean(copy), `${VERSIONS[index]}, ${was.rule['status']}`).toBe(Boolean(source) || configured)
      if (!copy) continue
      const now = await readContent(copy.id)
      const { rule, disa, checks } = was
      if (!source) {
        expect(now).toEqual(was)
        continue
      }
      const refreshed = pickValues(rule, listColumnsUsed(RULE_FIELDS, 'refreshed'), source)
      const followed = configured ? [] : listColumnsUsed(RULE_FIELDS, 'followed')
      expect(now.rule).toEqual({ ...pickValues(refreshed, followed, source), srg_rule_id: source['id'] })
      expect(now.disa).toEqual(
        disa.map((row) =>
          configured ? row : pickValues(row, listColumnsUsed(DISA_FIELDS, 'followed'), source),
        ),
      )
      expect(now.checks).toEqual(
        checks.map((row) =>
          configured ? row : pickValues(row, listColumnsUsed(CHECK_FIELDS, 'followed'), source, 'check_'),
        ),
      )
    }
  })

  test('unlink the children of dropped requirements as a deletion does (C-31, C-56)', async () => {
    const { old, next } = await readGuides()
    const workspace = await createWorkspace(world, { srg: old })
    const children = workspace.rules.slice(0, 4)
    const parent = workspace.rules[5] ?? 0
    for (const id of children) {
      await workspace.as.author.patch(`/rules/${id}`, {
        rule: { status: pickRandom(STIG_STATUSES), status_justification: pickRandom([null, 'Why']) },
      })
      const nested = { rule_id: id, satisfied_by_rule_id: parent }
      expect((await workspace.as.author.post('/rule_satisfactions', nested)).status).toBe(200)
    }
    const copies = await readRequirements(
      await duplicateComponent(workspace, { security_requirements_guide_id: next }),
    )
    expect((await workspace.as.admin.delete(`/rules/${parent}`)).status).toBe(200)
    const columns = ['status', 'status_justification', 'version']
    for (const id of children) {
      const separate = await readContent(id, columns)
      const copy = copies.find(({ version }) => version === separate.rule['version'])
      const inCopy = await readContent(copy?.id ?? 0, columns)
      expect([inCopy.rule, inCopy.disa[0]?.['mitigations']]).toEqual([
        separate.rule,
        separate.disa[0]?.['mitigations'],
      ])
    }
  })
})
