import type { NotifiedEvent } from '../../../src/vocabulary.ts'
import type { Inputs } from '../../api/client.ts'
import { t } from '../../languages/t.ts'

type Preference = Inputs['notificationPreferences']['replace']['notification_preferences'][number]
export type Choice = Preference['delivery'] | 'inherit'

/** The service's default choice. */
const UNCHOSEN: Preference['delivery'] = 'daily'

export const DELIVERIES = [
  { value: 'now', label: t('Immediately') },
  { value: 'daily', label: t('Once a day') },
  { value: 'never', label: t('Never') },
] as const satisfies readonly { value: Choice; label: string }[]

export const EVENTS: Record<NotifiedEvent, string> = {
  'comment.mentioned': t('Someone mentions me'),
  'comment.created': t('A new comment in a project where I triage'),
  'comment.replied': t('A reply to me'),
  'comment.triaged': t('A decision on my comment'),
  'comment.adjudicated': t('My comment is closed'),
  'comment.reopened': t('A comment is reopened'),
  'comment.withdrawn': t('A comment is withdrawn'),
  'comment.merged': t('Comments are merged'),
  'comment.moved': t('A comment is moved'),
  'comment.period': t('Comment period opens or ends'),
  'reaction.changed': t('Someone agrees or disagrees with me'),
}

/** The chosen delivery by project (null for all) and event. */
export type Choices = ReadonlyMap<string, Preference>

const toChoiceKey = (projectId: number | null, event: NotifiedEvent) => `${projectId ?? 'all'} ${event}`

/** Indexes stored preferences by project and event. */
export function toChoices(preferences: readonly Preference[]): Choices {
  return new Map(preferences.map((item) => [toChoiceKey(item.project_id, item.event), item]))
}

/** Converts the choices to the service's input. */
export function toPreferences(choices: Choices): Preference[] {
  return [...choices.values()]
}

/** Returns the effective choice of an event for the select. */
export function findChoice(choices: Choices, projectId: number | null, event: NotifiedEvent): Choice {
  return choices.get(toChoiceKey(projectId, event))?.delivery ?? (projectId === null ? UNCHOSEN : 'inherit')
}

/** Changes one choice; `inherit` removes the project's own. */
export function changeChoice(
  choices: Choices,
  projectId: number | null,
  event: NotifiedEvent,
  choice: Choice,
): Choices {
  const next = new Map(choices)
  if (choice === 'inherit') next.delete(toChoiceKey(projectId, event))
  else next.set(toChoiceKey(projectId, event), { project_id: projectId, event, delivery: choice })
  return next
}
