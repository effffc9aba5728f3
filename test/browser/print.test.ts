import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readPdf } from '../support/pdf.ts'
import { waitForHeading } from './support/heading.ts'
import { PATIENT, read } from './support/read.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'
/** So low that a long list renders only some of its rows. */
const LOW = { viewport: { width: 1280, height: 500 } }

/** Returns the number of sheets of the printed page. */
async function countSheets(page: Page): Promise<number> {
  const file = (await page.pdf({ format: 'Letter' })).toString('latin1')
  return file.match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** Runs in the page: returns the texts that overflow their rows. */
function listOverflowing(rows: Element[]): string[] {
  const isLower = (row: Element, text: Element) =>
    text.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom + 1
  return rows.filter((row) => [...row.querySelectorAll('bdi')].some((text) => isLower(row, text))).map(String)
}

/** Runs in the page: returns the words of these elements that are broken over two lines. */
function listBrokenWords(elements: Element[]): string[] {
  return elements.flatMap((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement?.closest('.visually-hidden')) continue
      const text = walker.currentNode.textContent ?? ''
      for (const { 0: word, index } of text.matchAll(/\w+/g)) {
        const range = document.createRange()
        range.setStart(walker.currentNode, index)
        range.setEnd(walker.currentNode, index + word.length)
        if (range.getClientRects().length > 1) broken.push(word)
      }
    }
    return broken
  })
}

/** Emulates print media, without elements for the screen only. */
async function expectPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('banner').count()).toBe(0)
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('search').count()).toBe(0)
}

test('a component is downloaded as a PDF with its comments', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1')
  await waitForHeading(page, 'Harbor Gateway 3')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: /Format$/ }).click()
  await page.getByRole('option', { name: 'PDF document' }).click()
  await page.getByText('Include comments and dispositions').click()
  const link = page.getByRole('link', { name: 'Download' })
  expect(await link.getAttribute('href')).toBe('/components/1/export/pdf?include_comments=true')
  const file = await page.request.get('/components/1/export/pdf?include_comments=true', PATIENT)
  const { pages } = readPdf(await file.body())
  expect(pages.join('\n')).toContain('Comments')
  const coming = page.waitForEvent('download')
  await link.click()
  expect((await coming).suggestedFilename()).toMatch(/\.pdf$/)
})

test('the requirements of a component are printed with all rows, over several sheets', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1/edit', LOW)
  await waitForHeading(page, 'Requirements')
  const { rules } = await read<{ rules: unknown[] }>(page, '/components/1')
  const grid = page.getByRole('grid', { name: 'Requirements' })
  await grid.getByRole('row').nth(2).waitFor()
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(rules.length + 1))
  expect(await grid.getByRole('row').count()).toBeLessThan(rules.length)
  await expectPrinted(page)
  await expect.poll(() => grid.getByRole('row').count()).toBe(rules.length + 1)
  expect(await page.getByRole('columnheader', { name: 'Title' }).isVisible()).toBe(true)
  expect(
    await grid.getByRole('row').evaluateAll(listOverflowing),
    'rows whose texts lie over the next row',
  ).toEqual([])
  expect(await countSheets(page)).toBeGreaterThan(1)
})

test.each(['/app/components/1/edit', '/app/components/1/triage?view=table&triage_status=all'])(
  'a printed sheet of %s breaks no word of its columns',
  async (address) => {
    // As wide as a sheet of A4; a narrower window has another table.
    const page = await workbench.visitAs(OWNER, address, { viewport: { width: 720, height: 1000 } })
    const rows = page.getByRole('grid').getByRole('row')
    await rows.nth(10).waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => rows.count()).toBeGreaterThan(15)
    expect(await rows.evaluateAll(listBrokenWords)).toEqual([])
  },
)

test('a requirement is printed with number, status and full texts, without buttons', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const { rules } = await read<{ rules: { displayed_name: string }[] }>(page, '/components/1/rules_picker')
  const name = rules[2]?.displayed_name ?? ''
  await page.goto(`/app/components/1/${name}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Fix', exact: true, level: 2 }).waitFor()
  await expectPrinted(page)
  expect(await page.getByText(name, { exact: true }).first().isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: /^Status/ }).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: /^Lock/ }).count()).toBe(0)
  expect(await page.getByRole('textbox').count()).toBe(0)
})

test.each([
  ['/app/components/1/history?base=3', 'History', 'Changes'],
  ['/app/components/1/triage?view=table', 'Triage', 'Decision'],
  ['/app/components/1', 'Harbor Gateway 3', 'Requirements by status'],
  ['/app/components/1/readiness', 'One of four gates passed', 'not yet determined'],
])('the page %s is printed with its content, however low the window is', async (path, title, content) => {
  const page = await workbench.visitAs(OWNER, path, LOW)
  await waitForHeading(page, title)
  await page.getByText(content).first().waitFor()
  await expectPrinted(page)
  expect(await page.getByRole('heading', { name: title, level: 1 }).isVisible()).toBe(true)
  expect(await page.getByText(content).first().isVisible()).toBe(true)
  const cut = await page.evaluate(() => {
    const main = document.querySelector('main')
    return main === null || main.scrollHeight > main.clientHeight + 1
  })
  expect(cut).toBe(false)
})
