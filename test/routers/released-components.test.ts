import { beforeAll, describe, expect, test } from 'vitest'
import { Component } from '../../entities/component.ts'
import { Relocation } from '../../entities/relocation.ts'
import { RuleCheck, Rule } from '../../entities/rule.ts'
import { Satisfaction } from '../../entities/satisfaction.ts'
import { listRoutes } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import { toKysely } from '../../src/database/database.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
let workspace: Workspace
let child: number
let parent: number
let audit: number

beforeAll(async () => {
  workspace = await createWorkspace(world, { rules: 4 })
  const [first = 0, two = 0, three = 0] = workspace.rules
  ;[child, parent] = [first, two]
  await workspace.as.author.patch(`/rules/${three}`, { rule: { title: 'Once' } })
  await workspace.as.author.post('/rule_satisfactions', { rule_id: child, satisfied_by_rule_id: parent })
  audit = (await workspace.rule(three)).histories[0].id
  await world.database.queries
    .updateTable('components')
    .set({ released: true })
    .where('id', '=', workspace.component.id)
    .execute()
})

/** Every operation that writes to a component or its requirements, with an otherwise valid body. */
const WRITES: Record<string, (workspace: Workspace) => [path: string, body: Record<string, unknown>]> = {
  'PATCH /components/{id}': ({ component }) => [`/components/${component.id}`, { component: { title: 'x' } }],
  'PUT /components/{id}': ({ component }) => [`/components/${component.id}`, { component: { title: 'x' } }],
  'POST /components/{id}/lock': ({ component }) => [
    `/components/${component.id}/lock`,
    { review: { action: 'lock_control', comment: 'x' } },
  ],
  'POST /components/{id}/unlock': ({ component }) => [
    `/components/${component.id}/unlock`,
    { review: { action: 'unlock_control', comment: 'x' } },
  ],
  'POST /components/{id}/move': ({ component }) => [
    `/components/${component.id}/move`,
    { component: { project_id: component.projectId } },
  ],
  'PATCH /components/{id}/lock_sections': ({ component }) => [
    `/components/${component.id}/lock_sections`,
    { sections: ['Fix'], locked: true },
  ],
  'POST /components/{id}/rebase': ({ component }) => [
    `/components/${component.id}/rebase`,
    { security_requirements_guide_id: component.securityRequirementsGuideId },
  ],
  'POST /components/{componentId}/undo_rebase': ({ component }) => [
    `/components/${component.id}/undo_rebase`,
    { rebase_id: crypto.randomUUID() },
  ],
  'POST /components/{id}/release': ({ component }) => [`/components/${component.id}/release`, {}],
  'POST /components/{id}/find_and_replace': ({ component }) => [
    `/components/${component.id}/find_and_replace`,
    { find: 'Configure', replace: 'x' },
  ],
  'PATCH /components/{componentId}/rules/bulk_update': ({ component, rules }) => [
    `/components/${component.id}/rules/bulk_update`,
    { rule_ids: [rules[2]], rule: { rule_severity: 'high' } },
  ],
  'POST /components/{componentId}/rules': ({ component }) => [
    `/components/${component.id}/rules`,
    { rule: { title: 'x' } },
  ],
  'PUT /rules/{ruleId}': ({ rules }) => [
    `/rules/${rules[2]}`,
    { rule: { status: 'Not Applicable', title: 'x', fixtext: 'x', vendor_comments: 'x' } },
  ],
  'PATCH /rules/{ruleId}': ({ rules }) => [`/rules/${rules[2]}`, { rule: { title: 'x' } }],
  'DELETE /rules/{ruleId}': ({ rules }) => [`/rules/${rules[2]}`, {}],
  'POST /rules/{ruleId}/revert': ({ rules }) => [
    `/rules/${rules[2]}/revert`,
    { audit_id: audit, fields: ['title'] },
  ],
  'PATCH /rules/{ruleId}/section_locks': ({ rules }) => [
    `/rules/${rules[2]}/section_locks`,
    { section: 'Fix', locked: true },
  ],
  'PATCH /rules/{ruleId}/bulk_section_locks': ({ rules }) => [
    `/rules/${rules[2]}/bulk_section_locks`,
    { sections: ['Fix'], locked: true },
  ],
  'POST /rules/{ruleId}/relocations': ({ rules }) => [
    `/rules/${rules[2]}/relocations`,
    { requirement_relocation: { target_technology_token: 'X' } },
  ],
  'POST /rule_satisfactions': ({ rules }) => [
    '/rule_satisfactions',
    { rule_id: rules[2], satisfied_by_rule_id: parent },
  ],
  'DELETE /rule_satisfactions/{ruleId}': () => [
    `/rule_satisfactions/${child}`,
    { satisfied_by_rule_id: parent },
  ],
}

/** Writes that a released component accepts, or that other files test. */
const ELSEWHERE = [
  // Saved filters are personal, not content of the component.
  'POST /components/{componentId}/saved_filters',
  'PATCH /components/{componentId}/saved_filters/{id}',
  'DELETE /components/{componentId}/saved_filters/{id}',
  'DELETE /components/{id}',
  'POST /components/{id}/find',
  'POST /rules/{ruleId}/restore',
  'POST /rules/{ruleId}/reviews',
  'POST /components/{componentId}/reviews',
  'POST /components/{componentId}/undo_decision',
  'POST /components/{componentId}/rules/undo_bulk_update',
  'PATCH /components/{componentId}/destroyed_reviews/{destroyedId}/redact',
]

test('the list below contains every operation that writes to a component or a requirement', () => {
  const writes = listRoutes(appRouter)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)
    .filter((name) => /^\w+ \/(components\/\{|rules\/|rule_satisfactions)/.test(name))
    .filter((name) => !/comments|disposition|spreadsheet|export|import/.test(name))
  expect(writes.filter((name) => !(name in WRITES) && !ELSEWHERE.includes(name))).toEqual([])
})

describe.each(Object.keys(WRITES))('on a released component %s', (name) => {
  test.each([
    ['admin', 403],
    ['author', 403],
    ['systemAdmin', 422],
  ] as const)('is rejected for %s with %i', async (role, status) => {
    const [method = ''] = name.split(' ')
    const [path, body] = WRITES[name]?.(workspace) ?? ['', {}]
    const before = await readSnapshot()
    const answer = await workspace.as[role].send(method, path, body)
    expect(answer.status, answer.text).toBe(status)
    if (status === 422) expect(answer.body.reason).toBe('component.released')
    expect(await readSnapshot()).toEqual(before)
  })
})

/** All stored data of the component, which must not change. */
async function readSnapshot(): Promise<unknown> {
  const component = (await workspace.as.systemAdmin.get(`/components/${workspace.component.id}`)).body
  return { rules: component.rules, title: component.title, histories: component.histories }
}

describe('on a released component the database rejects', () => {
  const attempts: [string, (em: ReturnType<typeof fork>) => Promise<unknown>][] = [
    [
      'changes of requirements',
      async (em) => {
        const rule = await em.findOneOrFail(Rule, { id: parent })
        rule.title = 'x'
        await em.flush()
      },
    ],
    [
      'changes of checks',
      async (em) => {
        const check = await em.findOneOrFail(RuleCheck, { rule: parent })
        check.content = 'x'
        await em.flush()
      },
    ],
    [
      'new requirements',
      (em) =>
        toKysely(em)
          .insertInto('rules')
          .values({
            component_id: workspace.component.id,
            document_type: 'stig',
            rule_id: '000009',
            srg_rule_id: 1,
          })
          .execute(),
    ],
    [
      'new checks',
      (em) => toKysely(em).insertInto('rule_checks').values({ rule_id: parent, content: 'x' }).execute(),
    ],
    ['removal of links', (em) => em.nativeDelete(Satisfaction, { ruleId: child })],
    ['removal of requirements', (em) => em.nativeDelete(Rule, { id: parent })],
    [
      'changes of the component',
      (em) => em.nativeUpdate(Component, { id: workspace.component.id }, { title: 'x' }),
    ],
    [
      'an undo of the release',
      (em) => em.nativeUpdate(Component, { id: workspace.component.id }, { released: false }),
    ],
  ]
  test.each(attempts)('the database rejects %s on a released component', async (_, attempt) => {
    await expect(attempt(fork())).rejects.toThrow(/released/)
  })
})

function fork() {
  return world.database.orm.em.fork()
}

test('a requirement cannot be moved out of or into a released SRG component (C-63)', async () => {
  const srg = Number((await world.createSrg({ core: true })).id)
  const [source, target] = [
    await createWorkspace(world, { type: 'srg', srg }),
    await createWorkspace(world, { type: 'srg', srg }),
  ]
  const relocation = await world.stored((em) =>
    em.create(Relocation, {
      componentId: source.component.id,
      sourceRuleId: source.rules[0] ?? 0,
      sourceDisplayedName: 'ABCD-01-000001',
      targetTechnologyToken: 'ABCD',
    }),
  )
  for (const released of [source, target]) {
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', released.component.id)
      .execute()
    const answer = await target.as.systemAdmin.post(`/requirement_relocations/${relocation.id}/accept`, {
      target_component_id: target.component.id,
    })
    expect([answer.status, answer.body.reason]).toEqual([422, 'relocation.ineligible'])
  }
  const withdrawn = `/requirement_relocations/${relocation.id}`
  expect((await source.as.author.delete(withdrawn)).status).toBe(403)
  expect((await source.as.systemAdmin.delete(withdrawn)).body.reason).toBe('component.released')
})
