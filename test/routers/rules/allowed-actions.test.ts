import { describe, expect, it } from 'vitest'
import type { Rule } from '../../../entities/rule.ts'
import type { RequirementAction } from '../../../workflows/requirements/allowed-actions.ts'
import { createCommentScene, type CommentScene } from '../../support/comments.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld()

type Client = Awaited<ReturnType<typeof world.rest>>
type Call = (client: Client, scene: CommentScene) => ReturnType<Client['get']>

const step =
  (action: string): Call =>
  (client, { rule }) =>
    client.post(`/rules/${rule.id}/reviews`, { review: { action, comment: 'For a test.' } })

/** The request of each action on a requirement. `revert` needs an earlier change; `update` has the same rules. */
const CALLS: Record<Exclude<RequirementAction, 'revert'>, Call> = {
  comment: step('comment'),
  update: (client, { rule }) => client.patch(`/rules/${rule.id}`, { rule: { title: 'Another title.' } }),
  lock_sections: (client, { rule }) =>
    client.patch(`/rules/${rule.id}/section_locks`, { section: 'Title', locked: true }),
  request_review: step('request_review'),
  revoke_review_request: step('revoke_review_request'),
  request_changes: step('request_changes'),
  approve: step('approve'),
  lock_control: step('lock_control'),
  unlock_control: step('unlock_control'),
  destroy: (client, { rule }) => client.delete(`/rules/${rule.id}`),
}
type CalledAction = keyof typeof CALLS

const STATES = {
  'is free': () => ({}),
  'is locked': () => ({ locked: true }),
  'is under review of its author': ({ author }: CommentScene) => ({ reviewRequestorId: author.id }),
  'belongs to a released component': () => ({}),
}
type State = keyof typeof STATES

const PEOPLE = ['viewer', 'author', 'reviewer', 'admin', 'systemAdmin'] as const

/** One requirement for each call, because an accepted call changes its requirement. */
async function createRequirements(state: State, scene: CommentScene, count: number): Promise<Rule[]> {
  const rules: Rule[] = []
  for (let index = 0; index < count; index += 1) {
    rules.push(await world.createRule(scene.component, STATES[state](scene)))
  }
  if (state === 'belongs to a released component') {
    const components = world.database.queries.updateTable('components').set({ released: true })
    await components.where('id', '=', scene.component.id).execute()
  }
  return rules
}

describe('allowed actions of a requirement', () => {
  it.each(Object.keys(STATES) as State[])(
    'are exactly those that the service accepts if it %s',
    async (state) => {
      const scene = await createCommentScene(world)
      const calls = PEOPLE.flatMap((person) =>
        (Object.keys(CALLS) as CalledAction[]).map((action) => ({ person, action })),
      )
      const rules = await createRequirements(state, scene, calls.length)
      const differing: string[] = []
      for (const [index, rule] of rules.entries()) {
        const { person, action } = calls[index] ?? { person: 'viewer', action: 'comment' }
        const client = await world.rest(scene[person])
        const { [action]: offered } = (await client.get(`/rules/${rule.id}`)).body.allowed_actions
        const { status, body } = await CALLS[action](client, { ...scene, rule })
        if (status < 300 !== offered.allowed) {
          differing.push(`${person} ${action}: ${JSON.stringify(offered)}, but ${status} ${body.reason}`)
        }
      }
      expect(differing).toEqual([])
    },
  )

  it('contain the reason of each rejection', async () => {
    const scene = await createCommentScene(world)
    const [rule] = await createRequirements('is locked', scene, 1)
    const { body } = await (await world.rest(scene.author)).get(`/rules/${rule?.id}`)
    expect(body.allowed_actions).toMatchObject({
      update: { allowed: false, reason: 'rule.locked' },
      revert: { allowed: false, reason: 'rule.locked' },
      unlock_control: { allowed: false, reason: 'permission_denied' },
      comment: { allowed: true, reason: null, message: null },
    })
  })
})
