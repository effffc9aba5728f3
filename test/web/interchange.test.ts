import { expect, test } from 'vitest'
import { MAX_ARCHIVE_BYTES } from '../../src/formats/archive/entries.ts'
import { buildCatalogSheet } from '../../src/formats/exported/catalog-sheet.ts'
import { MAX_SHEET_BYTES } from '../../src/formats/spreadsheet/sheet.ts'
import { toExportAddress, FORMS, findForms } from '../../web/pages/interchange/forms.ts'
import { toGuideAddress, listGuideColumns } from '../../web/pages/interchange/guide-columns.ts'
import { ARCHIVE_LIMIT_BYTES, SHEET_LIMIT_BYTES } from '../../web/pages/interchange/limits.ts'
import { COMPONENT_EXPORT, EXPORTERS, PROJECT_EXPORT } from '../../workflows/exports/exporters.ts'

const BOTH = ['stig', 'srg'] as const

test('the menu has every type of export, with the endpoints, modes and kinds of the service', () => {
  const offered = FORMS.map(({ type, endpoints, modes, serves }) => [
    type,
    { endpoints, modes: modes.map(({ value }) => value), serves },
  ])
  const known = Object.entries(EXPORTERS).map(([type, { endpoints, modes, serves }]) => [
    type,
    { endpoints, modes, serves },
  ])
  expect(Object.fromEntries(offered)).toEqual(Object.fromEntries(known))
})

test('the roles that a form requires are those that the service requires', () => {
  for (const { cases } of [COMPONENT_EXPORT, PROJECT_EXPORT]) {
    for (const { needs, when } of cases) {
      const types = typeof when === 'object' && 'oneOf' in when ? when.oneOf : []
      const forms = FORMS.filter(({ type }) => types.includes(type))
      expect(forms).toHaveLength(types.length)
      expect(forms.every((form) => String(needs).endsWith(form.needs ?? 'nobody'))).toBe(true)
    }
  }
})

test('viewers are offered published formats, members the comments, authors the backup', () => {
  const listTypes = (role: 'viewer' | 'author' | null) =>
    findForms({ scope: 'component', kinds: ['stig'], role }).map(({ type }) => type)
  expect(listTypes(null)).not.toContain('disposition_csv')
  expect(listTypes(null)).toContain('xccdf')
  expect(listTypes('viewer')).toContain('disposition_csv')
  expect(listTypes('viewer')).not.toContain('json_archive')
  expect(listTypes('author')).toContain('json_archive')
  const listOptions = (role: 'viewer' | null) =>
    findForms({ scope: 'component', kinds: ['stig'], role }).find(({ type }) => type === 'pdf')?.options
  expect(listOptions(null)).not.toContain('include_comments')
  expect(listOptions('viewer')).toContain('include_comments')
})

test('an SRG has no spreadsheet or STIG mode, and released components have no options', () => {
  const srg = findForms({ scope: 'component', kinds: ['srg'], role: 'admin' })
  expect(srg.map(({ type }) => type)).not.toContain('excel')
  expect(srg.find(({ type }) => type === 'xccdf')?.modes.map(({ value }) => value)).toEqual(['published_srg'])
  const bulk = findForms({ scope: 'bulk', kinds: BOTH, role: null })
  expect(bulk.map(({ type }) => type).sort()).toEqual(['csv', 'docx', 'html', 'inspec', 'pdf', 'xccdf'])
  expect(bulk.every(({ options }) => options.length === 0)).toBe(true)
})

test('an address contains exactly the chosen options', () => {
  const plain = { mode: null, options: {}, components: null }
  expect(toExportAddress({ scope: 'component', id: 7 }, 'xccdf', plain)).toBe('/components/7/export/xccdf')
  expect(
    toExportAddress({ scope: 'project', id: 3 }, 'excel', {
      mode: 'vendor_submission',
      options: { exclude_satisfied_by: 'true' },
      components: [1, 2],
    }),
  ).toBe('/projects/3/export/excel?mode=vendor_submission&exclude_satisfied_by=true&component_ids=1%2C2')
  expect(toExportAddress({ scope: 'bulk' }, 'csv', { ...plain, components: [4] })).toBe(
    '/components/bulk_export/csv?component_ids=4',
  )
})

test.each(['srg', 'stig'] as const)('the columns of an %s are those of its sheet', (kind) => {
  const columns = listGuideColumns(`${kind}s`)
  const all = columns.map(({ key }) => key)
  expect(buildCatalogSheet(kind, all).headers.map((word) => word.toLowerCase())).toEqual(
    columns.map(({ label }) => label.toLowerCase()),
  )
  const usual = columns.filter((column) => column.isDefault).map(({ key }) => key)
  expect(buildCatalogSheet(kind, usual).headers).toEqual(buildCatalogSheet(kind, []).headers)
  expect(toGuideAddress(`${kind}s`, 2, 'csv', ['title', 'rule_id'])).toBe(
    `/${kind}s/2/export/csv?columns=rule_id,title`,
  )
})

test('files are checked against the limits of the service', () => {
  expect([SHEET_LIMIT_BYTES, ARCHIVE_LIMIT_BYTES]).toEqual([MAX_SHEET_BYTES, MAX_ARCHIVE_BYTES])
})
