import type { User } from '../../entities/user.ts'
import { getBaseUrl } from '../config/base-url.ts'
import type { Env } from '../config/env.ts'
import type { Em } from '../database/database.ts'
import { enqueueChat } from './enqueue.ts'
import { shortenName } from './names.ts'

interface Person {
  name: string
  email: string
}

/** Notifies the chat that system administrator rights were granted or removed (rule A-18). */
export function announceAdmin(
  em: Em,
  env: Env,
  user: User,
  actor: Person,
  granted: boolean,
  now: Date,
): void {
  enqueueChat(
    em,
    {
      icon: granted ? 'ok' : 'cross',
      title: granted ? 'Administrator right granted' : 'Administrator right removed',
      fields: {
        User: `${shortenName(user.name)} (${user.email})`,
        By: `${shortenName(actor.name)} (${actor.email})`,
        Application: getBaseUrl(env),
      },
    },
    user.slackUserId ? [null, user.slackUserId] : [null],
    now,
  )
}
