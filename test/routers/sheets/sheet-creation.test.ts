import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { unique } from '../../support/factories.ts'
import type { Body } from '../../support/rest.ts'
import { createRequirementRow, createRequirementSheet } from '../../support/sheets.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()

test('C-86: a component is created from a sheet and the rest of its SRG, and its texts become links', async () => {
  const project = await world.createProject()
  const rest = await world.rest(await world.createMember(project, 'admin'))
  const srg = await world.createSrg()
  const rejected = createFileForm(
    'sheet.csv',
    createRequirementSheet(createRequirementRow(1, { STIGID: 'ABCD-01-1234567' })),
    'component[file]',
  )
  rejected.set('component[name]', 'Of a sheet')
  rejected.set('component[security_requirements_guide_id]', String(srg.id))
  const answer = await rest.post(`/projects/${project.id}/components`, rejected)
  expect(answer.status).toBe(422)
  expect(answer.body.toast.message.join(' ')).toMatch(/more than six digits \(row 2\)/)
  const form = createFileForm(
    'sheet.csv',
    createRequirementSheet(
      createRequirementRow(2, { 'Vendor Comments': 'Ours. Satisfies: ABCD-01-000001' }),
      createRequirementRow(1, { Requirement: '=1+1' }),
    ),
    'component[file]',
  )
  form.set('component[name]', 'Of a sheet')
  form.set('component[title]', 'Title')
  form.set('component[security_requirements_guide_id]', String(srg.id))
  const creation = await rest.post(`/projects/${project.id}/components`, form)
  expect(creation).toMatchObject({
    status: 200,
    body: { component: { name: 'Of a sheet', prefix: 'ABCD-01' } },
  })
  const { rules } = (await rest.get(`/components/${creation.body.component.id}`)).body
  expect(rules.map(({ rule_id: number }: { rule_id: string }) => number)).toEqual([
    '000001',
    '000002',
    '000003',
  ])
  expect(rules[0]).toMatchObject({
    title: '=1+1',
    rule_severity: 'high',
    status: 'Applicable - Configurable',
  })
  expect(rules[1]).toMatchObject({ vendor_comments: 'Ours.', satisfies: [{ rule_id: '000001' }] })
})

describe('C-86: a satisfaction in a sheet', () => {
  /** Creates a component from a sheet with these rows and an SRG with three rules; returns its requirements. */
  async function createFromSheet(...rows: string[][]): Promise<Body[]> {
    const project = await world.createProject()
    const rest = await world.rest(await world.createMember(project, 'admin'))
    const form = createFileForm('sheet.csv', createRequirementSheet(...rows), 'component[file]')
    form.set('component[name]', 'Of a sheet')
    form.set('component[security_requirements_guide_id]', String((await world.createSrg()).id))
    const creation = await rest.post(`/projects/${project.id}/components`, form)
    expect(creation.status, creation.text).toBe(200)
    return (await rest.get(`/components/${creation.body.component.id}`)).body.rules
  }
  const listLinks = (rules: Body[]) =>
    rules.map(({ satisfies }) => satisfies.map(({ rule_id: number }: { rule_id: string }) => number))

  test.each([
    ['by its SRG id', 'Satisfies: SRG-APP-000003', [['000003'], [], []]],
    ['by its SRG id in small letters', 'Satisfies: srg-app-000003', [['000003'], [], []]],
    ['by its displayed name', 'Satisfies: ABCD-01-000002', [['000002'], [], []]],
    ['as the one that satisfies', 'Satisfied by: SRG-APP-000002', [[], ['000001'], []]],
    ['together with an unknown one', 'Satisfies: SRG-APP-000003, SRG-APP-999999', [['000003'], [], []]],
    ['twice', 'Satisfies: SRG-APP-000002; ABCD-01-000002.', [['000002'], [], []]],
  ])('can name a requirement that only the SRG has: %s', async (_, satisfies, expected) => {
    for (const column of ['VulDiscussion', 'Vendor Comments']) {
      const rules = await createFromSheet(createRequirementRow(1, { [column]: `As it was.\n${satisfies}` }))
      expect(listLinks(rules)).toEqual(expected)
      const [{ vendor_comments: comments, disa_rule_descriptions_attributes: parts }] = rules as [Body]
      expect(column === 'VulDiscussion' ? parts[0].vuln_discussion : comments).toBe('As it was.')
    }
  })

  test('prefers the row of an SRG id to another requirement, and never links to itself or on two levels', async () => {
    const first = createRequirementRow(7, { SRGID: 'SRG-APP-000002' })
    const second = createRequirementRow(5, {
      SRGID: 'SRG-APP-000001',
      VulDiscussion: 'Satisfies: SRG-APP-000002',
    })
    expect(listLinks(await createFromSheet(first, second))).toEqual([['000007'], [], []])
    expect(
      listLinks(
        await createFromSheet(createRequirementRow(1, { VulDiscussion: 'Satisfies: SRG-APP-000001' })),
      ),
    ).toEqual([[], [], []])
    const chain = [
      createRequirementRow(1, { VulDiscussion: 'Satisfies: SRG-APP-000002' }),
      createRequirementRow(2, { VulDiscussion: 'Satisfies: SRG-APP-000003' }),
    ]
    expect(listLinks(await createFromSheet(...chain))).toEqual([['000002'], [], []])
  })
})

test('C-86: SRG ids match in any letter case and with any dash, and identify the SRG', async () => {
  const project = await world.createProject()
  const rest = await world.rest(await world.createMember(project, 'admin'))
  const id = unique('srg-low').toLowerCase()
  const srg = await world.createSrg({ srgId: id })
  const numbers = [1, 2].map((number) => `000${number}`)
  await world.database.queries
    .updateTable('srg_rules')
    .set({ version: sql<string>`upper(${id}::text) || '-000' || right(version, 1)` })
    .where('srg_id', '=', srg.id)
    .execute()
  const rows = numbers.map((number, index) =>
    createRequirementRow(index + 1, { SRGID: `${id}-${number}`.replaceAll('-', index === 0 ? '–' : '-') }),
  )
  const form = createFileForm('sheet.csv', createRequirementSheet(...rows), 'component[file]')
  form.set('component[name]', 'Of a sheet')
  const creation = await rest.post(`/projects/${project.id}/components`, form)
  expect(creation.status, creation.text).toBe(200)
  const { rules } = (await rest.get(`/components/${creation.body.component.id}`)).body
  expect(rules.map(({ version }: Body) => version)).toEqual(
    ['0001', '0002', '0003'].map((number) => `${id.toUpperCase()}-${number}`),
  )
  const detected = await rest.post(
    '/components/detect_srg',
    createFileForm('a.csv', createRequirementSheet(...rows)),
  )
  expect(detected.body).toMatchObject({ id: srg.id })
})
