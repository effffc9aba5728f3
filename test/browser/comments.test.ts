import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { PATIENT, read } from './support/read.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const VIEWER = 'vito@demo.example'
const VENDOR = 'vera@demo.example'
const AUTHOR = 'ari@demo.example'
/** The demo's component that is open for comment, and one whose comments are being decided on. */
const OPEN = 1
const ADJUDICATING = 2

interface Rule {
  id: number
  displayed_name: string
}
interface ListedComment {
  id: number
  comment: string
  section: string | null
}

async function readRuleAt(page: Page, index: number): Promise<Rule> {
  const { rules } = await read<{ rules: Rule[] }>(page, `/components/${OPEN}/rules_picker`)
  const rule = rules[index]
  if (!rule) throw new Error(`no requirement ${index}`)
  return rule
}

async function listComments(page: Page, rule: Rule): Promise<ListedComment[]> {
  const query = `rule_id=${rule.id}&triage_status=all`
  return (await read<{ rows: ListedComment[] }>(page, `/components/${OPEN}/comments?${query}`)).rows
}

/** Opens the page for reading a requirement as a user. */
async function readAs(email: string, index: number): Promise<{ page: Page; rule: Rule }> {
  const page = await workbench.visitAs(email, '/up')
  const rule = await readRuleAt(page, index)
  await page.goto(`/app/components/${OPEN}/comments?rule_id=${rule.id}`)
  await page.getByRole('article', { name: /^Requirement/ }).waitFor()
  await page.waitForLoadState('networkidle')
  return { page, rule }
}

const findSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a user reads, comments on a section and replies by keyboard', async () => {
  const { page } = await readAs(VIEWER, 22)
  await expectGoodLooks(page, 'comments')
  await page.keyboard.press('j')
  await page.waitForURL((url) => !url.href.includes('rule_id=23&') && url.search !== '')
  const rule = await readRuleAt(page, 23)
  await page.getByRole('article', { name: 'Requirement 000024' }).waitFor()
  await findSection(page, 'Fix').focus()
  await page.keyboard.press('c')
  await page.getByRole('form', { name: 'Comment on Fix' }).waitFor()
  await page.keyboard.type('The valve is called differently on the newer pump.')
  await expectAccessible(page, 'composer')
  await page.keyboard.press('Control+Enter')
  const posted = findSection(page, 'Fix').getByRole('article', { name: /^Comment/ })
  await posted.waitFor()
  await expect.poll(async () => (await listComments(page, rule))[0]).toMatchObject({ section: 'fixtext' })
  await posted.getByRole('button', { name: /^Reply/ }).press('Enter')
  await page.keyboard.type('It is the left one.')
  await page.keyboard.press('Control+Enter')
  await findSection(page, 'Fix').getByText('It is the left one.').waitFor()
})

test('typing @ and two letters offers members by keyboard, and inserts the full name', async () => {
  const { page } = await readAs(VIEWER, 20)
  await findSection(page, 'Fix').focus()
  await page.keyboard.press('c')
  const box = page.getByRole('form', { name: 'Comment on Fix' }).getByRole('textbox')
  await page.keyboard.type('Please look, @ar')
  const members = page.getByRole('listbox', { name: 'Members' })
  await members.getByRole('option', { name: /Ari/ }).waitFor()
  await expectGoodLooks(page, 'mention')
  await page.keyboard.press('Escape')
  await members.waitFor({ state: 'detached' })
  await expectFocus(box)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ari')
  await members.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+a')
  await page.keyboard.type('@vi')
  await members.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const name = await members.getByRole('option', { selected: true }).locator('bdi').textContent()
  await page.keyboard.press('Enter')
  await expect.poll(() => box.inputValue()).toBe(`@${name ?? ''} `)
  await expectFocus(box)
})

test('the focus moves to a new comment, to the one replied to, and to the section after Escape', async () => {
  const { page } = await readAs(VIEWER, 21)
  await findSection(page, 'Fix').focus()
  await page.keyboard.press('c')
  await page.getByRole('form', { name: 'Comment on Fix' }).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(findSection(page, 'Fix'))
  await page.keyboard.press('c')
  await page.keyboard.type('The bollard has no number.')
  await page.keyboard.press('Control+Enter')
  const posted = findSection(page, 'Fix').getByRole('article', { name: /^Comment/ })
  await expectFocus(posted)
  await posted.getByRole('button', { name: /^Reply/ }).press('Enter')
  await page.keyboard.type('It is the last one.')
  await page.keyboard.press('Control+Enter')
  await posted.getByText('It is the last one.').waitFor()
  await expectFocus(posted)
  await posted.getByRole('button', { name: 'Edit' }).first().press('Enter')
  await page.getByRole('form', { name: 'New text' }).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(posted)
})

test('an author who has a requirement open sees a new comment on it without a reload', async () => {
  const viewer = await workbench.visitAs(VIEWER, '/up')
  const rule = await readRuleAt(viewer, 27)
  const author = await workbench.visitAs(AUTHOR, `/app/components/${OPEN}/${rule.displayed_name}`)
  await author.getByText('Live', { exact: true }).waitFor()
  await author.getByLabel('Fix', { exact: true }).waitFor()
  await viewer.request.post(`/rules/${rule.id}/reviews`, {
    data: { review: { action: 'comment', section: 'fixtext', comment: 'The crane is not named.' } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  await author.getByText(/^Comments?: \d+ of \d+ open$/).waitFor()
})

test('a similar new comment is offered to agree or to reply instead', async () => {
  const { page } = await readAs(VIEWER, 11)
  await page.keyboard.press('c')
  await page.keyboard.type('Fix and check disagree about the number of sessions!')
  const alike = page.getByRole('region', { name: 'Similar comments' })
  await alike.waitFor()
  await expectAccessible(page, 'alike')
  await alike.getByRole('button', { name: 'Agree' }).first().press('Enter')
  await page.getByText('You agree with that comment.', { exact: false }).first().waitFor()
  const { review } = await read<{ review: { reactions: object } }>(page, '/reviews/4')
  expect(review.reactions).toMatchObject({ up: 1, mine: 'up' })
})

test('a draft survives a reload and a lost connection, and is deleted when it is posted', async () => {
  const { page, rule } = await readAs(VIEWER, 18)
  const text = 'قفل <b>not bold</b> **nor this** 👩‍🚀 https://harbor.example/a, see #1'
  await findSection(page, 'Check').getByRole('button', { name: 'Comment on Check' }).press('Enter')
  await page.context().setOffline(true)
  await page.getByLabel('Comment on Check').last().fill(text)
  await page.keyboard.press('Control+Enter')
  await page.getByText('The service isn’t responding.', { exact: false }).waitFor()
  await page.context().setOffline(false)
  await page.reload()
  // The page shows that a draft exists, before and after it is opened.
  await findSection(page, 'Check')
    .getByRole('button', { name: 'Continue your draft on Check' })
    .press('Enter')
  await expect.poll(() => page.getByLabel('Comment on Check').last().inputValue()).toBe(text)
  await page.getByText('Your draft was restored').waitFor()
  await page.keyboard.press('Control+Enter')
  const posted = findSection(page, 'Check').getByRole('article', { name: /^Comment/ })
  await posted.getByRole('link', { name: 'https://harbor.example/a', exact: true }).waitFor()
  // Markup is plain text.
  await posted.getByText('<b>not bold</b> **nor this**', { exact: false }).waitFor()
  await expect
    .poll(() => posted.getByRole('link', { name: '#1', exact: true }).getAttribute('href'))
    .toBe('/app/reviews/1')
  await expect
    .poll(async () => (await listComments(page, rule)).map(({ comment }) => comment))
    .toEqual([text])
  await page.reload()
  await findSection(page, 'Check').getByRole('button', { name: 'Comment on Check' }).press('Enter')
  await expect
    .poll(() => page.getByRole('form', { name: 'Comment on Check' }).getByRole('textbox').inputValue())
    .toBe('')
})

test("a user sees another user's edit, withdrawal and reaction on an open comment", async () => {
  const page1 = await readAs(VIEWER, 15)
  await findSection(page1.page, 'Fix').getByRole('button', { name: 'Comment on Fix' }).press('Enter')
  await page1.page.keyboard.type('The lamp is red.')
  await page1.page.keyboard.press('Control+Enter')
  const comments = findSection(page1.page, 'Fix').getByRole('article', { name: /^Comment/ })
  await comments.waitFor()
  const page2 = await readAs(VENDOR, 15)
  const otherArticles = findSection(page2.page, 'Fix').getByRole('article', { name: /^Comment/ })
  await page2.page.getByText('Live', { exact: true }).waitFor()
  // Only its author can change it.
  await expect.poll(() => otherArticles.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await comments.getByRole('button', { name: 'Edit' }).press('Enter')
  await expectFocus(comments.getByLabel('New text').last())
  await page1.page.keyboard.press('Control+a')
  await page1.page.keyboard.type('The lamp is green.')
  await page1.page.keyboard.press('Control+Enter')
  await otherArticles.getByText('The lamp is green.').waitFor()
  await otherArticles.getByRole('button', { name: '0 agree' }).press('Enter')
  await comments.getByText('1 agree').waitFor()
  await comments.getByRole('button', { name: 'Withdraw' }).press('Enter')
  await comments.getByText('can’t be reopened', { exact: false }).waitFor()
  await expectAccessible(page1.page, 'withdraw')
  await comments.getByRole('button', { name: 'Withdraw' }).press('Enter')
  await otherArticles.getByText('Withdrawn').waitFor()
  await otherArticles.getByRole('link', { name: /^#/ }).press('Enter')
  await page2.page.getByText(', edited').waitFor()
})

test('text that is typed before the edit form loads is not lost, and an unfinished edit is marked', async () => {
  const { page } = await readAs(VIEWER, 12)
  await findSection(page, 'Fix').getByRole('button', { name: 'Comment on Fix' }).press('Enter')
  await page.keyboard.type('The mooring is long.')
  await page.keyboard.press('Control+Enter')
  const comments = findSection(page, 'Fix').getByRole('article', { name: /^Comment/ })
  await comments.waitFor()
  const release = Promise.withResolvers<void>()
  await page.route(/change-own-comment/, async (route) => {
    await release.promise
    await route.continue()
  })
  await page.reload()
  await comments.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.keyboard.type(' Cut itt')
  await page.keyboard.press('Backspace')
  release.resolve()
  const box = comments.getByLabel('New text').last()
  await expectFocus(box)
  await expect.poll(() => box.inputValue()).toBe('The mooring is long. Cut it')
  await page.keyboard.type(' now')
  await expect.poll(() => box.inputValue()).toBe('The mooring is long. Cut it now')
  await page.reload()
  await comments.getByRole('button', { name: 'Continue your edit' }).press('Enter')
  await expect.poll(() => box.inputValue()).toBe('The mooring is long. Cut it now')
  await comments.getByText('Your draft was restored').waitFor()
})

test('an edit after a decision shows a conflict and overwrites nothing', async () => {
  const { page, rule } = await readAs(VIEWER, 13)
  await findSection(page, 'Fix').getByRole('button', { name: 'Comment on Fix' }).press('Enter')
  await page.keyboard.type('Before the decision.')
  await page.keyboard.press('Control+Enter')
  const comments = findSection(page, 'Fix').getByRole('article', { name: /^Comment/ })
  await comments.getByRole('button', { name: 'Edit' }).press('Enter')
  await expectFocus(comments.getByLabel('New text').last())
  await page.keyboard.press('Control+a')
  await page.keyboard.type('After the decision.')
  const author = await workbench.visitAs(AUTHOR, '/up')
  const [comment] = await listComments(author, rule)
  await author.request.patch(`/reviews/${comment?.id}/triage`, {
    data: { triage_status: 'concur' },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  await page.keyboard.press('Control+Enter')
  await page.getByText('It changed while you wrote.').or(page.getByText('Accepted').first()).first().waitFor()
  await expect.poll(async () => (await listComments(author, rule))[0]?.comment).toBe('Before the decision.')
})

test('three users and two tabs see a new comment at once, and both tabs have the draft', async () => {
  const page1 = await readAs(VIEWER, 29)
  const [page2, author] = await Promise.all([readAs(VENDOR, 29), readAs(AUTHOR, 29)])
  for (const { page } of [page2, author]) await page.getByText('Live', { exact: true }).waitFor()
  await findSection(page1.page, 'Fix').getByRole('button', { name: 'Comment on Fix' }).press('Enter')
  await page1.page.keyboard.type('The rope is too short.')
  const tab = await page1.page.context().newPage()
  await tab.goto(page1.page.url())
  await findSection(tab, 'Fix').getByRole('button', { name: 'Continue your draft on Fix' }).press('Enter')
  await expect.poll(() => tab.getByLabel('Comment on Fix').last().inputValue()).toBe('The rope is too short.')
  await tab.getByLabel('Comment on Fix').last().press('Control+Enter')
  for (const page of [page2.page, author.page, page1.page]) {
    await findSection(page, 'Fix').getByText('The rope is too short.').first().waitFor()
  }
  await expect
    .poll(async () => (await listComments(tab, page1.rule)).map(({ comment }) => comment))
    .toEqual(['The rope is too short.'])
})

test('word differences of a section since a comment are shown at the comment and on its page', async () => {
  const { page, rule } = await readAs(VIEWER, 28)
  await findSection(page, 'Fix').getByRole('button', { name: 'Comment on Fix' }).press('Enter')
  await page.keyboard.type('Which knot?')
  await page.keyboard.press('Control+Enter')
  const comments = findSection(page, 'Fix').getByRole('article', { name: /^Comment/ })
  await comments.waitFor()
  const [comment] = await listComments(page, rule)
  const author = await workbench.visitAs(AUTHOR, '/up')
  const { fixtext } = await read<{ fixtext: string }>(author, `/rules/${rule.id}`)
  await author.request.patch(`/rules/${rule.id}`, {
    data: { rule: { fixtext: `${fixtext} Use a bowline.` } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  // The author's own comment is selected when it is posted; a later visitor opens it.
  await comments.getByText('Fix changed since this comment.').waitFor()
  await page.goto(`/app/components/${OPEN}/comments?rule_id=${rule.id}`)
  await comments.getByRole('button', { name: /^Changes since/ }).press('Enter')
  await comments.getByText('Fix changed since this comment.').waitFor()
  await comments.locator('ins', { hasText: 'Use a bowline.' }).waitFor()
  await page.goto(`/app/reviews/${comment?.id}`)
  const changed = page.getByRole('region', { name: 'Changed since this comment' })
  await changed.locator('ins', { hasText: 'Use a bowline.' }).waitFor()
  await changed.getByText('Ari Quay', { exact: false }).waitFor()
  await expectGoodLooks(page, 'comment')
  // After the change is reverted, there is no difference.
  await author.request.patch(`/rules/${rule.id}`, {
    data: { rule: { fixtext } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  await changed.waitFor({ state: 'detached' })
})

test('a closed comment period is shown before typing, and replies are still accepted', async () => {
  const page = await workbench.visitAs(VIEWER, `/app/components/${ADJUDICATING}/comments`)
  await page.getByText('being adjudicated', { exact: false }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Comment$/ }).count()).toBe(0)
  await page
    .getByText('Only requirements with comments')
    .or(page.getByRole('button', { name: 'Filters' }))
    .first()
    .click()
  await page.keyboard.press('j')
  await page
    .getByRole('article', { name: /^Comment/ })
    .first()
    .waitFor()
  await page
    .getByRole('button', { name: /^Reply to comment/ })
    .first()
    .waitFor()
  await expectAccessible(page, 'closed')
})

test('users see the outcomes of their comments, with a link to each', async () => {
  const page = await workbench.visitAs(VIEWER, '/app')
  await page.getByRole('button', { name: /Account/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'My comments' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'My comments' }).waitFor()
  await page.getByText('Waiting for me').first().waitFor()
  await expectGoodLooks(page, 'my-comments')
  await page.getByRole('link', { name: /^6 on/ }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Comment 6' }).waitFor()
  await page.getByText('Response to: Declined').waitFor()
  await expectAccessible(page, 'comment')
  await page.getByRole('link', { name: 'View in context' }).press('Enter')
  await page.getByRole('article', { name: 'Comment 6' }).waitFor()
})
