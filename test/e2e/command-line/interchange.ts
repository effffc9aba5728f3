import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import exceljs from 'exceljs'
import { expect, test } from 'vitest'
import { EXPORTS, MODES } from '../../../client/src/cli/labels.ts'
import { EXPORTERS, listExportTypes } from '../../../workflows/exports/exporters.ts'
import { readId, type CommandLineFixture } from './command-line-fixture.ts'

const ENDINGS: Record<string, string> = {
  xccdf: 'xml',
  excel: 'xlsx',
  comment_sheet: 'xlsx',
  inspec: 'zip',
  markdown: 'zip',
  json_archive: 'zip',
  reqif: 'reqif',
}
const toFileName = (type: string) => `${type}.${ENDINGS[type] ?? 'file'}`

/** Registers tests that export every format from a real service and import it again where that is supported. */
export function testInterchange(getFixture: () => CommandLineFixture): void {
  const getComponent = () => String(getFixture().componentId)
  const getProject = () => String(getFixture().projectId)
  const toPath = (name: string) => join(getFixture().folder, name)

  /** Rewrites a workbook cell by cell, as a spreadsheet program would. */
  async function editSheet(
    name: string,
    change: (cells: (column: number) => { text: string; set: (text: string) => void }) => void,
  ) {
    const book = new exceljs.Workbook()
    await book.xlsx.readFile(toPath(name))
    for (const sheet of book.worksheets) {
      sheet.eachRow((row) =>
        change((column) => {
          const cell = row.getCell(column)
          return { text: cell.text, set: (text) => (cell.value = text) }
        }),
      )
    }
    await book.xlsx.writeFile(toPath(`edited-${name}`))
    return `edited-${name}`
  }

  test('the tool offers the forms of export that the service has, and all of them arrive', async () => {
    const { rows, tool, ruleIds, api, comments } = getFixture()
    const words = {
      component: listExportTypes('component'),
      project: listExportTypes('project'),
      components: listExportTypes('bulk'),
    }
    for (const scope of ['component', 'project', 'components'] as const) {
      expect([...EXPORTS[scope]].toSorted()).toEqual(words[scope].toSorted())
    }
    expect([...MODES].toSorted()).toEqual(
      [...new Set(Object.values(EXPORTERS).flatMap(({ modes }) => modes))].toSorted(),
    )
    await comments('In every form.')
    const rule = { status: 'Applicable - Configurable' as const, fixtext: 'Set it to 3.' }
    await api.rules.update.mutate({ ruleId: ruleIds[0] ?? 0, rule })
    const exports = [
      ...EXPORTS.component.map((type) => ['component', getComponent(), type]),
      ['project', getProject(), 'disposition_csv'],
      ['srg', '1', 'csv'],
      ['audits', 'jsonl'],
    ]
    for (let index = 0; index < exports.length; index += 4) {
      const some = exports.slice(index, index + 4)
      const written = await Promise.all(
        some.map((words) =>
          rows(
            'export',
            ...words,
            '-o',
            words[0] === 'component' ? toFileName(words[2] ?? '') : words.join('-'),
          ),
        ),
      )
      for (const [row] of written) expect(Number(row?.['bytes'])).toBeGreaterThan(100)
    }
    expect((await readdir(getFixture().folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    const stig = await tool('export', 'stig', '1', 'csv')
    expect(stig).toMatchObject({ code: 4, out: '' })
  })

  test('a published STIG goes in by its kind, and out as it came', async () => {
    const { rows } = getFixture()
    const [accepted] = await rows('upload', '--as', 'stig', 'xccdf.xml')
    const id = readId(accepted, 'stig')
    await rows('export', 'stig', String(id), 'xccdf', '-o', 'again.xml')
    expect(await readFile(toPath('again.xml'), 'utf8')).toBe(await readFile(toPath('xccdf.xml'), 'utf8'))
  })

  test('a ReqIF document becomes a guide of the id and the release that are given', async () => {
    const { rows, tool } = getFixture()
    const names = ['--id', 'From_ReqIF', '--version', 'V3R1']
    const [accepted] = await rows('upload', '--as', 'stig', 'reqif.reqif', ...names)
    expect(accepted).toMatchObject({ stig: { stig_id: 'From_ReqIF', version: 'V3R1' } })
    const several = await tool('upload', '--as', 'stig', 'reqif.reqif', 'xccdf.xml', ...names)
    expect(several).toMatchObject({ code: 2, out: '' })
  })

  test('a backup comes in tried and for good, into a project and as one', async () => {
    const { rows, api } = getFixture()
    const archive = 'json_archive.zip'
    const renamed = ['--component', 'Gateway=Moved']
    const [tried] = await rows('import', 'backup', getProject(), archive, ...renamed, '--dry-run')
    expect(tried).toMatchObject({ summary: { components_imported: 1, dry_run: true } })
    const names = async () =>
      (await api.projects.show.query({ id: getFixture().projectId })).components.map(({ name }) => name)
    expect(await names()).toEqual(['Gateway'])
    const [accepted] = await rows('import', 'backup', getProject(), archive, ...renamed, '--job')
    expect(accepted).toMatchObject({ summary: { components_imported: 1, rules_imported: 31 } })
    expect((await names()).toSorted()).toEqual(['Gateway', 'Moved'])
    const [preview] = await rows('import', 'project', archive, '--name', 'Second', '--dry-run')
    expect(preview).toMatchObject({ summary: { components_imported: 1 } })
    const [created] = await rows('import', 'project', archive, '--name', 'Second')
    expect(created).toMatchObject({ project: { name: 'Second' } })
  })

  test('a spreadsheet that was edited names its SRG, comes back as changes, and makes a component', async () => {
    const { rows, api, ruleIds } = getFixture()
    const sheet = await editSheet('excel.xlsx', (cell) => {
      for (let index = 1; index <= 20; index += 1) {
        if (cell(index).text === 'Set it to 3.') cell(index).set('Set it to 4.')
      }
    })
    const [detection] = await rows('import', 'detect', sheet)
    expect(detection).toMatchObject({ srg_id: 'Harbor_Gateway_SRG', version: 'V1R2' })
    const [preview] = await rows('import', 'sheet', getComponent(), sheet, '--dry-run')
    expect(preview?.['updated']).toHaveLength(1)
    const token = String(preview?.['preview_token'])
    await rows('import', 'sheet', getComponent(), sheet, '--preview-token', token)
    expect((await api.rules.show.query({ ruleId: ruleIds[0] ?? 0 })).fixtext).toBe('Set it to 4.')
    const [created] = await rows(
      'import',
      'component',
      getProject(),
      sheet,
      '--name',
      'From a sheet',
      '--job',
    )
    expect(created).toMatchObject({ component: { name: 'From a sheet', prefix: 'HGW1-01' } })
  })

  test('comment sheets of several people and a disposition matrix come back with a report per row', async () => {
    const { rows, api, componentId } = getFixture()
    const sheets: string[] = []
    for (const [person, comment] of [
      ['Ann', 'Say which three.'],
      ['Bob', 'Four is plenty.'],
    ] as const) {
      let rest = 1
      const name = await editSheet('comment_sheet.xlsx', (cell) => {
        if (cell(2).text !== 'Fix' || rest === 0) return
        rest -= 1
        cell(4).set(person)
        cell(6).set(comment)
      })
      await writeFile(toPath(`${person}.xlsx`), await readFile(toPath(name)))
      sheets.push(`${person}.xlsx`)
    }
    const [tried] = await rows('import', 'comment-sheets', getComponent(), ...sheets, '--dry-run')
    const listOutcomes = (answer: Record<string, unknown> | undefined) =>
      [answer?.['rows']].flat().map((row) => (row as { outcome: string }).outcome)
    expect(listOutcomes(tried)).toEqual(['imported', 'imported'])
    const [accepted] = await rows('import', 'comment-sheets', getComponent(), ...sheets)
    expect(listOutcomes(accepted)).toEqual(['imported', 'imported'])
    expect(
      listOutcomes((await rows('import', 'comment-sheets', getComponent(), ...sheets, '--job'))[0]),
    ).toEqual(['known', 'known'])
    await rows('export', 'component', getComponent(), 'disposition_csv', '-o', 'matrix.csv')
    const matrix = await readFile(toPath('matrix.csv'), 'utf8')
    const line = matrix.split('\n').find((text) => text.includes('Say which three.')) ?? ''
    const decided = line.replace(/\bpending\b/i, 'concur')
    expect(decided).not.toBe(line)
    await writeFile(toPath('filled.csv'), matrix.replace(line, decided))
    const [preview] = await rows('import', 'disposition', getComponent(), 'filled.csv', '--dry-run')
    expect(preview?.['rows']).toContainEqual(expect.objectContaining({ from: 'pending', to: 'concur' }))
    await rows('import', 'disposition', getComponent(), 'filled.csv')
    const { rows: concurred } = await api.reviews.ofComponent.query({ componentId, triage_status: 'concur' })
    expect(concurred.map(({ comment }) => comment)).toContain('Say which three.')
  })

  test.each([
    ['inspec', [], 'unchanged'],
    ['markdown', ['--dry-run'], 'changed'],
    ['markdown', [], 'changed'],
    ['reqif', ['--create'], 'unchanged'],
  ] as const)('what left as %s comes in again with %j', async (form, options, outcome) => {
    const [answer] = await getFixture().rows('import', form, getComponent(), toFileName(form), ...options)
    expect(answer?.['requirements']).toMatchObject([{ outcome }])
  })
}
