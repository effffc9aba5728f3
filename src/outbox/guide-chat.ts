import { getBaseUrl, linkTo } from '../config/base-url.ts'
import { shortenName } from './names.ts'
import { enqueueLimitedChat, type NoticeContext, type Sender } from './notice-limits.ts'

/** Notifies the chat that an SRG was uploaded to the catalog or removed from it (rule A-78). */
export function announceSrg(
  context: NoticeContext & { actor: Sender & { name: string } },
  srg: { id: number; name: string; version: string },
  change: 'uploaded' | 'removed',
): Promise<void> {
  const { env, actor } = context
  const name = shortenName(srg.name)
  return enqueueLimitedChat(context, actor, {
    icon: change === 'uploaded' ? 'ok' : 'cross',
    title: `SRG ${change}`,
    fields: {
      Name: change === 'removed' ? name : `${name} (${linkTo(env, `/srgs/${srg.id}`)})`,
      Version: srg.version,
      By: `${shortenName(actor.name)} (${actor.email})`,
      Application: getBaseUrl(env),
    },
  })
}
