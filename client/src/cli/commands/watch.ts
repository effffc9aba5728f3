import type { Command } from '@commander-js/extra-typings'
import { EXIT } from '../exit-codes.ts'
import { Failure, toFailure, isObject } from '../failure.ts'
import { openSession, type Session } from '../service/session.ts'
import { interrupted } from '../terminal/interrupt.ts'
import { toSafeLine } from '../terminal/plain.ts'
import { parseCount, parseId, addCommand } from './command.ts'

export function addWatch(program: Command): void {
  addCommand(
    program,
    'watch',
    'Show the events of a project or component live, until Ctrl+C',
    'lines {id, event, data}',
  )
    .option('--project <id>', 'the project', parseId)
    .option('--component <id>', 'the component', parseId)
    .option('--since <event>', 'start after the event with this id')
    .option('--count <n>', 'end after this number of events', parseCount)
    .action(async ({ project, component, since, count: atMost, ...options }) => {
      if ((project === undefined) === (component === undefined)) {
        throw new Failure(EXIT.usage, 'Use either --project ID or --component ID.')
      }
      const session = await openSession(options)
      // A board waits while the service is unavailable; this first call reports it.
      await session.api.sessions.me.query()
      await watchBoard(session, { project, component, since, atMost: atMost ?? Number.POSITIVE_INFINITY })
    })
}

interface WatchOptions {
  project: number | undefined
  component: number | undefined
  since: string | undefined
  atMost: number
}

interface Item {
  id: string
  data: { event: string; data: Record<string, unknown> }
}

/** Prints events until Ctrl+C or `atMost` events. Throws a Failure if it is rejected or loses access. */
function watchBoard(
  { api, out }: Session,
  { project, component, since, atMost }: WatchOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let eventCount = 0
    let isDisconnected = false
    let isClosed = false
    const close = () => {
      if (isClosed) return
      isClosed = true
      interrupted.removeEventListener('abort', close)
      subscription.unsubscribe()
      resolve()
    }
    const listeners = {
      onData: ({ id: eventId, data }: Item) => {
        if (isClosed) return
        out.line({ id: eventId, ...data }, formatEvent(data))
        eventCount += 1
        if (eventCount >= atMost) close()
      },
      onConnectionStateChange: ({ state }: { state: string }) => {
        if (state === 'connecting' && eventCount > 0 && !isDisconnected && !isClosed) {
          isDisconnected = true
          out.note('The connection was lost. Reconnecting.')
        }
        if (state === 'pending' && isDisconnected) {
          isDisconnected = false
          out.note('Connected again.')
        }
      },
      onComplete: () => {
        if (!isClosed) {
          reject(new Failure(EXIT.notAllowed, 'You no longer have access.', { reason: 'access_ended' }))
        }
      },
      onError: (error: unknown) => reject(toFailure(error)),
    }
    const resumption = since === undefined ? {} : { lastEventId: since }
    const subscription =
      component === undefined
        ? api.events.ofProject.subscribe({ projectId: project ?? 0, ...resumption }, listeners)
        : api.events.ofComponent.subscribe({ componentId: component, ...resumption }, listeners)
    if (interrupted.aborted) close()
    else interrupted.addEventListener('abort', close, { once: true })
  })
}

function formatEvent({ event, data }: Item['data']): string {
  const { actor, at: time } = data
  const actorName = isObject(actor) ? actor['name'] : actor
  const places = ['review_id', 'rule_id', 'component_id']
    .filter((name) => typeof data[name] === 'number')
    .map((name) => `${name.replace('_id', '')} ${String(data[name])}`)
  const words = [
    typeof time === 'string' ? time : '',
    event,
    ...places,
    typeof actorName === 'string' ? `by ${actorName}` : '',
  ]
  return toSafeLine(words.filter((word) => word !== '').join('  '))
}
