import type { Component } from '../../entities/component.ts'
import { Project } from '../../entities/project.ts'
import { getBaseUrl, linkTo } from '../config/base-url.ts'
import { getChannel } from './channel.ts'
import { shortenName } from './names.ts'
import { enqueueLimitedChat, type NoticeContext, type Sender } from './notice-limits.ts'

/** Notifies the chat that a component was created or removed, also in its channel or its project's (rule A-78). */
export async function announceComponent(
  context: NoticeContext & { actor: Sender & { name: string } },
  component: Component,
  change: 'created' | 'removed',
): Promise<void> {
  const { em, env, actor } = context
  const project = await em.findOneOrFail(Project, { id: component.projectId })
  const name = shortenName(component.name)
  const channel = getChannel(component) ?? getChannel(project)
  await enqueueLimitedChat(context, actor, {
    icon: change === 'created' ? 'ok' : 'cross',
    title: `Component ${change}`,
    fields: {
      Project: `${shortenName(project.name)} (${linkTo(env, `/projects/${project.id}`)})`,
      Component: change === 'removed' ? name : `${name} (${linkTo(env, `/components/${component.id}`)})`,
      By: `${shortenName(actor.name)} (${actor.email})`,
      Application: getBaseUrl(env),
    },
    ...(channel ? { channels: [channel] } : {}),
  })
}
