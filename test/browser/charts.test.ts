import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectGoodLooks } from './support/looks.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'
const BREAKDOWN = ['Decisions by section', 'Decisions by organization', 'Age of open comments']

test('the overview of a component shows its charts, each with a table and a CSV file', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1')
  await page.getByRole('heading', { name: 'Harbor Gateway 3', level: 1 }).waitFor()
  for (const name of [
    'Requirements by status',
    'Comments by decision',
    'Progress by control family',
    ...BREAKDOWN,
  ]) {
    await page.getByRole('figure', { name }).waitFor()
  }
  const families = page.getByRole('figure', { name: 'Progress by control family' })
  await families.getByText(/^31 requirements in \d+ families; \d+ belong to no known control\./).waitFor()
  // Families overlap, so a sum over them would exceed the requirements.
  expect(
    await families
      .getByRole('listitem')
      .filter({ hasText: /^(Locked|Determined|Not yet determined)$/ })
      .count(),
  ).toBe(3)
  await page.getByRole('img', { name: /open on .*\d{4}/ }).waitFor()
  await expectGoodLooks(page, 'overview-charts')
  await page.setViewportSize({ width: 1280, height: 900 })
  const decisions = page.getByRole('figure', { name: 'Comments by decision' })
  await decisions.getByText('Table of comments by decision').press('Enter')
  await decisions.getByRole('rowheader', { name: 'Pending' }).waitFor()
  const csv = await decisions.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect(decodeURIComponent(csv ?? '')).toMatch(/^[^]*"Decision","Comments","Percent"\r\n[^]*"Pending",/)
  // The table shows days like the page, the file as dates that programs read.
  const open = page.getByRole('figure', { name: 'Open comments over time' })
  await open.getByText('Table of open comments over time').press('Enter')
  await open
    .getByRole('rowheader', { name: /^\d+ \w+ \d{4}$/ })
    .first()
    .waitFor()
  const days = await open.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect(decodeURIComponent(days ?? '')).toMatch(/"\d{4}-\d\d-\d\d",/)
})

/** The links of a list of counts, each with its count. */
async function listCountedLinks(list: Locator): Promise<{ name: string; count: number; href: string }[]> {
  const rows = await list
    .locator('li')
    .filter({ has: list.page().getByRole('link') })
    .all()
  return Promise.all(
    rows.map(async (row) => {
      const link = row.getByRole('link')
      const count = /\d+/.exec(
        ((await row.textContent()) ?? '').replace((await link.textContent()) ?? '', ''),
      )
      return {
        name: (await link.textContent()) ?? '',
        count: Number(count?.[0] ?? /\d+/.exec((await link.textContent()) ?? '')?.[0]),
        href: (await link.getAttribute('href')) ?? '',
      }
    }),
  )
}

test('each count of the overview leads to a list with as many rows', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1')
  const stand = page.getByRole('region', { name: 'Current state' })
  await stand.getByRole('link', { name: 'All findings' }).waitFor()
  const links = await listCountedLinks(stand)
  const triage = links.filter(({ href }) => href.includes('/triage'))
  const requirements = links.filter(({ href }) => href.includes('/edit'))
  expect(triage.map(({ name }) => name)).toEqual(expect.arrayContaining(['Pending', 'Accepted', 'Closed']))
  expect(requirements.map(({ name }) => name)).toContain('Not yet determined')
  for (const { name, count, href } of [...triage, ...requirements]) {
    await page.goto(href)
    await expect
      .poll(() => page.locator('[aria-rowcount]').getAttribute('aria-rowcount'), { message: name })
      .toBe(String(count + 1))
  }
})

test('the overview has the phase and the dates of a component for screen readers', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1')
  const steps = page.getByRole('list', { name: 'Phases' }).getByRole('listitem')
  await expect.poll(() => steps.allTextContents()).toHaveLength(5)
  expect(await steps.nth(0).textContent()).toBe('Draft, done')
  expect(await steps.nth(1).getAttribute('aria-current')).toBe('step')
  expect(await steps.nth(1).textContent()).toContain('Open for comment, now')
  expect(await steps.nth(4).textContent()).toBe('Released, not yet')
})

test('a project and the portfolio show their charts', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1')
  for (const name of ['Progress by component', 'Comments by decision', 'Triage workload', ...BREAKDOWN]) {
    await page.getByRole('figure', { name }).waitFor()
  }
  await page.getByRole('figure', { name: 'Progress by control family' }).waitFor()
  await expectGoodLooks(page, 'project-charts')
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const path of ['/app', '/app/projects']) {
    await page.goto(path)
    for (const name of ['Comments by decision', 'Open comments over time', 'Triage workload', ...BREAKDOWN]) {
      await page.getByRole('figure', { name }).waitFor()
    }
    const age = page.getByRole('figure', { name: 'Age of open comments' })
    await age.getByText('Table of age of open comments').press('Enter')
    const csv = await age.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
    expect(decodeURIComponent(csv ?? '')).toContain('"Posted"')
    await expectGoodLooks(page, path === '/app' ? 'my-work-charts' : 'portfolio-charts')
    await page.setViewportSize({ width: 1280, height: 900 })
  }
})

test('the reference of controls finds a control, a CCI and a family, and lists requirements', async () => {
  const page = await workbench.visitAs(OWNER, '/app/controls')
  await page.getByRole('heading', { name: 'Controls and CCIs', level: 1 }).waitFor()
  await expectGoodLooks(page, 'controls')
  await page.setViewportSize({ width: 1280, height: 900 })
  const field = page.getByRole('searchbox', { name: 'Find a control or CCI' })
  await field.fill('cci-54')
  const requirements = page.getByRole('region', { name: 'Requirements of AC-10' })
  await requirements.getByRole('link').first().waitFor()
  await expectGoodLooks(page, 'control-requirements')
  await field.fill('zz')
  await page.getByText('No matching controls').waitFor()
})

test('the requirements under a control are those of the project that the page counts', async () => {
  const page = await workbench.visitAs(OWNER, '/app')
  const requested = page.waitForRequest((request) => request.url().includes('controls.requirements'))
  await page.goto('/app/controls?project_id=1&control=AC-10')
  expect(decodeURIComponent((await requested).url())).toContain('"project_id":1')
  await page.getByRole('region', { name: 'Requirements of AC-10' }).waitFor()
})
