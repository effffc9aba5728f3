import { api, client, queryClient, type Inputs, type Outputs } from '../../api/client.ts'
import { t } from '../../languages/t.ts'

export type Watch = Outputs['watches']['list']['watches'][number]
export type WatchedRecord = Pick<Inputs['watches']['set']['watch'], 'watched_type' | 'watched_id'>

/** Whether a record is among the watches. */
export function isWatched(
  watches: readonly Watch[],
  { watched_type: type, watched_id: id }: WatchedRecord,
): boolean {
  return watches.some((item) => item.watched_type === type && item.watched_id === id)
}

/** Starts or stops watching a record, and refetches the watched records. */
export async function setWatch(
  // A watch from the list has more fields, which the service rejects.
  { watched_type, watched_id }: WatchedRecord,
  watching: boolean,
): Promise<void> {
  await client.watches.set.mutate({ watch: { watched_type, watched_id, watching } })
  await queryClient.invalidateQueries(api.watches.pathFilter())
}

/** Returns the name and the address of a watched record. */
export function describeWatch(watch: Watch): { name: string; location: string; to: string } {
  const { watched_type: type, watched_id: id, project_name: project, component_id, component_name } = watch
  const component = component_name ?? project
  const rule = watch.rule_displayed_name ?? ''
  if (type === 'Project') return { name: project, location: t('Project'), to: `/projects/${id}` }
  if (type === 'Component') return { name: component, location: project, to: `/components/${id}` }
  if (type === 'Rule') {
    return { name: rule, location: component, to: `/components/${component_id ?? 0}/${rule}` }
  }
  return {
    name: t('Comment {id}', { id }),
    location: [rule, component].filter(Boolean).join(', '),
    to: `/reviews/${id}`,
  }
}
