import { expect, test } from 'vitest'
import { PATIENT } from './support/read.ts'
import { AUTHOR, createTriage } from './support/triage.ts'
import { createWorkbench } from './support/workbench.ts'

const workbench = createWorkbench({ demo: true })
const { comments } = createTriage(workbench)

test('a thread shows its first 200 replies, and the others on request', async () => {
  const { ids, rule } = await comments(25, ['Which list is meant?'])
  const page = await workbench.visitAs(AUTHOR, '/up')
  const reply = (number: number) => ({
    action: 'comment',
    comment: `Reply ${number}`,
    responding_to_review_id: ids[0],
  })
  for (let first = 1; first <= 201; first += 20) {
    const numbers = Array.from({ length: Math.min(20, 202 - first) }, (_, index) => first + index)
    const answers = await Promise.all(
      numbers.map((number) =>
        page.request.post(`/rules/${rule.id}/reviews`, {
          data: { review: reply(number) },
          headers: { origin: workbench.url() },
          ...PATIENT,
        }),
      ),
    )
    expect(answers.map((answer) => answer.status())).toEqual(numbers.map(() => 200))
  }
  await page.goto(`/app/reviews/${ids[0]}`)
  const replies = page.getByRole('list', { name: `Replies to comment ${ids[0]}` }).getByRole('listitem')
  await expect.poll(() => replies.count()).toBe(200)
  await page.getByRole('button', { name: 'Show 1 more reply' }).press('Enter')
  await expect.poll(() => replies.count()).toBe(201)
})

test('text that is typed while a reply is sent stays as a draft', async () => {
  const { ids } = await comments(26, ['Is this meant for both consoles?'])
  const page = await workbench.visitAs(AUTHOR, `/app/reviews/${ids[0]}`)
  const sending = Promise.withResolvers<void>()
  await page.route('**/trpc/reviews.createOnRule**', async (route) => {
    await sending.promise
    await route.continue()
  })
  const reply = page.getByRole('button', { name: 'Reply' })
  const text = page.getByRole('textbox', { name: `Reply to comment ${ids[0]}` })
  await reply.click()
  await text.pressSequentially('For both.')
  const request = page.waitForRequest('**/trpc/reviews.createOnRule**')
  await text.press('Control+Enter')
  await request
  await text.pressSequentially(' And for the next one.')
  sending.resolve()
  await text.waitFor({ state: 'detached' })
  await reply.click()
  await expect.poll(() => text.inputValue()).toBe('For both. And for the next one.')
})
