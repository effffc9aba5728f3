import type { Membership } from '../../entities/membership.ts'
import type { Em } from '../database.ts'
import type { Env } from '../env.ts'
import { linkTo } from '../http/base-url.ts'
import { enqueueChat, enqueueMail } from './enqueue.ts'
import { oneLine } from './one-line.ts'

interface Person {
  name: string
  email: string
  slackUserId?: string | null | undefined
}

/** A change of somebody's membership, as mail and chat tell it. */
export interface MembershipNews {
  change: 'created' | 'updated' | 'removed'
  membership: Membership
  member: Person
  actor: Person
  admins: Person[]
  target: { name: string; channel: string | null }
}

const WORDS = {
  created: 'You were added to',
  updated: 'Your role changed on',
  removed: 'You were removed from',
}

/** Tells the member, with the admins in copy, and the chat (accounts 6.8 and 6.9). */
export function tellMembership(em: Em, env: Env, news: MembershipNews, now: Date): void {
  const { change, membership, member, actor, target } = news
  const kind = membership.membershipType
  const id = membership.projectId ?? membership.componentId ?? 0
  const link = linkTo(env, kind === 'Project' ? `/projects/${id}` : `/components/${id}`)
  const subject = `${WORDS[change]} ${kind.toLowerCase()} ${oneLine(target.name)}`
  const role = change === 'removed' ? '' : `Role: ${membership.role}\n`
  const cc = news.admins.map(({ email }) => email).filter((address) => address !== member.email)
  enqueueMail(em, { to: member.email, cc, subject, text: `${subject}.\n\n${role}${link}\n` }, now)
  const channels = [target.channel, member.slackUserId].filter((channel) => channel != null)
  enqueueChat(
    em,
    {
      icon: { created: 'ok' as const, updated: 'announcement' as const, removed: 'cross' as const }[change],
      title: `${kind} membership ${change}`,
      fields: {
        [kind]: change === 'removed' ? target.name : `${target.name} (${link})`,
        Member: `${member.name} (${member.email})`,
        Role: membership.role,
        By: `${actor.name} (${actor.email})`,
      },
      channels,
    },
    now,
  )
}
