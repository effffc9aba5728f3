import { describe, expect, it } from 'vitest'
import { ROUNDS, sortStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const PATH = '/users/notification_preferences'

describe('concurrent changes of notification preferences', () => {
  it('R-53: are applied one after the other, and one of them is stored completely', async () => {
    const client = await world.rest(await world.createUser())
    const toGlobalPreference = (event: string, delivery: string) => ({ project_id: null, event, delivery })
    const choices = [
      [toGlobalPreference('comment.created', 'now')],
      [toGlobalPreference('comment.created', 'never'), toGlobalPreference('comment.replied', 'now')],
      [toGlobalPreference('comment.triaged', 'now')],
    ]
    for (let round = 0; round < ROUNDS; round += 1) {
      const put = (chosen: (typeof choices)[number]) => () =>
        client.put(PATH, { notification_preferences: chosen })
      const answers = await sendConcurrently(...choices.map(put), ...choices.map(put))
      expect(sortStatuses(answers)).toEqual([200, 200, 200, 200, 200, 200])
      expect(choices).toContainEqual((await client.get(PATH)).body.notification_preferences)
      await client.put(PATH, { notification_preferences: [] })
    }
  })
})
