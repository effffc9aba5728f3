import { afterAll, afterEach, expect, it } from 'vitest'
import { appRouter } from '../../../routers/index.ts'
import { isFastPathEnabled, setFastPath } from '../../../src/database/fast-path/switch.ts'
import { openWorld, type World } from '../../support/create-world.ts'
import { openTestDatabase } from '../../support/db.ts'
import { Factories } from '../../support/factories.ts'
import type { Answer } from '../../support/rest.ts'

const initial = isFastPathEnabled()
const closing: (() => Promise<void>)[] = []
afterEach(() => setFastPath(initial))
afterAll(async () => {
  for (const close of closing) await close()
})

async function openWorldWith(fastPath: boolean): Promise<World> {
  setFastPath(fastPath)
  const database = await openTestDatabase()
  closing.push(() => database.close())
  const world = await openWorld({}, appRouter, () => new Date(), database)
  return Object.setPrototypeOf({ ...world }, Factories.prototype)
}

/** Times differ between two runs. */
const withoutTimes = (text: string): string =>
  text.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00(:00)?| UTC)?/g, 'TIME')

/** The answers to a few reads, writes and errors in a new database, whose ids are the same each time. */
async function readAnswers(fastPath: boolean): Promise<unknown[]> {
  const world = await openWorldWith(fastPath)
  const admin = await world.createUser({ name: 'Ann', email: 'ann@example.org', admin: true })
  const member = await world.createUser({ name: 'Bob', email: 'bob@example.org' })
  const srg = await world.createSrg({ title: 'Base guide', srgId: 'Base_SRG', rules: 2 })
  const project = await world.createProject({ name: 'Harbor' })
  const component = await world.createComponent(project, {
    name: 'Gate',
    prefix: 'GATE-00',
    securityRequirementsGuideId: srg.id,
  })
  const [rule] = await world.rules(component, 2)
  await world.join(member, project, 'author')
  const [asAdmin, asMember, asNobody] = [
    await world.rest(admin),
    await world.rest(member),
    await world.rest(),
  ]
  const answers: Answer[] = []
  const ask = async (answer: Promise<Answer>): Promise<Answer> => {
    const response = await answer
    answers.push(response)
    return response
  }
  const reply = await ask(
    asMember.post(`/rules/${rule?.id}/reviews`, { review: { action: 'comment', comment: 'Unclear.' } }),
  )
  await ask(asMember.patch(`/rules/${rule?.id}`, { rule: { title: 'Changed' } }))
  const review = await world.createReview(rule ?? component, member, { comment: 'Second.' })
  expect(reply.status).toBeLessThan(300)
  await ask(asAdmin.patch(`/reviews/${review.id}/triage`, { triage_status: 'concur' }))
  await ask(asMember.patch(`/reviews/${review.id}/triage`, { triage_status: 'no such status' }))
  // The third answer of a list is one that the fast path has cached.
  for (let turn = 0; turn < 3; turn += 1) {
    for (const path of ['/projects', `/projects/${project.id}/comments`, `/rules/${rule?.id}`]) {
      await ask(asMember.get(path))
    }
  }
  await ask(asMember.get('/api/auth/me'))
  await ask(asNobody.get(`/rules/${rule?.id}`))
  await ask(asAdmin.get('/rules/999999'))
  return answers.map(({ status, text }) => ({ status, text: withoutTimes(text) }))
}

it('a service without the fast path gives the same answers', async () => {
  const [fast, off] = [await readAnswers(true), await readAnswers(false)]
  expect(off).toEqual(fast)
  expect(fast).toHaveLength(16)
})
