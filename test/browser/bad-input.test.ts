import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectAccessible, expectGoodLooks } from './support/looks.ts'
import { PATIENT } from './support/read.ts'
import {
  createTriage,
  AUTHOR,
  COMPONENT,
  waitUntilSelected,
  OWNER,
  TRIAGE,
  VIEWER,
} from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, stored, openTriage } = createTriage(workbench)

const WORD = 'x'.repeat(200)
const EMOJI = '😀'.repeat(4000)

test('a filter without matches selects no comment, shows a message, and is cleared by one click', async () => {
  const { ids, rule } = await comments(29, ['Plover one', 'Plover two'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.waitForURL(new RegExp(`comment=${ids[0]}`))
  const line = page.getByRole('searchbox', { name: 'Filter comments' })
  await line.fill('two')
  await waitUntilSelected(page, ids[1])
  await page.waitForURL(new RegExp(`comment=${ids[1]}`))
  await line.fill(WORD)
  await page.getByText('No comments match these filters').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('comment')).toBeNull()
  await page.getByRole('heading', { level: 1, name: 'Triage' }).focus()
  await page.keyboard.press('Shift+1')
  await expectAccessible(page, 'nothing fits')
  await page.getByRole('button', { name: 'Clear the filters' }).press('Enter')
  await page.getByRole('region', { name: /^Comment \d+$/ }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBeNull()
  for (const id of ids) await expect.poll(async () => (await stored(page, id)).triage_status).toBe('pending')
})

test('addresses with NUL or half a character are read without it', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app/search?q=Har%00bor')
  await page.getByRole('list', { name: 'Components', exact: true }).waitFor()
  await page.goto(`${TRIAGE}?q=web%00%20console`)
  await page.getByRole('region', { name: /^Comment \d+$/ }).waitFor()
  await page.goto(`/app/projects?q=${encodeURIComponent(`${'x'.repeat(254)}😀`)}`)
  await waitForHeading(page, 'Projects')
})

test('a search drops text that it cannot use and still returns results', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1/members')
  await waitForHeading(page, 'Members')
  const line = page.getByRole('combobox', { name: 'Person' })
  for (const text of [EMOJI, WORD, 'a\0b']) {
    await line.fill(text)
    await page.getByText('No matching people').first().waitFor()
    await line.fill('')
  }
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('searchbox', { name: 'Search, go to a page' })
  for (const text of [EMOJI, 'zyzzy\0va']) {
    await search.fill(text)
    await page.getByRole('dialog').getByText('Nothing found').waitFor()
  }
})

test('a comment with NUL is rejected at its field, and posted without it', async () => {
  const page = await workbench.visitAs(VIEWER, `/app/components/${COMPONENT}/comments?rule_id=8`)
  await page.getByRole('article', { name: /^Requirement/ }).waitFor()
  await page.getByRole('button', { name: 'Comment on Fix' }).press('Enter')
  const form = page.getByRole('form', { name: 'Comment on Fix' })
  const text = form.getByRole('textbox')
  await text.fill('Which\0 one?')
  await text.press('Control+Enter')
  await form.getByText('Must not contain NUL characters.', { exact: true }).waitFor()
  await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page, 'refused comment')
  await text.fill(`Which one, ${WORD}?`)
  await text.press('Control+Enter')
  await page
    .getByRole('article', { name: /^Comment/ })
    .filter({ hasText: 'Which one' })
    .waitFor()
})

test('pages of a project and a component remain reachable with names of 200 letters', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const created = await page.request.post('/projects', {
    data: { project: { name: WORD } },
    headers: { origin: workbench.url() },
    ...PATIENT,
  })
  const { project } = await created.json()
  await page.goto(`/app/projects/${project.id}`)
  await waitForHeading(page, WORD)
  await expectGoodLooks(page, 'long-name')
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const name of ['Components', 'Settings']) {
    const link = page.getByRole('navigation', { name: `Pages of ${WORD}` }).getByRole('link', { name })
    const right = async () => {
      const { x = 0, width = 9999 } = (await link.boundingBox()) ?? {}
      return x + width
    }
    await expect.poll(right).toBeLessThanOrEqual(1280)
  }
})

test('a project shows the next step of each component, also on a phone', async () => {
  const page = await workbench.visitAs(OWNER, '/app/projects/1', { viewport: { width: 360, height: 800 } })
  await page.getByRole('link', { name: 'Quay Tablet: Release' }).waitFor()
  await page.getByRole('link', { name: 'Harbor Gateway 3: Determine 25 requirements' }).press('Enter')
  await page.waitForURL(/\/components\/1\//)
})
