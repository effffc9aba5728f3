import { expect, it } from 'vitest'
import { aWorld } from '../support/world.ts'

const world = aWorld()

it('preferences that are replaced many times at once are one of the sets, and nobody is refused', async () => {
  const client = await world.rest(await world.aUser())
  const path = '/users/notification_preferences'
  const replace = (delivery: string) => {
    const events = ['comment.replied', 'comment.triaged']
    const notification_preferences = events.map((event) => ({ project_id: null, event, delivery }))
    return client.put(path, { notification_preferences })
  }
  const deliveries = ['now', 'daily', 'never', 'now', 'daily', 'never', 'now', 'daily']
  const answers = await Promise.all(deliveries.map(replace))
  expect(answers.map(({ status }) => status)).toEqual(deliveries.map(() => 200))
  const { body } = await client.get(path)
  expect(answers.map((answer) => answer.body)).toContainEqual(body)
})
