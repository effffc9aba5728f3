import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { AUTHOR, COMPONENT, REVIEWER, type Rule } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

const headers = () => ({ origin: workbench.url() })

/** Returns an unlocked requirement without a review request. */
async function findReviewable(page: Page): Promise<Rule> {
  const { rules } = await read<{ rules: (Rule & { locked: boolean; review_requestor_id: number | null })[] }>(
    page,
    `/components/${COMPONENT}/rules_picker`,
  )
  const rule = rules.find(({ locked, review_requestor_id: asker }) => !locked && asker === null)
  if (!rule) throw new Error('no requirement to be reviewed')
  return rule
}

test('an author names a reviewer, who finds the request on My work and sees who asks', async () => {
  const page = await workbench.visitAs(AUTHOR, '/up')
  const rule = await findReviewable(page)
  await page.goto(`/app/components/${COMPONENT}/${rule.displayed_name}`)
  await page.getByRole('button', { name: /^Review / }).click()
  await page.getByRole('button', { name: /^Reviewers: / }).click()
  await page.getByRole('option', { name: 'Rosa Pier' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'naming reviewers')
  const folder = process.env['SCREENSHOTS']
  if (folder) await page.screenshot({ path: `${folder}/name-reviewers.png` })
  await page.getByRole('button', { name: /Request a review/ }).click()
  await page.getByText('Ari Quay asks Rosa Pier for a review').waitFor()

  const reviewer = await workbench.visitAs(REVIEWER, '/app')
  const list = reviewer.getByRole('list', { name: 'Reviews requested from me' })
  if (folder) await reviewer.screenshot({ path: `${folder}/asked-for-review.png` })
  await list.getByRole('link', { name: rule.displayed_name }).press('Enter')
  await reviewer.getByText('Ari Quay asks Rosa Pier for a review').waitFor()
  const data = { review: { action: 'revoke_review_request', comment: 'Back.' } }
  const answer = await page.request.post(`/rules/${rule.id}/reviews`, {
    data,
    headers: headers(),
    ...PATIENT,
  })
  expect(answer.ok()).toBe(true)
})

test('an author finds requested changes and mentions on My work, and opens both by keyboard', async () => {
  const author = await workbench.visitAs(AUTHOR, '/up')
  const reviewer = await workbench.visitAs(REVIEWER, '/up')
  const rule = await findReviewable(author)
  const review = async (page: Page, action: string, comment: string) => {
    const data = { review: { action, comment } }
    const options = { data, headers: headers(), ...PATIENT }
    expect((await page.request.post(`/rules/${rule.id}/reviews`, options)).ok()).toBe(true)
  }
  await review(author, 'request_review', 'Please look.')
  await review(reviewer, 'request_changes', 'The check names no file, @Ari Quay.')
  await author.goto('/app')
  const findItem = (list: string) =>
    author.getByRole('list', { name: list }).getByRole('link', { name: rule.displayed_name })
  await findItem('Changes requested').getByText('Rosa Pier in Harbor Gateway 3').waitFor()
  await expectGoodLooks(author, 'home-changes')
  await author.setViewportSize({ width: 360, height: 740 })
  await findItem('Changes requested').getByText('Rosa Pier in Harbor Gateway 3').waitFor()
  await findItem('Changes requested').press('Enter')
  await author.waitForURL(new RegExp(`/${rule.displayed_name}$`))
  await author.getByText('The check names no file').first().waitFor()
  await author.goBack()
  await findItem('Mentions of me').press('Enter')
  await author.waitForURL(/\/app\/reviews\/\d+$/)
  await author.getByText('The check names no file').first().waitFor()
})
