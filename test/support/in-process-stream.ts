import { DomainEvent } from '../../entities/domain-event.ts'
import type { User } from '../../entities/user.ts'
import type { CommentScene } from './comments.ts'
import type { World } from './world.ts'

interface Item {
  id: string
  event: string
  data: Record<string, unknown>
}

/** Opens live streams of an in-process service, and creates events for them. */
export function createStreamClient(world: World) {
  /** Opens a live stream with a new session of this user. */
  async function watch(user: User, path: string, lastEventId?: string, targetWorld = world) {
    const headers: Record<string, string> = { cookie: await targetWorld.createCookie(user) }
    if (lastEventId) headers['last-event-id'] = lastEventId
    const response = await targetWorld.app.request(path, { headers })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const next = async (): Promise<Item | 'comment' | 'end'> => {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const block = text.slice(0, end)
          text = text.slice(end + 2)
          if (block.startsWith(':')) return 'comment'
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
          return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) }
        }
        const chunk = await reader?.read()
        if (!chunk || chunk.done) return 'end'
        text += chunk.value
      }
    }
    const nextEvent = async () => {
      let item = await next()
      while (item === 'comment') item = await next()
      return item
    }
    return { response, next, nextEvent, leave: () => reader?.cancel() }
  }

  const createComment = (scene: CommentScene, text: string) =>
    world.as(scene.viewer).reviews.createOnRule({
      ruleId: scene.rule.id,
      review: { action: 'comment', comment: text },
    })

  const waitForStored = (scene: CommentScene, kind: string) =>
    world.stored((em) => em.create(DomainEvent, { projectId: scene.project.id, kind, data: {} }))

  return { watch, comment: createComment, stored: waitForStored }
}
