import type { Command } from '@commander-js/extra-typings'
import { EXIT } from '../exit-codes.ts'
import { Failure, toFailure, isObject } from '../failure.ts'
import { signedIn, type Session } from '../service/session.ts'
import { interrupted } from '../terminal/interrupt.ts'
import { plainLine } from '../terminal/plain.ts'
import { count, id, leaf } from './command.ts'

export function addWatch(program: Command): void {
  leaf(
    program,
    'watch',
    'Show the events of a project or component live, until Ctrl+C',
    'lines {id, event, data}',
  )
    .option('--project <id>', 'the project', id)
    .option('--component <id>', 'the component', id)
    .option('--since <event>', 'start after the event with this id')
    .option('--count <n>', 'end after this number of events', count)
    .action(async ({ project, component, since, count: atMost, ...options }) => {
      if ((project === undefined) === (component === undefined)) {
        throw new Failure(EXIT.usage, 'Use either --project ID or --component ID.')
      }
      const session = await signedIn(options)
      // A board waits for a service that is away; the first call says so.
      await session.api.sessions.me.query()
      await watched(session, { project, component, since, atMost: atMost ?? Number.POSITIVE_INFINITY })
    })
}

interface Watched {
  project: number | undefined
  component: number | undefined
  since: string | undefined
  atMost: number
}

interface Item {
  id: string
  data: { event: string; data: Record<string, unknown> }
}

/** Ends with Ctrl+C or after `atMost` events; throws a Failure for a refusal and when the access ends. */
function watched({ api, out }: Session, { project, component, since, atMost }: Watched): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = 0
    let away = false
    let left = false
    const leave = () => {
      if (left) return
      left = true
      interrupted.removeEventListener('abort', leave)
      subscription.unsubscribe()
      resolve()
    }
    const listeners = {
      onData: ({ id: place, data }: Item) => {
        if (left) return
        out.line({ id: place, ...data }, inWords(data))
        seen += 1
        if (seen >= atMost) leave()
      },
      onConnectionStateChange: ({ state }: { state: string }) => {
        if (state === 'connecting' && seen > 0 && !away && !left) {
          away = true
          out.note('The connection was lost. Reconnecting.')
        }
        if (state === 'pending' && away) {
          away = false
          out.note('Connected again.')
        }
      },
      onComplete: () => {
        if (!left) {
          reject(new Failure(EXIT.notAllowed, 'You no longer have access.', { reason: 'access_ended' }))
        }
      },
      onError: (error: unknown) => reject(toFailure(error)),
    }
    const from = since === undefined ? {} : { lastEventId: since }
    const subscription =
      component === undefined
        ? api.events.ofProject.subscribe({ projectId: project ?? 0, ...from }, listeners)
        : api.events.ofComponent.subscribe({ componentId: component, ...from }, listeners)
    if (interrupted.aborted) leave()
    else interrupted.addEventListener('abort', leave, { once: true })
  })
}

function inWords({ event, data }: Item['data']): string {
  const { actor, at } = data
  const by = isObject(actor) ? actor['name'] : actor
  const places = ['review_id', 'rule_id', 'component_id']
    .filter((name) => typeof data[name] === 'number')
    .map((name) => `${name.replace('_id', '')} ${String(data[name])}`)
  const words = [typeof at === 'string' ? at : '', event, ...places, typeof by === 'string' ? `by ${by}` : '']
  return plainLine(words.filter((word) => word !== '').join('  '))
}
