import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { AUTHOR, COMPONENT, createTriage, OWNER, REVIEWER, TRIAGE } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments: createComments, write } = createTriage(workbench)

/** The draft that has a requirement under review. */
const DRAFT = '/app/components/6'

test('a corrected field leaves the button under the pointer, so that one click sends the form', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1/components/new')
  const create = page.getByRole('button', { name: 'Create component' })
  await create.click()
  await page.getByText('Must not be blank.').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill(`Pier Crane ${Date.now()}`)
  await page.getByRole('textbox', { name: 'Prefix' }).fill('PCRN-01')
  await create.hover()
  await page.mouse.down()
  await page.mouse.up()
  await page.getByText('is ready for authoring').first().waitFor()
})

test('Ctrl+Enter in a remark requests the review, and both sides read the remarks', async () => {
  const author = await workbench.visitAs(AUTHOR, `${DRAFT}/HGW4-01-000003`)
  await author.getByRole('button', { name: /^Review/ }).click()
  await author.getByRole('textbox', { name: 'Remark' }).fill('Please check the number')
  await author.keyboard.press('Control+Enter')
  await author.getByText('Ari Quay asks for a review: Please check the number').waitFor()
  expect(author.url()).toContain('HGW4-01-000003')

  const reviewer = await workbench.visitAs(REVIEWER, `${DRAFT}/HGW4-01-000003`)
  await reviewer.getByText('Ari Quay asks for a review: Please check the number').waitFor()
  const review = reviewer.getByRole('button', { name: /^Review/ })
  await review.click()
  await reviewer.getByRole('textbox', { name: 'Remark' }).fill('The fix needs a number')
  await reviewer.keyboard.press('Control+Enter')
  await expectFocus(reviewer.getByRole('button', { name: 'Approve and lock' }))
  await reviewer.getByRole('button', { name: 'Request changes' }).click()
  await reviewer.getByText('Rosa Pier asks for changes: The fix needs a number').waitFor()
  await expectFocus(review)
  await author.getByText('Rosa Pier asks for changes: The fix needs a number').waitFor()
  await author.keyboard.press('h')
  await author.getByRole('link', { name: 'Changes requested' }).waitFor()
  expect(await author.getByText('Changes requested: no').count()).toBe(0)
})

test('a posted comment leaves no draft to continue', async () => {
  const page = await workbench.visitAs('vera@demo.example', `/app/components/${COMPONENT}/comments`)
  await page.getByRole('button', { name: 'Comment on', exact: false }).first().click()
  await page.keyboard.type(`The cover names no version ${Date.now()}`)
  await page.keyboard.press('Control+Enter')
  await page.getByText('is posted').first().waitFor()
  await page.getByRole('button', { name: 'Comment on', exact: false }).first().waitFor()
  expect(await page.getByText('Continue your draft').count()).toBe(0)
})

test('the first decision moves neither the queue nor the comment', async () => {
  await createComments(20, ['The pump has no name.', 'The valve has no name.'])
  const page = await workbench.visitAs(AUTHOR, TRIAGE, { viewport: { width: 1280, height: 800 } })
  await page.getByRole('button', { name: 'Any section' }).waitFor()
  const readTops = () =>
    page.getByRole('separator').evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().top))
  const before = await readTops()
  await page.keyboard.press('1')
  await page.getByRole('button', { name: /^Undo: / }).waitFor()
  expect(await readTops()).toEqual(before)
  await page.keyboard.press('z')
  await page.getByRole('button', { name: /^Undo: / }).waitFor({ state: 'detached' })
})

test('a comment of another component is not offered as the original of a duplicate', async () => {
  const { ids } = await createComments(21, ['The lamp has no cover.'])
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?comment=${ids[0]}`)
  const { rows } = await (await page.request.get('/components/2/comments?triage_status=all')).json()
  await page.getByText('The lamp has no cover.').first().waitFor()
  await page.keyboard.press('5')
  await page.getByRole('group', { name: 'Duplicate of which comment?' }).waitFor()
  await page.keyboard.type(String(rows[0].id))
  await page.getByText('No matching comments').waitFor()
})

test('accepting with an edit says at once that a requirement is locked', async () => {
  const { ids, rule } = await createComments(22, ['The rope has no length.'])
  const owner = await workbench.visitAs(OWNER, '/up')
  const lock = { action: 'lock_control', comment: 'Final.' }
  await write(owner, 'POST', `/rules/${rule.id}/reviews`, { review: lock })
  const page = await workbench.visitAs(AUTHOR, `${TRIAGE}?comment=${ids[0]}`)
  await page.getByText('The rope has no length.').first().waitFor()
  await page.keyboard.press('e')
  await page.getByText('This requirement is locked. A project admin can unlock it.').waitFor()
  await expectFocus(
    page.getByRole('region', { name: 'Accept and edit' }).getByRole('button', { name: 'Cancel' }),
  )
  await page.keyboard.press('Escape')
  await expectFocus(page.locator('[data-panel]'))
})

test('a low window reaches each page of a component and scrolls only downward', async () => {
  const page = await workbench.visitAs(AUTHOR, TRIAGE, { viewport: { width: 844, height: 390 } })
  await page.getByRole('button', { name: 'Filters', exact: true }).waitFor()
  const readOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await readOverflow()).toBe(0)
  await page
    .getByRole('navigation', { name: /^Pages of/ })
    .getByRole('button')
    .click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  expect(await readOverflow()).toBe(0)
})
