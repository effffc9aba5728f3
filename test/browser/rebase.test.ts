import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createBenchmarkFile } from '../support/xccdf.ts'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench()
/** Each attempt of a test has its own guide and project. */
let tries = 0

interface StoredComponent {
  id: number
  rules: { id: number; version: string; title: string; fixtext: string }[]
}

const post = async (page: Page, path: string, data: object) =>
  (await page.request.post(path, { data, headers: { origin: workbench.url() }, ...PATIENT })).json()

async function upload(page: Page, name: string, release: string, fixes: [string, string][]): Promise<number> {
  const rules = fixes.map(([version, fix]) => ({
    version,
    ruleId: `SV-${version}`,
    title: `The pier must follow ${version}.`,
    fix,
  }))
  const buffer = Buffer.from(
    createBenchmarkFile({ id: `Pier_${name}_SRG`, title: `Pier ${name} SRG`, release, rules }),
  )
  const file = { name: 'pier.xml', mimeType: 'text/xml', buffer }
  const headers = { origin: workbench.url() }
  const { srg } = await (
    await page.request.post('/srgs', { multipart: { file }, headers, ...PATIENT })
  ).json()
  return srg.id
}

/** Creates a component on an old release, whose second requirement has its own fix. */
async function createComponent(page: Page): Promise<number> {
  tries += 1
  const name = `T${Date.now()}n${tries}`
  const old = await upload(page, name, '1', [
    ['SRG-APP-000001', 'Moor the boats with two lines at the bow.'],
    ['SRG-APP-000002', 'Light the pier with ten lamps.'],
    ['SRG-APP-000003', 'Paint the bollards.'],
  ])
  await upload(page, name, '2', [
    ['SRG-APP-000001', 'Moor the boats with three lines at the bow.'],
    ['SRG-APP-000002', 'Light the pier with twenty lamps.'],
    ['SRG-APP-000004', 'Close the gate at night.'],
  ])
  const { project } = await post(page, '/projects', { project: { name: `Pier ${name}` } })
  const { component } = await post(page, `/projects/${project.id}/components`, {
    component: { name: 'Pier', prefix: 'PIER-01', title: 'Pier', security_requirements_guide_id: old },
  })
  const { rules } = await read<StoredComponent>(page, `/components/${component.id}`)
  await page.request.patch(`/rules/${rules[1]?.id}`, {
    data: { rule: { fixtext: 'Light the whole pier with ten lamps.' } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  return component.id
}

const readFixes = async (page: Page, id: number) =>
  (await read<StoredComponent>(page, `/components/${id}`)).rules.map(({ version, fixtext }) => [
    version,
    fixtext,
  ])

const isInViewport = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

const BEFORE = [
  ['SRG-APP-000001', 'Moor the boats with two lines at the bow.'],
  ['SRG-APP-000002', 'Light the whole pier with ten lamps.'],
  ['SRG-APP-000003', 'Paint the bollards.'],
]

test('an admin moves a component to a newer release by keys, merges a conflict, and undoes it', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/projects')
  const id = await createComponent(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${workbench.url()}/app/components/${id}`)
  await page.getByRole('link', { name: 'Update to V1R2' }).click()
  await page.getByRole('heading', { name: 'Update to V1R2' }).waitFor()
  const conflict = page.getByRole('region', { name: 'Fix of requirement 000002' })
  await conflict.waitFor()
  await expectGoodLooks(page, 'rebase')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByText('1 text with a conflict is not decided.').waitFor()

  await page.keyboard.press('n')
  await expect.poll(() => conflict.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('2')
  await expect.poll(() => conflict.getByRole('radio', { name: 'Use the new text' }).isChecked()).toBe(true)
  await page.keyboard.press('1')
  await expect.poll(() => conflict.getByRole('radio', { name: 'Keep ours' }).isChecked()).toBe(true)
  await conflict.getByText('Edit', { exact: true }).click()
  const text = conflict.getByRole('textbox', { name: 'Fix of requirement 000002' })
  await expect.poll(() => text.inputValue()).toBe('Light the whole pier with twenty lamps.')
  await expectGoodLooks(page, 'rebase-edit')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Update to V1R2' }).press('Enter')

  await page
    .getByText(/^Updated to V1R2: 2 requirements moved, /)
    .first()
    .waitFor()
  expect(await readFixes(page, id)).toEqual([
    ['SRG-APP-000001', 'Moor the boats with three lines at the bow.'],
    ['SRG-APP-000002', 'Light the whole pier with twenty lamps.'],
    ['SRG-APP-000004', 'Close the gate at night.'],
  ])
  await page.reload()
  await page.getByRole('button', { name: 'Undo the update' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Undo the update of the SRG?' })
  await expectAccessible(page, 'undo of a rebase')
  await question.getByRole('button', { name: 'Undo the update' }).press('Enter')
  await page
    .getByText(/^The update of the SRG is undone: /)
    .first()
    .waitFor()
  expect(await readFixes(page, id)).toEqual(BEFORE)
  await expectFocus(page.getByRole('heading', { level: 1, name: 'Pier' }))
  await expect.poll(() => page.getByRole('button', { name: 'Undo the update' }).count()).toBe(0)
})

test('a rebase keeps a dropped requirement and omits a new one, as chosen', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/projects')
  const id = await createComponent(page)
  await page.goto(`${workbench.url()}/app/components/${id}/rebase`)
  await page.getByText('Delete requirement 000003').click()
  await page.getByText('The pier must follow SRG-APP-000004.').click()
  await page.getByRole('button', { name: 'Update to V1R2' }).press('Enter')
  await page
    .getByText(/^Updated to V1R2: /)
    .first()
    .waitFor()
  expect((await readFixes(page, id)).map(([version]) => version)).toEqual([
    'SRG-APP-000001',
    'SRG-APP-000002',
    'SRG-APP-000003',
  ])
  await page.goto(`${workbench.url()}/app/components/${id}/rebase`)
  await page.getByText(/is based on the latest release of its SRG/).waitFor()
  await expectGoodLooks(page, 'rebase-nothing')
})

test('a component that already has the release says so calmly and leads back', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/projects')
  const id = await createComponent(page)
  const { guide } = await read<{ guide: { id: number } }>(page, `/api/components/${id}/header`)
  await page.goto(`${workbench.url()}/app/components/${id}/rebase?srg_id=${guide.id}`)
  await page.getByText(/is already based on V1R1\. There is nothing to update\./).waitFor()
  await page.getByRole('heading', { name: 'Update the SRG', level: 1 }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Overview' }).last().press('Enter')
  await page.getByRole('heading', { name: 'Pier', level: 1 }).waitFor()
})

test('a click confirms the own text of a conflict, and the choices outlive a reload', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/projects')
  const id = await createComponent(page)
  await page.goto(`${workbench.url()}/app/components/${id}/rebase`)
  const conflict = page.getByRole('region', { name: 'Fix of requirement 000002' })
  await page.getByText('1 text with a conflict is not decided.').waitFor()
  await conflict.getByText('Keep ours').click()
  await page.getByText('1 text with a conflict is not decided.').waitFor({ state: 'detached' })
  await page.getByText('Delete requirement 000003').click()
  await page.getByText('0 deleted, 1 kept').waitFor()
  await page.reload()
  await page.getByText('Your choices from an earlier visit are restored.').waitFor()
  await expect.poll(() => conflict.getByRole('radio', { name: 'Keep ours' }).isChecked()).toBe(true)
  await page.getByText('0 deleted, 1 kept').waitFor()
  await page.getByRole('button', { name: 'Start over' }).press('Enter')
  await page.getByText('1 text with a conflict is not decided.').waitFor()
  await page.getByText('1 deleted, 0 kept').waitFor()
})

test('a rejected update says why next to its button', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/projects')
  const id = await createComponent(page)
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto(`${workbench.url()}/app/components/${id}/rebase`)
  const conflict = page.getByRole('region', { name: 'Fix of requirement 000002' })
  await conflict.getByText('Edit', { exact: true }).click()
  await conflict.getByRole('textbox').fill('x'.repeat(40_000))
  await page.getByRole('button', { name: 'Update to V1R2' }).press('Enter')
  const problem = page.getByRole('alert')
  await problem.getByText(/^Fix of requirement 000002 must have at most 32767 characters/).waitFor()
  await expect.poll(() => isInViewport(problem)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('an update shows the locked requirements that it skipped, which follow when they are unlocked', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/projects')
  const id = await createComponent(page)
  const { rules } = await read<StoredComponent>(page, `/components/${id}`)
  const review = async (action: string) => {
    await post(page, `/rules/${rules[0]?.id}/reviews`, { review: { action, comment: 'As agreed.' } })
  }
  await review('lock_control')
  await page.goto(`${workbench.url()}/app/components/${id}/rebase`)
  await page.getByRole('button', { name: 'Update to V1R2' }).press('Enter')
  await page.getByText('These requirements stay on their release.').waitFor()
  await page.getByText('Unchanged. The requirement is locked.').waitFor()
  expect(await page.getByRole('button', { name: /^Update to/ }).count()).toBe(0)

  await review('unlock_control')
  await page.goto(`${workbench.url()}/app/components/${id}/settings`)
  await page.getByRole('link', { name: 'Update the SRG' }).press('Enter')
  await page.getByRole('button', { name: 'Update to V1R2' }).press('Enter')
  await page.getByRole('heading', { name: 'Pier', level: 1 }).waitFor()
  const [first] = await readFixes(page, id)
  expect(first).toEqual(['SRG-APP-000001', 'Moor the boats with three lines at the bow.'])
})

test('an update that someone else did first shows what is left', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => workbench.visitAs(ADMIN, '/app/projects')))
  if (!first || !second) throw new Error('Both pages are open.')
  const id = await createComponent(first)
  const { rules } = await read<StoredComponent>(first, `/components/${id}`)
  await post(first, `/rules/${rules[0]?.id}/reviews`, {
    review: { action: 'lock_control', comment: 'Agreed.' },
  })
  for (const page of [first, second]) {
    await page.goto(`${workbench.url()}/app/components/${id}/rebase`)
    await page.getByRole('button', { name: 'Update to V1R2' }).waitFor()
  }
  const conflict = second.getByRole('region', { name: 'Fix of requirement 000002' })
  await conflict.getByText('Use the new text').click()
  await second.getByText('The pier must follow SRG-APP-000004.').click()
  await first.getByRole('button', { name: 'Update to V1R2' }).press('Enter')
  await first.getByText('These requirements stay on their release.').waitFor()
  await second.getByRole('button', { name: 'Update to V1R2' }).press('Enter')
  await second.getByText(/^Requirement 000002 does not come from an older release/).waitFor()
  await second.getByText('These requirements stay on their release.').waitFor()
  expect(await conflict.count()).toBe(0)
})
