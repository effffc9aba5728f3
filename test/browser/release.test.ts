import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectFocus, tabTo } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { savePicture } from './support/picture.ts'
import { PATIENT, read } from './support/read.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const OWNER = 'olga@demo.example'

const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Returns the id of a component of the demo's first project. */
async function findComponent(page: Page, name: string): Promise<number> {
  const { components } = await read<{ components: { id: number; name: string }[] }>(page, '/projects/1')
  return components.find((item) => item.name === name)?.id ?? 0
}

test('My work shows late, assigned and review items, and opens them by keyboard', async () => {
  const author = await workbench.visitAs('ari@demo.example', '/app')
  await author.getByText('2 things are waiting for you, 1 is late').waitFor()
  // Four if the day ends while the tests run.
  await author.getByText(/^[34] days late$/).waitFor()
  await author.getByRole('link', { name: 'Close 3 decided comments' }).waitFor()
  await savePicture(author, 'my-work')
  await expectGoodLooks(author, 'home-author')
  await author.keyboard.press('j')
  await author.keyboard.press('Enter')
  await author.waitForURL(/\/app\/components\/\d+\/triage\?.*comment=\d+/)

  const reviewer = await workbench.visitAs('rosa@demo.example', '/app')
  await reviewer.getByRole('list', { name: 'Waiting for my review' }).getByRole('link').press('Enter')
  await reviewer.waitForURL(/HGW4-01-000001$/)

  const commenter = await workbench.visitAs('vito@demo.example', '/app')
  await commenter.getByText('waiting for me').first().waitFor()
  await expectAccessible(commenter, 'home-commenter')
})

test('a comment period is opened, closed and finalized by keyboard', async () => {
  const page = await workbench.visitAs(OWNER, '/app')
  const id = await findComponent(page, 'Harbor Gateway 4')
  await page.goto(`/app/components/${id}`)
  await waitForHeading(page, 'Harbor Gateway 4')
  await tabTo(page, findButton(page, 'Open for comment'))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Open for comment' }).waitFor()
  await expectGoodLooks(page, 'open-for-comment')
  await tabTo(page, page.getByRole('radio', { name: '30 days' }))
  await page.keyboard.press('Space')
  await tabTo(page, findButton(page, 'Confirm'))
  await page.keyboard.press('Enter')
  await page.getByText('30 days', { exact: true }).waitFor()
  await expect
    .poll(() => read(page, `/api/components/${id}/summary`))
    .toMatchObject({
      comment_phase: 'open',
      comment_period_days_remaining: 30,
    })

  for (const step of ['Close for adjudication', 'Finalize']) {
    await tabTo(page, findButton(page, step))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, step)
    await tabTo(page, findButton(page, 'Confirm'))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await findButton(page, step).waitFor({ state: 'detached' })
    await expectFocus(page.getByRole('heading', { level: 1 }))
  }
  await findButton(page, 'Back to adjudication').waitFor()
  await expect
    .poll(() => read(page, `/api/components/${id}/summary`))
    .toMatchObject({ closed_reason: 'finalized' })
})

test('open tasks before a release are listed with links', async () => {
  const page = await workbench.visitAs(OWNER, '/app/components/1/readiness')
  await waitForHeading(page, 'One of four gates passed')
  await page.getByText('25 not yet determined').waitFor()
  await savePicture(page, 'readiness')
  await expectGoodLooks(page, 'readiness-findings')
  await page.setViewportSize({ width: 1280, height: 900 })
  const obstacles = page.getByRole('list', { name: 'Release blockers' })
  await obstacles.getByRole('link').first().waitFor()
  await expect
    .poll(
      async () =>
        (await obstacles.getByRole('listitem').count()) - (await obstacles.getByRole('link').count()),
    )
    .toBe(0)

  await page.getByRole('link', { name: 'Choose a status: HGW3-01-000003' }).press('Enter')
  await page.getByRole('group', { name: 'Status' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: /without mitigations$/ }).press('Enter')
  await page.getByRole('link', { name: /^Write mitigation/ }).press('Enter')
  const mitigations = page.getByLabel('Mitigations', { exact: true })
  await expectFocus(mitigations)
  await page.goBack()
  await page.getByRole('link', { name: /^Open all in the editor: 25/ }).press('Enter')
  await page.getByRole('status').filter({ hasText: '25 of 31' }).waitFor()
})

test('a ready component is released by keyboard from its project', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1')
  await waitForHeading(page, 'Harbor Gateways')
  await tabTo(page, page.getByRole('link', { name: 'Quay Tablet: Release' }))
  await page.keyboard.press('Enter')
  await waitForHeading(page, 'All four gates passed')
  await tabTo(page, page.getByLabel('Type Quay Tablet V1R1 to release it'))
  await page.keyboard.type('Quay Tablet V1R1')
  await page.keyboard.press('Enter')
  await waitForHeading(page, 'Quay Tablet V1R1 is released')
  await expectFocus(page.getByRole('heading', { level: 1 }))
  await expectGoodLooks(page, 'is-released')
  const id = await findComponent(page, 'Quay Tablet')
  await expect.poll(() => read(page, `/api/components/${id}/summary`)).toMatchObject({ released: true })
})

test("a role that ends while a page is open removes the project's data within a minute", async () => {
  const owner = await workbench.visitAs(OWNER, '/app')
  const headers = { origin: workbench.url() }
  const { memberships } = await read<{ memberships: { id: number; name: string }[] }>(owner, '/projects/1')
  const findMembershipId = (name: string) => memberships.find((item) => item.name === name)?.id ?? 0
  const page = await workbench.visitAs('ari@demo.example', '/app/components/1/HGW3-01-000004')
  await page.clock.install()
  await page.reload()
  await page.getByRole('textbox', { name: 'Fix', exact: true }).waitFor()
  await owner.request.put(`/memberships/${findMembershipId('Ari Quay')}`, {
    data: { membership: { role: 'viewer' } },
    headers,
    ...PATIENT,
  })
  await page.clock.runFor(40_000)
  await page.getByText('Only authors of the project can edit requirements').waitFor()
  await owner.request.delete(`/memberships/${findMembershipId('Ari Quay')}`, { headers, ...PATIENT })
  await page.clock.runFor(40_000)
  await waitForHeading(page, 'Page not found')
  await expect.poll(() => page.locator('body').textContent()).not.toContain('Harbor Gateway 3')
  await page.getByRole('link', { name: 'My work' }).first().press('Enter')
  await waitForHeading(page, 'My work')
  await expect.poll(() => page.getByText('Harbor Gateways').count()).toBe(0)
})
