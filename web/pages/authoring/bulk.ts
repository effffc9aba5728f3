import { api, client, queryClient, type Inputs, type Outputs } from '../../api/client.ts'
import { translateDetail } from '../../api/errors.ts'
import type { Row } from './requirements.ts'

/** The change of a bulk edit. */
export type Change = Inputs['rules']['bulkUpdate']['rule']

type BulkUpdateResult = Outputs['rules']['bulkUpdate']
export type BulkPreview = Pick<BulkUpdateResult, 'rows' | 'rows_left_out'>

/** Why requirements stay unchanged, with their numbers from the answer. */
export interface SkippedRequirements {
  message: string
  numbers: readonly string[]
}

/** Previews a bulk edit; nothing is changed. */
export function tryChange(
  componentId: number,
  rows: readonly Row[],
  change: Change,
): Promise<BulkUpdateResult> {
  return client.rules.bulkUpdate.mutate({ componentId, rule: change, rule_ids: toIds(rows), dry_run: true })
}

/** Applies a previewed change; requirements that changed since the preview are skipped. */
export async function changeAll(
  componentId: number,
  rows: readonly Row[],
  change: Change,
  tried: BulkUpdateResult,
): Promise<BulkUpdateResult> {
  const versions = tried.rows.map(({ id, lock_version }) => [String(id), lock_version] as const)
  const answer = await client.rules.bulkUpdate.mutate({
    componentId,
    rule: change,
    rule_ids: toIds(rows),
    expected_lock_versions: Object.fromEntries(versions),
  })
  await refetch()
  return answer
}

/** Undoes a bulk change. */
export async function undoBulkChange(componentId: number, updateId: string): Promise<number> {
  const { changed } = await client.rules.undoBulkUpdate.mutate({ componentId, update_id: updateId })
  await refetch()
  return changed
}

/** Groups the skipped requirements of an answer by reason. */
export function groupSkipped({ rows }: Pick<BulkUpdateResult, 'rows'>): SkippedRequirements[] {
  const skipped = rows.flatMap(({ rule_id, skipped }) =>
    skipped ? [{ rule_id, reason: translateDetail(skipped.text, skipped.reason) }] : [],
  )
  return [...Map.groupBy(skipped, ({ reason }) => reason)].map(([message, all]) => ({
    message,
    numbers: all.map(({ rule_id }) => rule_id),
  }))
}

/** Fields with a value in every requirement. */
const ALWAYS_SET = ['status', 'rule_severity']

/** Counts the requirements whose texts a change replaces, and those whose texts it clears. */
export function countExistingTexts({ rows }: Pick<BulkUpdateResult, 'rows'>, change: Change) {
  const texts = Object.entries(change).filter(
    ([name, value]) => !ALWAYS_SET.includes(name) && (value === null || typeof value === 'string'),
  )
  const count = (isCleared: boolean) =>
    rows.filter(({ before, skipped }) => {
      const current = new Map<string, unknown>(Object.entries(before))
      const isChanged = ([name, value]: readonly [string, unknown]) => {
        const text = current.get(name)
        return typeof text === 'string' && text.trim() !== '' && text !== value
      }
      return skipped === null && texts.some((field) => (field[1] === null) === isCleared && isChanged(field))
    }).length
  return { replaced: count(false), cleared: count(true) }
}

const toIds = (rows: readonly Row[]) => rows.map(({ id }) => id)

async function refetch(): Promise<void> {
  await queryClient.invalidateQueries(api.rules.pathFilter())
  void queryClient.invalidateQueries(api.components.pathFilter())
}
