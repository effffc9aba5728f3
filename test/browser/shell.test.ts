import { expect, test } from 'vitest'
import { waitForHeading } from './support/heading.ts'
import { expectFocus } from './support/keyboard.ts'
import { AUTHOR, COMPONENT, OWNER } from './support/triage.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const FIRST = `/app/components/${COMPONENT}/HGW3-01-000001`

test('the first page sends no rejected request, and the focus is in the first field', async () => {
  const page = await workbench.visit('/up')
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  await page.goto('/app/projects')
  await waitForHeading(page, 'Sign in')
  await expectFocus(page.getByLabel('Email'))
  expect(refused).toEqual([])
})

test('a page requests the current user once', async () => {
  const page = await workbench.visitAs(OWNER, '/up')
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('sessions.me')) requested.push(request.url())
  })
  await page.goto(`/app/components/${COMPONENT}`)
  await waitForHeading(page, 'Harbor Gateway 3')
  expect(requested).toHaveLength(1)
})

test('a page without its code waits for the connection and does not reload', async () => {
  const page = await workbench.visitAs(OWNER, `/app/components/${COMPONENT}`)
  await waitForHeading(page, 'Harbor Gateway 3')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Reflect.set(globalThis, 'sameDocument', true))
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Readiness' }).click()
  await waitForHeading(page, 'You are offline')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await waitForHeading(page, /gates passed$/)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument'))).toBe(true)
})

test('the password rules are checked while typing', async () => {
  const page = await workbench.visitAs(OWNER, '/app/users/edit/password')
  const password = page.getByLabel('New password', { exact: true })
  await password.fill('abc')
  const met = page.getByText('Lowercase letters: at least 2').filter({ hasText: 'met' })
  await met.waitFor()
  expect(await page.getByText('characters').filter({ hasText: 'met' }).count()).toBe(0)
  await page.getByLabel('Repeat new password', { exact: true }).fill('x')
  await page.getByText('The passwords differ').waitFor()
  await page.getByLabel('Repeat new password', { exact: true }).fill('abc')
  await expect.poll(() => page.getByText('The passwords differ').count()).toBe(0)
})

test('the palette finds people, controls, comments and recent pages', async () => {
  const page = await workbench.visitAs(AUTHOR, `/app/components/${COMPONENT}/edit`)
  await waitForHeading(page, 'Requirements')
  const find = async (words: string, entry: string | RegExp) => {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(words)
    await page.getByRole('menuitem', { name: entry }).first().waitFor()
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await find('rosa', /Rosa Pier/)
  await find('update interval', /The update interval/)
  await find('members', /^Members/)
  await find('new project', /^New project/)
  await find('download pdf', /^Export/)
  await find('#1', /^Comment 1/)
  expect(await page.getByRole('dialog').getByRole('menuitem').count()).toBe(1)
  await find('AC-10', /AC-10/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/controls\?q=AC-10/)
  await waitForHeading(page, /Controls/)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await page.getByRole('menuitem', { name: /Requirements · Harbor Gateway 3/ }).waitFor()
  await find('requirements · harbor', /Requirements · Harbor Gateway 3/)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/app/components/${COMPONENT}/edit`))
})

test('text that is typed before the palette has the focus is not lost', async () => {
  const page = await workbench.visitAs(AUTHOR, `/app/components/${COMPONENT}/edit`)
  await waitForHeading(page, 'Requirements')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('history')
  const field = page.getByRole('dialog', { name: 'Go anywhere' }).locator('input')
  await expect.poll(() => field.inputValue()).toBe('history')
  await page.keyboard.press('Backspace')
  await expect.poll(() => field.inputValue()).toBe('histor')
})

test('the palette finds comments from any page, and "import" opens the import menu', async () => {
  const page = await workbench.visitAs(AUTHOR, '/app/users/edit')
  await waitForHeading(page, 'Profile')
  const open = async (words: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
    // One change, because the results of earlier letters would disappear under the click.
    await page.keyboard.insertText(words)
  }
  await open('interval update')
  const comment = page.getByRole('menuitem', { name: /update interval/ }).first()
  await comment.waitFor()
  await comment.click()
  await page.waitForURL(/reviews\/|comment=/)
  await page.goto(`/app/components/${COMPONENT}/edit`)
  await waitForHeading(page, 'Requirements')
  await open('import')
  await page
    .getByRole('menuitem', { name: /^Import files/ })
    .first()
    .click()
  await page.waitForURL(new RegExp(`/app/components/${COMPONENT}#import`))
  await page.getByRole('menuitem', { name: 'Comment sheets' }).waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/app/search?q=update+interval')
  const found = page.getByRole('list', { name: 'Comments' })
  await found
    .getByRole('link', { name: /update interval/ })
    .first()
    .waitFor()
  // Only the fix has these words.
  await page.goto('/app/search?q=event+class')
  const passage = page.getByRole('list', { name: 'Requirements' }).getByText('Fix:').first()
  await passage.waitFor()
  expect(await passage.locator('mark').allTextContents()).toEqual(['event', 'class'])
})

test('signing out in one tab clears the other tabs', async () => {
  const page = await workbench.visitAs(OWNER, '/app')
  await waitForHeading(page, 'My work')
  const other = await page.context().newPage()
  await other.goto(FIRST)
  await other.getByRole('textbox', { name: 'Fix', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Go anywhere' }).waitFor()
  await page.keyboard.type('sign out')
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await page.keyboard.press('Enter')
  await other.waitForURL(/\/app\/sign-in/)
  await expect.poll(() => other.locator('body').textContent()).not.toContain('Harbor')
})

test('a page without a network does not show that it is live', async () => {
  const page = await workbench.visitAs(AUTHOR, `/app/components/${COMPONENT}`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  await page.getByText('Drafts are saved in this browser').waitFor()
  expect(await page.getByText('Live', { exact: true }).count()).toBe(0)
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText('Offline', { exact: true }).count()).toBe(0)
})

test('the application can be installed: its manifest and icons are served', async () => {
  const page = await workbench.visit('/app/sign-in')
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(address ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest: { scope: string; icons: { src: string; type: string }[] } = await answer.json()
  expect(manifest.scope).toBe('/app/')
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, answer.url()).href)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
  }
})

test('Escape in a text field moves the focus to its section', async () => {
  const page = await workbench.visitAs(AUTHOR, FIRST)
  const fix = page.getByRole('textbox', { name: 'Fix', exact: true })
  await fix.click()
  await page.keyboard.press('Escape')
  await expectFocus(page.locator('section', { has: fix }).last())
  await page.keyboard.press('Tab')
  await expectFocus(fix)
})

test('forced colors show which requirement is current', async () => {
  const page = await workbench.visitAs(AUTHOR, FIRST, { forcedColors: 'active' })
  const current = page.getByRole('navigation', { name: 'Requirements' }).locator('[aria-current="true"]')
  await current.waitFor()
  const style = await current.evaluate((link) => getComputedStyle(link).outlineStyle)
  expect(style).toBe('solid')
  // Only the current tab has a line.
  const tabs = page.getByRole('navigation', { name: /^Pages of/ }).getByRole('link')
  const lines = await tabs.evaluateAll((links) =>
    links.map((link) => getComputedStyle(link).borderBottomColor !== 'rgb(255, 255, 255)'),
  )
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.filter(Boolean).length).toBeLessThanOrEqual(1)
})

test('an administrator of a new service sees how to close registration', async () => {
  const page = await workbench.visitAs(ADMIN, '/app/welcome')
  await waitForHeading(page, 'Welcome')
  await page.getByText('REGISTRATION_ENABLED=false').waitFor()
})
