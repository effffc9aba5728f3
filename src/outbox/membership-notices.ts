import type { Membership } from '../../entities/membership.ts'
import { linkTo } from '../http/base-url.ts'
import { quoted, shortName } from './names.ts'
import { chatLimited, mailLimited, type Outgoing, type Sender } from './limited.ts'

interface Person {
  name: string
  email: string
  slackUserId?: string | null | undefined
}

/** A change of somebody's membership, as mail and chat tell it. */
export interface MembershipChange {
  change: 'created' | 'updated' | 'removed'
  membership: Membership
  member: Person
  actor: Person & Sender
  admins: Person[]
  target: { name: string; channel: string | null }
}

const WORDS = {
  created: 'You were added to',
  updated: 'Your role changed on',
  removed: 'You were removed from',
}

/** Tells the member, with the admins in copy, and the chat (rules ). */
export async function tellMembership(outgoing: Outgoing, told: MembershipChange): Promise<void> {
  const { change, membership, member, actor, target } = told
  const kind = membership.membershipType
  const id = membership.projectId ?? membership.componentId ?? 0
  const link = linkTo(outgoing.env, kind === 'Project' ? `/projects/${id}` : `/components/${id}`)
  const subject = `${WORDS[change]} ${kind.toLowerCase()} ${quoted(target.name)}`
  const role = change === 'removed' ? '' : `Role: ${membership.role}\n`
  const cc = told.admins.map(({ email }) => email).filter((address) => address !== member.email)
  const mail = { to: member.email, cc, subject, text: `${subject}.\n\n${role}${link}\n` }
  await mailLimited(outgoing, actor, mail, `${subject}: ${role.trim()} ${link}`)
  const channels = [target.channel, member.slackUserId].filter((channel) => channel != null)
  await chatLimited(outgoing, actor, {
    icon: { created: 'ok' as const, updated: 'announcement' as const, removed: 'cross' as const }[change],
    title: `${kind} membership ${change}`,
    fields: {
      [kind]: change === 'removed' ? shortName(target.name) : `${shortName(target.name)} (${link})`,
      Member: `${shortName(member.name)} (${member.email})`,
      Role: membership.role,
      By: `${shortName(actor.name)} (${actor.email})`,
    },
    channels,
  })
}
