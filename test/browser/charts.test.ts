import { expect, test } from 'vitest'
import { expectGoodLooks } from './support/looks.ts'
import { aWorkbench } from './support/workbench.ts'

const workbench = aWorkbench({ demo: true })
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
  await page.getByRole('img', { name: /open on \d{4}-/ }).waitFor()
  await expectGoodLooks(page, 'overview-charts')
  await page.setViewportSize({ width: 1280, height: 900 })
  const decisions = page.getByRole('figure', { name: 'Comments by decision' })
  await decisions.getByText('Table of comments by decision').press('Enter')
  await decisions.getByRole('rowheader', { name: 'Pending' }).waitFor()
  const csv = await decisions.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect(decodeURIComponent(csv ?? '')).toContain('"Decision","Comments","Percent"\r\n"Pending",')
  const shown = (await decisions.locator('figcaption p').textContent()) ?? ''
  const [, decided, total] = /^(\d+) of (\d+) comments decided$/.exec(shown) ?? []
  await page.locator('p', { hasText: `${decided} of ${total}Open` }).waitFor()
})

test('a project and the portfolio show their charts', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1')
  for (const name of ['Progress by component', 'Comments by decision', 'Triage workload', ...BREAKDOWN]) {
    await page.getByRole('figure', { name }).waitFor()
  }
  await page.getByRole('figure', { name: 'Progress by control family' }).waitFor()
  await expectGoodLooks(page, 'project-charts')
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
