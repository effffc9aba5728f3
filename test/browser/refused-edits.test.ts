import { expect, test } from 'vitest'
import { PATIENT, read } from './support/read.ts'
import { AUTHOR, OWNER } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })

type Send = (method: string, path: string, data: object) => Promise<void>

interface Member {
  id: number
  email: string
}

/** Opens a requirement as an author whose save arrives only after the owner changed something. */
async function typeWhile(number: number, change: (send: Send) => Promise<void>) {
  const owner = await workbench.visitAs(OWNER, '/up')
  const send: Send = async (method, path, data) => {
    const answer = await owner.request.fetch(path, {
      method,
      data,
      headers: { origin: workbench.url() },
      ...PATIENT,
    })
    expect(answer.ok()).toBe(true)
  }
  const page = await workbench.visitAs(AUTHOR, `/app/components/1/${number}`)
  const fix = page.getByRole('textbox', { name: 'Fix' })
  await fix.waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  let isChanged = false
  await page.route('**/trpc/rules.update*', async (route) => {
    if (!isChanged) await change(send)
    isChanged = true
    await route.continue()
  })
  await fix.fill('Typed while it was open.')
  await page.getByText('Not saved', { exact: true }).waitFor()
  expect(await fix.inputValue()).toBe('Typed while it was open.')
  return { page, send }
}

const toStep = (action: string) => ({ review: { action, comment: 'For the release.' } })

test('a text that a lock refused is saved when the requirement is unlocked', async () => {
  const { page, send } = await typeWhile(6, (change) =>
    change('POST', '/rules/6/reviews', toStep('lock_control')),
  )
  await send('POST', '/rules/6/reviews', toStep('unlock_control'))
  await page.getByText(/^Saved/).waitFor()
})

test('a refused role makes the editor read-only at once, and the text is saved when the role returns', async () => {
  const owner = await workbench.visitAs(OWNER, '/up')
  const { memberships } = await read<{ memberships: Member[] }>(
    owner,
    '/memberships?membership_type=Project&membership_id=1',
  )
  const author = memberships.find(({ email }) => email === AUTHOR)
  const path = `/memberships/${author?.id}`
  const { page, send } = await typeWhile(8, (change) =>
    change('PATCH', path, { membership: { role: 'viewer' } }),
  )
  await page.getByText('Only authors of the project can edit requirements.').waitFor()
  await send('PATCH', path, { membership: { role: 'author' } })
  // An event of the component makes the page check access now instead of within 30 seconds.
  await send('PATCH', '/components/1', { component: { description: 'For gateways of the harbor.' } })
  await page.getByText(/^Saved/).waitFor()
})
