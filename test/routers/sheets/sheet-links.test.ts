import { beforeEach, describe, expect, test } from 'vitest'
import type { Component } from '../../../entities/component.ts'
import type { Rule } from '../../../entities/rule.ts'
import type { User } from '../../../entities/user.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { parseCsvRecords, download } from '../../support/files.ts'
import type { Body, Rest } from '../../support/rest.ts'
import { writeCsv } from '../../support/sheets.ts'
import { createFileForm } from '../../support/uploads.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
let component: Component
let rules: Rule[]
let author: User
let rest: Rest

beforeEach(async () => {
  const project = await world.createProject()
  component = await world.createComponent(project)
  rules = []
  for (let number = 1; number <= 5; number += 1) {
    rules.push(
      await world.createRule(component, { status: 'Applicable - Configurable', fixtext: `Fix ${number}` }),
    )
  }
  author = await world.createMember(project, 'author')
  rest = await world.rest(author)
})

const name = (number: number) => `ABCD-01-00000${number}`
/** Previews and applies an update with these cells of the column Satisfies, by number. */
async function update(cells: Record<number, string>): Promise<{ shown: Body; applied: Body }> {
  const rows = Object.entries(cells).map(([number, cell]) => [name(Number(number)), cell])
  const bytes = writeCsv([['STIGID', 'Satisfies'], ...rows])
  const path = `/components/${component.id}`
  const preview = await rest.post(`${path}/preview_spreadsheet_update`, createFileForm('a.csv', bytes))
  expect(preview.status, preview.text).toBe(200)
  const applied = await rest.patch(`${path}/apply_spreadsheet_update`, createFileForm('a.csv', bytes))
  expect(applied.status, applied.text).toBe(200)
  expect(applied.body.warnings).toEqual(preview.body.warnings)
  expect(applied.body.toast.message).toEqual([
    formatCount(preview.body.updated.length, 'requirement was updated.', 'requirements were updated.'),
  ])
  return { shown: preview.body, applied: applied.body }
}

/** The satisfactions of each requirement, by number. */
async function readSatisfied(): Promise<Record<string, string[]>> {
  const { rules: all } = (await rest.get(`/components/${component.id}`)).body
  return Object.fromEntries(
    all
      .filter(({ satisfies }: Body) => satisfies.length > 0)
      .map(({ rule_id: number, satisfies }: Body) => [
        number,
        satisfies.map((item: Body) => item.rule_id).sort(),
      ]),
  )
}

describe('C-87: the column Satisfies of an update', () => {
  test.each([
    ['a bare list', `${name(2)}, ${name(3)}`],
    ['a list with its keyword', `Satisfies: ${name(2)}; ${name(3)}.`],
    ['a list with line ends', `satisfies:\n${name(2)}\n${name(3)}`],
    ['numbers alone', '2 000003'],
  ])('adds the requirements in %s, and links them as the screen does', async (_, cell) => {
    const { shown } = await update({ 1: cell })
    expect(shown.updated).toEqual([
      expect.objectContaining({
        rule_id: '000001',
        changes: { satisfies: { from: null, to: `${name(2)}, ${name(3)}` } },
      }),
    ])
    expect(await readSatisfied()).toEqual({ '000001': ['000002', '000003'] })
    const child = (await rest.get(`/rules/${rules[1]?.id}`)).body
    expect(child).toMatchObject({
      status: 'Applicable - Does Not Meet',
      status_justification: `Satisfied by ${name(1)}: Requirement 1`,
    })
    const entry = child.histories?.[0] ?? (await rest.get(`/rules/${rules[1]?.id}/histories`)).body
    expect(JSON.stringify(entry)).toContain(`Satisfied by ${name(1)}`)
  })

  test('removes links that are no longer named, and restores the requirement’s previous text', async () => {
    await update({ 1: `${name(2)}, ${name(3)}` })
    const { shown } = await update({ 1: name(3) })
    expect(shown.updated[0].changes).toEqual({
      satisfies: { from: `${name(2)}, ${name(3)}`, to: name(3) },
    })
    expect(await readSatisfied()).toEqual({ '000001': ['000003'] })
    expect((await rest.get(`/rules/${rules[1]?.id}`)).body).toMatchObject({
      status: 'Applicable - Configurable',
      status_justification: null,
    })
    await update({ 1: '' })
    expect(await readSatisfied()).toEqual({})
  })

  test('moves a requirement from one parent to another, and reports it on each row', async () => {
    await update({ 1: name(3) })
    const { shown } = await update({ 1: '', 2: name(3), 3: '' })
    expect(shown.updated.map(({ rule_id: number, changes }: Body) => [number, changes])).toEqual([
      ['000001', { satisfies: { from: name(3), to: null } }],
      ['000002', { satisfies: { from: null, to: name(3) } }],
      ['000003', { satisfied_by: { from: name(1), to: name(2) } }],
    ])
    expect(await readSatisfied()).toEqual({ '000002': ['000003'] })
    expect((await rest.get(`/rules/${rules[2]?.id}`)).body.status_justification).toBe(
      `Satisfied by ${name(2)}: Requirement 2`,
    )
    await update({ 2: '' })
    expect((await rest.get(`/rules/${rules[2]?.id}`)).body.status).toBe('Applicable - Configurable')
  })

  test('reports each skipped name and link with its row', async () => {
    const { shown } = await update({
      1: `${name(2)}, WXYZ-01-000003, ABCD-01-000099, 77, n/a`,
      2: `${name(1)}, ${name(2)}`,
      3: `Satisfied by: ${name(2)}`,
    })
    expect(shown.warnings).toEqual([
      ...['WXYZ-01-000003', 'ABCD-01-000099', '77', 'n/a'].map(
        (item) => `a.csv, row 2: Satisfies names ${item}, which is not a requirement of this component.`,
      ),
      `a.csv, row 3: ${name(2)} cannot satisfy ${name(1)}: ${name(2)} is itself satisfied by another requirement; the link is left out.`,
      `a.csv, row 3: ${name(2)} cannot satisfy ${name(2)}: a requirement cannot satisfy itself; the link is left out.`,
      `a.csv, row 4: ${name(2)} cannot satisfy ${name(3)}: ${name(2)} is itself satisfied by another requirement; the link is left out.`,
    ])
    expect(await readSatisfied()).toEqual({ '000001': ['000002'] })
  })

  test('removes no link if it names an unknown requirement', async () => {
    await update({ 1: `${name(2)}, ${name(3)}` })
    const { shown } = await update({ 1: `${name(2)}, ABCD-01-00003x` })
    expect(shown.updated).toEqual([])
    expect(await readSatisfied()).toEqual({ '000001': ['000002', '000003'] })
  })

  test('preserves the links of a locked requirement, and reports that', async () => {
    await update({ 1: name(2) })
    for (const index of [1, 2]) {
      await world.database.queries
        .updateTable('rules')
        .set({ locked: true })
        .where('id', '=', rules[index]?.id ?? 0)
        .execute()
    }
    const { shown } = await update({ 1: name(3) })
    expect(shown.updated).toEqual([])
    expect(shown.warnings).toEqual([
      `a.csv, row 2: ${name(2)} is locked; its link with ${name(1)} stays as it is.`,
      `a.csv, row 2: ${name(3)} is locked; its link with ${name(1)} stays as it is.`,
    ])
    expect(await readSatisfied()).toEqual({ '000001': ['000002'] })
  })

  test('changes nothing in an unchanged working copy, or if the column is missing', async () => {
    await update({ 1: `${name(2)}, ${name(3)}` })
    const { text, bytes } = await download(
      world,
      author,
      `/components/${component.id}/export/csv?mode=working_copy`,
    )
    const send = async (content: Uint8Array) =>
      (
        await rest.post(
          `/components/${component.id}/preview_spreadsheet_update`,
          createFileForm('a.csv', content),
        )
      ).body
    expect(await send(bytes)).toMatchObject({ updated: [], warnings: [] })
    const without = parseCsvRecords(text).map((cells) => cells.filter((_, index) => index !== 18))
    expect(await send(writeCsv(without))).toMatchObject({ updated: [], warnings: [] })
  })
})

test('C-86: creates the links of a bare list in a new component, and reports the skipped ones', async () => {
  const project = await world.createProject()
  const admin = await world.rest(await world.createMember(project, 'admin'))
  const srg = await world.createSrg()
  const headers =
    'SRGID,STIGID,Severity,Requirement,VulDiscussion,Status,Check,Fix,Status Justification,Artifact Description,Satisfies'
  const toRow = (number: number, satisfies: string) => [
    `SRG-APP-00000${number}`,
    name(number),
    ...Array.from({ length: 8 }, () => ''),
    satisfies,
  ]
  const bytes = writeCsv([
    headers.split(','),
    toRow(1, `${name(2)} ${name(3)}`),
    toRow(2, `${name(1)}, WXYZ-01-000003, 99`),
    toRow(3, ''),
  ])
  const form = createFileForm('sheet.csv', bytes, 'component[file]')
  form.set('component[name]', 'Of a sheet')
  form.set('component[security_requirements_guide_id]', String(srg.id))
  const creation = await admin.post(`/projects/${project.id}/components`, form)
  expect(creation.status, creation.text).toBe(200)
  expect(creation.body.warnings).toEqual([
    'sheet.csv, row 3: Satisfies names WXYZ-01-000003, which is not a requirement of this component.',
    'sheet.csv, row 3: Satisfies names 99, which is not a requirement of this component.',
    `sheet.csv, row 3: ${name(2)} cannot satisfy ${name(1)}: ${name(2)} is itself satisfied by another requirement; the link is left out.`,
  ])
  const all = (await admin.get(`/components/${creation.body.component.id}`)).body.rules
  expect(all.map(({ satisfies }: Body) => satisfies.map((item: Body) => item.rule_id))).toEqual([
    ['000002', '000003'],
    [],
    [],
  ])
})
