import { expect, test } from 'vitest'
import { expectAccessible } from './support/looks.ts'
import { aTriage, AUTHOR, TRIAGE } from './support/triage.ts'
import { aWorkbench } from './support/workbench.ts'

const workbench = aWorkbench({ demo: true })
const { comments, stored } = aTriage(workbench)

test('a cluster too large for one page is decided part by part, each followed by the next', async () => {
  const text = 'The penguin test should say which colony it means, and how often the keeper counts it again.'
  const { ids } = await comments(
    18,
    Array.from({ length: 53 }, () => text),
  )
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?view=clusters`)
  const cluster = page.getByRole('article', { name: /^53 similar/ })
  await cluster.getByText('3 further comments of this group.').waitFor()
  await expectAccessible(page, 'cluster-in-parts')
  await page.keyboard.press('1')
  await cluster.getByText('What about the other 49?').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored(page, ids[49])).triage_status).toBe('concur')
  expect((await stored(page, ids[50])).triage_status).toBe('pending')
  await expect.poll(() => cluster.getByRole('checkbox').count()).toBe(3)
  await page.keyboard.press('1')
  await cluster.getByText('What about the other 3?').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored(page, ids[52])).triage_status).toBe('concur')
  await cluster.getByRole('button', { name: 'Show the first comments' }).press('Enter')
  await cluster.getByRole('button', { name: 'Show the next comments' }).waitFor()
  await expect.poll(() => cluster.getByRole('checkbox').count()).toBe(49)
})
