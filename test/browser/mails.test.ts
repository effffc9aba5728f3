import { expect, test } from 'vitest'
import { expectFocus } from './support/keyboard.ts'
import { expectGoodLooks } from './support/looks.ts'
import { ADMIN, createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({
  env: {
    EMAIL_CONFIRMATION_ENABLED: 'true',
    CONSENT_ENABLED: 'true',
    CONSENT_TITLE: 'Terms of the harbor',
    CONSENT_CONTENT: '# Rules\n\nBe <b>careful</b>.',
    BANNER_ENABLED: 'true',
    BANNER_TEXT: 'For training only',
  },
})
const PASSWORD = 'Quay-Harbour+2031-Lantern'

/** Returns the only link of a mail to the service. */
function linkIn(mail: string): string {
  return /https?:\/\/\S+_token=\S+/.exec(mail)?.[0] ?? ''
}

test('an account is registered, confirmed by its mail, and signed in after the terms', async () => {
  const page = await workbench.visit('/app/register')
  await page.getByText('For training only').waitFor()
  await page.getByLabel('Name').fill('Nora New')
  await page.getByLabel('Email').fill('nora@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Repeat password', { exact: true }).fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('Password needs at least 15 characters.').waitFor()
  await expectGoodLooks(page, 'register-refused')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectFocus(page.getByRole('heading', { name: 'One more step' }))

  const link = linkIn(await workbench.mailTo('nora@demo.example'))
  expect(link).toContain('/app/users/confirmation?confirmation_token=')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my address' }).press('Enter')
  await page.getByText('Your address is confirmed.').waitFor()
  await expectFocus(page.getByRole('heading', { name: 'Confirm your address' }))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill('nora@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Terms of the harbor', level: 1 }).waitFor()
  await page.getByText('Be <b>careful</b>.').waitFor()
  await expectGoodLooks(page, 'consent')
  await page.getByRole('button', { name: 'I agree' }).click()
  await page.getByRole('heading', { name: 'My work' }).waitFor()
  await expectGoodLooks(page, 'my-work-empty')

  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByText('This link is no longer valid.').waitFor()
})

test('a forgotten password is reset by a mailed link', async () => {
  const page = await workbench.visit('/app/forgotten')
  await page.getByLabel('Email').fill(ADMIN)
  await page.keyboard.press('Enter')
  await page.getByText('we have emailed a link to it').waitFor()
  await expectFocus(page.getByRole('heading', { name: 'Choose a new password' }))
  const link = linkIn(await workbench.mailTo(ADMIN))
  expect(link).toContain('/app/users/password/edit?reset_password_token=')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat new password', { exact: true }).fill(`${PASSWORD}x`)
  // During this request, another Enter sends nothing.
  const refused = page.waitForResponse(/passwords\.reset/)
  await page.keyboard.press('Enter')
  await refused
  await page
    .getByText(/not match|differ|same/i)
    .first()
    .waitFor()
  await page.getByLabel('Repeat new password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/app\/?($|consent)/)
  await page.goto(link)
  await page.getByText('This link is no longer valid.').waitFor()
})

test('a German browser gets German pages, which say in German why an account is not created', async () => {
  const page = await workbench.visit('/app/register', { locale: 'de-DE' })
  await page.getByLabel('Name').fill('Nora\u202e')
  await page.getByLabel('E-Mail').fill('nora2@demo.example')
  await page.getByLabel('Passwort', { exact: true }).fill('short')
  await page.getByLabel('Passwort wiederholen', { exact: true }).fill('shorter')
  await page.keyboard.press('Enter')
  await page.getByText('Darf keine unsichtbaren Zeichen enthalten.').waitFor()
  await page.getByLabel('Name').fill('Nora')
  await page.getByLabel('Passwort wiederholen', { exact: true }).press('Enter')
  await page.getByText(/^Das Passwort braucht mindestens 15 Zeichen\./).waitFor()
  await expectGoodLooks(page, 'register-refused-german')
})

test('the marking is printed in its colors, and at the edges of every sheet', async () => {
  const page = await workbench.visit('/app/sign-in')
  const marking = page.getByRole('complementary', { name: 'Classification' })
  await marking.getByText('For training only').waitFor()
  expect(await marking.evaluate((banner) => getComputedStyle(banner).printColorAdjust)).toBe('exact')
  const listRules = () =>
    page.evaluate(() =>
      document.adoptedStyleSheets
        .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
        .join('\n'),
    )
  await expect.poll(listRules).toMatch(/@top-center \{ content: "For training only".*@bottom-center/s)
})
