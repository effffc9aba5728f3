import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { PATIENT, read } from './support/read.ts'
import { createSampleComponent } from './support/sample-component.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench()

beforeAll(async () => {
  await createSampleComponent(workbench)
  await workbench.inTab(ADMIN, async (page) => {
    for (const comment of ['Heron one', 'Heron two']) {
      const data = { review: { action: 'comment', section: 'fixtext', comment } }
      const headers = { origin: workbench.url() }
      const response = await page.request.post('/rules/1/reviews', { data, headers, ...PATIENT })
      expect(response.status()).toBe(200)
    }
  })
})

const readStatus = async (page: Page, id: number) =>
  (await read<{ review: { triage_status: string } }>(page, `/reviews/${id}`)).review.triage_status

test('a restart during a decision and a comment shows both errors and loses no text', async () => {
  const triage = await workbench.visitAs(ADMIN, '/app/components/1/triage?rule_id=1')
  await triage.getByRole('region', { name: 'Comment 1', exact: true }).waitFor()
  const reading = await triage.context().newPage()
  await reading.goto('/app/components/1/comments?rule_id=1')
  await reading.getByRole('article', { name: 'Requirement 000001' }).waitFor()
  await Promise.all([triage, reading].map((page) => page.waitForLoadState('networkidle')))
  await reading.getByRole('button', { name: 'Comment on Check' }).press('Enter')
  await reading.keyboard.type('Written while the service went away.')
  await triage.keyboard.press('3')
  await triage.keyboard.type('Not in this version.')

  await workbench.down()
  await triage.keyboard.press('Control+Enter')
  await reading.keyboard.press('Control+Enter')
  await reading.getByText('The service isn’t responding.', { exact: false }).first().waitFor()
  await triage.getByText('Your decision on comment 1 was not saved.').waitFor()

  await workbench.up()
  await expect.poll(() => readStatus(triage, 1)).toBe('pending')
  await triage.getByRole('button', { name: 'Open 1' }).press('Enter')
  await triage.getByRole('button', { name: 'Decline again' }).press('Enter')
  const response = triage.getByLabel(/^Response \(required/)
  await expect.poll(() => response.inputValue()).toBe('Not in this version.')
  await response.press('Control+Enter')
  await expect.poll(() => readStatus(triage, 1)).toBe('non_concur')
  await reading.getByLabel('Comment on Check').last().press('Control+Enter')
  await reading
    .getByRole('region', { name: 'Check', exact: true })
    .getByRole('article', { name: /^Comment/ })
    .waitFor()
  const { rows } = await read<{ rows: { comment: string }[] }>(reading, '/components/1/comments?rule_id=1')
  const posted = rows.filter(({ comment }) => comment === 'Written while the service went away.')
  expect(posted).toHaveLength(1)
  // A draft survives the page too.
  await triage.keyboard.press('j')
  await triage.keyboard.press('3')
  await triage.keyboard.type('Kept over a reload.')
  await triage.reload()
  await triage.getByRole('region', { name: 'Comment 2', exact: true }).waitFor()
  await triage.keyboard.press('3')
  await expect.poll(() => response.inputValue()).toBe('Kept over a reload.')
  await expect.poll(async () => (await triage.request.get('/up', PATIENT)).ok()).toBe(true)
})

test('a page asks a stopped service ever more rarely, and is live at once when the user returns to it', async () => {
  const page = await workbench.visitAs(ADMIN, '/app')
  await page.clock.install()
  await page.goto('/app/components/1')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  let requests = 0
  page.on('request', () => {
    requests += 1
  })

  await workbench.down()
  await page.getByText('Not live', { exact: true }).waitFor()
  // Probes after about 1, 3, 7, 15 and 31 seconds and then every 30, and one failed series of polls.
  await page.clock.runFor(300_000)
  expect(requests).toBeLessThan(40)

  await workbench.up()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByText('Live', { exact: true }).waitFor()
})
