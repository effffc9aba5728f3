import type { Project } from '../../entities/project.ts'
import type { Em } from '../database.ts'
import type { Env } from '../env.ts'
import { baseUrlOf, linkTo } from '../http/base-url.ts'
import { enqueueChat } from './enqueue.ts'

type ProjectChange = 'created' | 'renamed' | 'removed' | 'visibility changed'

const ICONS = {
  created: 'ok',
  renamed: 'announcement',
  removed: 'cross',
  'visibility changed': 'announcement',
} as const

/** Tells the chat what became of a project (accounts 6.9). */
export function announceProject(
  em: Em,
  env: Env,
  project: Project,
  actor: { name: string; email: string },
  change: ProjectChange,
  now: Date,
): void {
  const gone = change === 'removed'
  const fields = {
    Project: gone ? project.name : `${project.name} (${linkTo(env, `/projects/${project.id}`)})`,
    ...(change === 'visibility changed' ? { Visibility: project.visibility ?? 'hidden' } : {}),
    By: `${actor.name} (${actor.email})`,
    Application: baseUrlOf(env),
  }
  const channel = project.metadata['Slack Channel ID']?.trim()
  enqueueChat(
    em,
    { icon: ICONS[change], title: `Project ${change}`, fields, ...(channel ? { channels: [channel] } : {}) },
    now,
  )
}
