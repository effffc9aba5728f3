import { describe, expect, it } from 'vitest'
import { createCallers } from '../../../verification/fuzz/callers.ts'
import { expectOutcomes } from '../../support/matrix-expectations.ts'
import { listDeclared } from '../../support/matrix.ts'
import { createRecipeScene } from '../../support/recipes.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld({})
const operations = listDeclared()

const SUBSCRIPTIONS = [
  { name: 'events.ofProject', key: 'GET /projects/{projectId}/events', input: 'projectId' },
  { name: 'events.ofComponent', key: 'GET /components/{componentId}/events', input: 'componentId' },
] as const

/** The first frame after `connected` of a tRPC event stream: the status of its error, or 200 for an event. */
async function readFirstFrame(path: string, headers: Record<string, string>): Promise<number> {
  const { status, body } = await world.app.request(path, { headers })
  if (status !== 200 || !body) return status
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (splitFrames(text).length < 2) {
    const { done, value } = await reader.read()
    if (done) break
    text += value
  }
  await reader.cancel()
  return Number(/"httpStatus":(\d+)/.exec(text)?.[1] ?? 200)
}

const splitFrames = (text: string) => text.split('\n\n').slice(0, -1)

describe('a subscription over tRPC', () => {
  it.each(SUBSCRIPTIONS)('A-6: $name admits exactly the callers of $key', async ({ name, key, input }) => {
    const scene = await createRecipeScene(world, 'hidden')
    const operation = operations.find((each) => each.key === key)
    if (!operation) throw new Error(`no operation ${key}`)
    const expected = expectOutcomes(operation)
    const id = input === 'projectId' ? scene.project.id : scene.component.id
    const path = `/trpc/${name}?input=${encodeURIComponent(JSON.stringify({ [input]: id }))}`
    const callers = await createCallers(world, scene, [])
    const actual = await Promise.all(
      callers.map(
        async ({ name: caller, headers }) => [caller, await readFirstFrame(path, headers)] as const,
      ),
    )
    const statuses = { Y: 200, U: 401, F: 403, N: 404 }
    const expectedStatuses = callers.map(({ name: caller, column, scope }) => {
      const outcome = scope === 'write' ? 'F' : expected[column]
      return [caller, statuses[outcome]] as const
    })
    expect(actual).toEqual(expectedStatuses)
  })
})
