import type { Membership } from '../../entities/membership.ts'
import { getBaseUrl, linkTo } from '../config/base-url.ts'
import { quoteName, toSenderName, shortenName } from './names.ts'
import { enqueueLimitedChat, enqueueLimitedMail, type NoticeContext, type Sender } from './notice-limits.ts'

interface Person {
  name: string
  email: string
  slackUserId?: string | null | undefined
}

/** A membership change for mail and chat notifications. */
export interface MembershipChange {
  change: 'created' | 'updated' | 'removed'
  membership: Membership
  member: Person
  actor: Person & Sender
  admins: Person[]
  target: { name: string; channel: string | null }
}

const DAY = 86_400_000

/**
 * Returns the subject of the member's mail. Members do not agree to be added, so on the first day the only text by others in
 * it is the sender's name (rule A-94).
 */
function toSubject({ change, membership, actor, target }: MembershipChange, now: Date): string {
  const kind = membership.membershipType.toLowerCase()
  if (now.getTime() - membership.createdAt.getTime() >= DAY) {
    const words = change === 'removed' ? 'You were removed from' : 'Your role changed on'
    return `${words} ${kind} ${quoteName(target.name)}`
  }
  const sender = toSenderName(actor.name)
  if (change === 'created') return `${sender} added you to a ${kind}`
  return change === 'removed'
    ? `${sender} removed you from a ${kind}`
    : `${sender} changed your role on a ${kind}`
}

/** Notifies the member by mail, with the admins in copy, and the chat (rules ). */
export async function notifyOfMembership(
  context: NoticeContext,
  membershipChange: MembershipChange,
): Promise<void> {
  const { change, membership, member, actor, target } = membershipChange
  const kind = membership.membershipType
  const id = membership.projectId ?? membership.componentId ?? 0
  const link = linkTo(context.env, kind === 'Project' ? `/projects/${id}` : `/components/${id}`)
  const subject = toSubject(membershipChange, context.now)
  const role = change === 'removed' ? '' : `Role: ${membership.role}\n`
  const cc = membershipChange.admins.map(({ email }) => email).filter((address) => address !== member.email)
  const mail = { to: member.email, cc, subject, text: `${subject}.\n\n${role}${link}\n` }
  await enqueueLimitedMail(context, actor, mail, `${subject}: ${role.trim()} ${link}`)
  const channels = [target.channel, member.slackUserId].filter((channel) => channel != null)
  await enqueueLimitedChat(context, actor, {
    icon: { created: 'ok' as const, updated: 'announcement' as const, removed: 'cross' as const }[change],
    title: `${kind} membership ${change}`,
    fields: {
      [kind]: change === 'removed' ? shortenName(target.name) : `${shortenName(target.name)} (${link})`,
      Member: `${shortenName(member.name)} (${member.email})`,
      Role: membership.role,
      By: `${shortenName(actor.name)} (${actor.email})`,
      Application: getBaseUrl(context.env),
    },
    channels,
  })
}
