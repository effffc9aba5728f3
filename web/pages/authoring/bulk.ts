import { api, client, queryClient, type Inputs, type Outputs } from '../../api/client.ts'
import type { Row } from './requirements.ts'

/** What many requirements are given at once. */
export type Change = Inputs['rules']['bulkUpdate']['rule']

type BulkUpdateResult = Outputs['rules']['bulkUpdate']

/** Why requirements stay as they are, with the numbers of those that the answer names. */
export interface SkippedRequirements {
  why: string
  numbers: readonly string[]
}

/** What the service would do: nothing is changed. */
export function tryChange(
  componentId: number,
  rows: readonly Row[],
  change: Change,
): Promise<BulkUpdateResult> {
  return client.rules.bulkUpdate.mutate({ componentId, rule: change, rule_ids: idsOf(rows), dry_run: true })
}

/** Changes what was tried; a requirement that someone changed since stays as it is. */
export async function changeAll(
  componentId: number,
  rows: readonly Row[],
  change: Change,
  tried: BulkUpdateResult,
): Promise<BulkUpdateResult> {
  const seen = tried.rows.map(({ id, lock_version }) => [String(id), lock_version] as const)
  const answer = await client.rules.bulkUpdate.mutate({
    componentId,
    rule: change,
    rule_ids: idsOf(rows),
    expected_lock_versions: Object.fromEntries(seen),
  })
  await reread()
  return answer
}

/** Takes a change back, all of it. */
export async function undoBulkChange(componentId: number, updateId: string): Promise<number> {
  const { changed } = await client.rules.undoBulkUpdate.mutate({ componentId, update_id: updateId })
  await reread()
  return changed
}

/** The requirements of an answer that stay, by their reason. */
export function skippedIn({ rows }: Pick<BulkUpdateResult, 'rows'>): SkippedRequirements[] {
  const skipped = rows.flatMap(({ rule_id, skipped }) => (skipped ? [{ rule_id, why: skipped.text }] : []))
  return [...Map.groupBy(skipped, ({ why }) => why)].map(([why, all]) => ({
    why,
    numbers: all.map(({ rule_id }) => rule_id),
  }))
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

async function reread(): Promise<void> {
  await queryClient.invalidateQueries(api.rules.pathFilter())
  void queryClient.invalidateQueries(api.components.pathFilter())
}
