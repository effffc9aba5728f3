import type { Outputs } from '../../api/client.ts'
import { parseTimestamp } from '../../api/time.ts'

type OwnComment = Outputs['reviews']['ofUser']['rows'][number]

/** Whether the triagers asked the commenter for clarification, and the comment is not closed. */
export function isAwaitingReply({ triage_status, adjudicated_at }: OwnComment): boolean {
  return triage_status === 'needs_clarification' && adjudicated_at === null
}

/** Returns when other users last changed a comment or replied to it, in milliseconds; 0 if never. */
export function findChangeTime({ latest_activity_at, adjudicated_at, triage_set_at }: OwnComment): number {
  const times = [latest_activity_at, adjudicated_at, triage_set_at].map(
    (time) => parseTimestamp(time)?.getTime() ?? 0,
  )
  return Math.max(...times)
}
