import type { Project } from '../../entities/project.ts'
import { getBaseUrl, linkTo } from '../config/base-url.ts'
import { getChannel } from './channel.ts'
import { shortenName } from './names.ts'
import { enqueueLimitedChat, type NoticeContext } from './notice-limits.ts'

type ProjectChange = 'created' | 'renamed' | 'removed' | 'visibility changed'

const ICONS = {
  created: 'ok',
  renamed: 'announcement',
  removed: 'cross',
  'visibility changed': 'announcement',
} as const

/** Notifies the chat of a change of a project (rule A-78). */
export async function announceProject(
  context: NoticeContext,
  project: Project,
  actor: { id: number; name: string; email: string },
  change: ProjectChange,
): Promise<void> {
  const { env } = context
  const isRemoved = change === 'removed'
  const fields = {
    Project: isRemoved
      ? shortenName(project.name)
      : `${shortenName(project.name)} (${linkTo(env, `/projects/${project.id}`)})`,
    ...(change === 'visibility changed' ? { Visibility: project.visibility ?? 'hidden' } : {}),
    By: `${shortenName(actor.name)} (${actor.email})`,
    Application: getBaseUrl(env),
  }
  const channel = getChannel(project)
  await enqueueLimitedChat(context, actor, {
    icon: ICONS[change],
    title: `Project ${change}`,
    fields,
    ...(channel ? { channels: [channel] } : {}),
  })
}
