import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectFocus } from './support/keyboard.ts'
import { waitForParts } from './support/lazy-parts.ts'
import { expectAccessible } from './support/looks.ts'
import { PATIENT } from './support/read.ts'
import { createTriage, AUTHOR, COMPONENT, waitUntilSelected, OWNER, VIEWER } from './support/triage.ts'
import { ADMIN, createWorkbench, PASSWORD } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments, ruleAt, stored, openTriage } = createTriage(workbench)

test.each([
  ['a small window', { width: 360, height: 640 }],
  ['a wide window', { width: 1280, height: 720 }],
])('C comments on the section whose heading is at the top of %s', async (_, viewport) => {
  const page = await workbench.visitAs(VIEWER, '/up', { viewport })
  const rule = await ruleAt(page, 0)
  await page.goto(`/app/components/${COMPONENT}/comments?rule_id=${rule.id}`)
  const check = page.getByRole('region', { name: 'Check', exact: true })
  await check.waitFor()
  await page.waitForLoadState('networkidle')
  await check.evaluate((section) => section.scrollIntoView({ block: 'start' }))
  await page.keyboard.press('c')
  await page.getByRole('form', { name: 'Comment on Check' }).waitFor()
})

test('E moves the cursor to the end of the fix; C comments on the top section, also after a reload', async () => {
  const page = await workbench.visitAs(AUTHOR, `/app/components/${COMPONENT}/HGW3-01-000001`, {
    viewport: { width: 1280, height: 480 },
  })
  const fix = page.getByRole('textbox', { name: 'Fix', exact: true })
  await fix.waitFor()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('e')
  await expectFocus(fix)
  const caret = await fix.evaluate((text) => {
    return text instanceof HTMLTextAreaElement && text.selectionStart === text.value.length
  })
  expect(caret).toBe(true)
  await page.keyboard.press('Escape')
  await page.locator('section', { has: page.getByLabel('Check', { exact: true }) }).evaluate((section) => {
    section.scrollIntoView({ block: 'start' })
  })
  await page.keyboard.press('c')
  const composer = page.getByRole('form', { name: 'Comment on Check' })
  await composer.waitFor()
  await page.keyboard.type('Limpet')
  await page.reload()
  await page.getByText('You have a comment here that you have not posted.').waitFor()
  await page.getByRole('button', { name: 'Comment on Check' }).click()
  await expect.poll(() => composer.getByRole('textbox').inputValue()).toBe('Limpet')
})

/** Presses a key, and returns the name of the field that has the focus after the next frames. */
const pressAndReadFocus = (page: Page, key: string, code: string) =>
  page.evaluate(
    async ([name, physical]) => {
      const press = new KeyboardEvent('keydown', {
        key: name,
        code: physical,
        bubbles: true,
        cancelable: true,
      })
      document.activeElement?.dispatchEvent(press)
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      const { activeElement: field } = document
      const isField = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
      return isField ? (field.labels?.[0]?.textContent ?? field.ariaLabel) : field?.tagName
    },
    [key, code] as const,
  )

test('the first C and G of a page move the focus into their fields before the next letter', async () => {
  const page = await workbench.visitAs(VIEWER, `/app/components/${COMPONENT}/HGW3-01-000003`)
  await page.getByRole('textbox', { name: 'Fix', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  await waitForParts(page, ['comments', 'go-to'])
  expect(await pressAndReadFocus(page, 'c', 'KeyC')).toMatch(/^Comment on /)
  await page.keyboard.press('Escape')
  expect(await pressAndReadFocus(page, 'g', 'KeyG')).toBe('Number')
})

test('the first 5, 6 and E of triage move the focus into their fields, with the caret behind the text', async () => {
  const { ids, rule } = await comments(26, ['Name the winch', 'Name the capstan'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  expect(await pressAndReadFocus(page, '5', 'Digit5')).toBe('Number or words')
  await page.keyboard.press('Escape')
  expect(await pressAndReadFocus(page, '6', 'Digit6')).toBe('Number or words')
  await page.keyboard.press('Escape')
  expect(await pressAndReadFocus(page, 'e', 'KeyE')).toBe('Fix')
  await page.keyboard.type(' Limpet')
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Fix', exact: true }).inputValue())
    .toMatch(/. Limpet$/)
})

test('the suggested originals of a duplicate show their authors and first words', async () => {
  const text = 'The bollards of the west quay must be painted before the inspection of the harbor master'
  await comments(22, [`${text} starts.`, `${text} ends.`, `${text} begins.`])
  const { ids, rule } = await comments(23, [`${text}.`])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.getByText('3 similar').waitFor()
  await page.keyboard.press('5')
  const suggestions = page.getByRole('menuitem', { name: /^\d+/ })
  await expect.poll(() => suggestions.count()).toBe(3)
  for (const suggestion of await suggestions.allInnerTexts()) {
    expect(suggestion).toMatch(/^\d+ Vito Mole: The bollards/)
  }
})

test('notices do not cover the page, and are in sight in a low window', async () => {
  const owner = await workbench.visitAs(OWNER, `/app/components/${COMPONENT}/settings`)
  await waitForHeading(owner, 'Settings')
  await owner.getByRole('button', { name: 'Save', exact: true }).click()
  const notices = owner.getByRole('region', { name: 'Notices' })
  await notices.waitFor()
  const [notice, main] = [await notices.boundingBox(), await owner.locator('#main').boundingBox()]
  expect((main?.y ?? 0) + (main?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0)
  await expectAccessible(owner, 'notice')
  await owner.setViewportSize({ width: 360, height: 400 })
  await expect
    .poll(async () => {
      const { y, height } = (await notices.boundingBox()) ?? { y: 400, height: 1 }
      return y + height
    })
    .toBeLessThanOrEqual(400)
})

test('Z undoes the last decision after a reload', async () => {
  const { ids, rule } = await comments(28, ['Name the gauge', 'Name the pump'])
  const page = await openTriage(AUTHOR, rule, ids[0])
  await page.keyboard.press('1')
  await waitUntilSelected(page, ids[1])
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('concur')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('gauge')
  await page.waitForURL(({ searchParams }) => searchParams.get('comment') === String(ids[1]))
  await page.reload()
  await waitUntilSelected(page, ids[1])
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('z')
  await expect.poll(async () => (await stored(page, ids[0])).triage_status).toBe('pending')
  await waitUntilSelected(page, ids[0])
})

test('the palette finds the pages of the component first, its export and signing out', async () => {
  const page = await workbench.visitAs(OWNER, `/app/components/${COMPONENT}`)
  await waitForHeading(page, 'Harbor Gateway 3')
  const find = async (words: string, entry: string | RegExp) => {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(words)
    await page.getByRole('menuitem', { name: entry }).first().waitFor()
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  const first = page.getByRole('menuitem').first()
  await expect.poll(() => first.textContent()).toContain('Overview')
  await find('sign out', 'Sign out')
  await find('export', 'Export')
  await find('triage', 'Triage')
  await find('readiness', /^Readiness/)
  await page.keyboard.press('Enter')
  await waitForHeading(page, /gates passed/)
  await page.goto('/app/projects/1')
  await waitForHeading(page, 'Harbor Gateways')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await find('members', 'Members')
  await page.keyboard.press('Enter')
  await waitForHeading(page, 'Members')
})

test('the palette offers the administration only to system administrators, and signs out', async () => {
  const page = await workbench.visitAs(ADMIN, '/app')
  await waitForHeading(page, 'My work')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await page.keyboard.type('audit')
  await page.getByRole('menuitem', { name: 'Administration: audit trail' }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('sign out')
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/sign-in/)
  const other = await workbench.visitAs(OWNER, '/app')
  await waitForHeading(other, 'My work')
  await other.keyboard.press('Control+k')
  await other.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await other.keyboard.type('audit')
  await other
    .getByRole('menuitem', { name: /write an audit record/ })
    .first()
    .waitFor()
  expect(await other.getByRole('menuitem', { name: /Administration/ }).count()).toBe(0)
})

test('the palette says that nothing was found only after the search', async () => {
  const page = await workbench.visitAs(OWNER, '/app')
  await waitForHeading(page, 'My work')
  const { promise: typed, resolve: search } = Promise.withResolvers<void>()
  await page.route(/search\./, async (route) => {
    await typed
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Go anywhere' })
  await dialog.waitFor()
  await page.evaluate(() => {
    const seen = new Set<string>()
    new MutationObserver(() => {
      for (const text of ['Searching', 'Nothing found']) {
        if (document.body.innerText.includes(text)) seen.add(text)
      }
      document.body.dataset['seen'] = [...seen].join(', ')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.keyboard.type('qqqzzz')
  await dialog.getByText('Searching').waitFor()
  search()
  await dialog.getByText('Nothing found').waitFor()
  expect(await page.evaluate(() => document.body.dataset['seen'])).toBe('Searching, Nothing found')
})

test('a user who decides only in components gets from My work to the triage of one of them', async () => {
  const admin = await workbench.visitAs(ADMIN, '/up')
  const send = async (method: string, path: string, data: object) => {
    const headers = { origin: workbench.url() }
    const answer = await admin.request.fetch(path, { method, data, headers, ...PATIENT })
    expect(answer.ok(), `${method} ${path} answered ${answer.status()}`).toBe(true)
    return answer.json()
  }
  const email = `mina${Date.now()}@demo.example`
  const account = { name: 'Mina Weir', email, password: PASSWORD, current_password: PASSWORD }
  const { user } = await send('POST', '/users/admin_create', { user: account })
  await send('PATCH', '/components/6', { component: { comment_phase: 'open' } })
  for (const membership_id of [COMPONENT, 6]) {
    const membership = { user_id: user.id, membership_id, membership_type: 'Component', role: 'author' }
    await send('POST', '/memberships', { membership })
    const { id } = await ruleAt(admin, 0, membership_id)
    const data = { review: { action: 'comment', comment: 'Which pier?' } }
    const { review } = await send('POST', `/rules/${id}/reviews`, data)
    await send('PATCH', `/reviews/${review.id}/assignment`, { assignee_id: user.id })
  }
  const page = await workbench.visitAs(email, '/app')
  await page.getByRole('link', { name: 'Triage 1' }).press('Enter')
  await page.waitForURL(/\/app\/components\/\d+\/triage/)
  await page.getByText('Which pier?').first().waitFor()
})
