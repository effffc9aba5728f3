import { useEffect } from 'react'
import { client, type Outputs } from '../../api/client.ts'
import { reachability } from '../../api/reachability.ts'
import { createPendingIndicator } from '../../app/pending-indicator.ts'

type PresentPerson = Outputs['presence']['here']['present'][number]

/** The record that a user has open in a component. */
interface PresenceLocation {
  componentId: number | undefined
  ruleId?: number | undefined
  reviewId?: number | undefined
}

/** The heartbeat interval; the service drops a user after three missed ones. */
const SIGN_MS = 15_000
/** A requirement that is open for a shorter time is not reported. */
const SETTLED_MS = 400

/** The other users who have the component open. */
const others = createPendingIndicator<readonly PresentPerson[]>()

/** Reports what the user has open, and fetches the other users. Members only: the service rejects others. */
export function usePresence({ componentId, ruleId, reviewId }: PresenceLocation, isMember: boolean): void {
  useEffect(() => {
    if (!isMember || componentId === undefined) return
    let isCancelled = false
    const sendPresence = async () => {
      if (document.visibilityState === 'hidden') return
      const presence = { component_id: componentId, rule_id: ruleId ?? null, review_id: reviewId ?? null }
      const answer = await client.presence.here.mutate({ presence }).catch(() => null)
      if (!isCancelled && answer) others.show(answer.present)
    }
    const first = setTimeout(() => void sendPresence(), SETTLED_MS)
    const signs = setInterval(() => {
      if (!reachability.isDown()) void sendPresence()
    }, SIGN_MS)
    return () => {
      isCancelled = true
      clearTimeout(first)
      clearInterval(signs)
    }
  }, [componentId, ruleId, reviewId, isMember])
  useEffect(() => () => others.show(null), [componentId])
}

const NO_PEOPLE: readonly PresentPerson[] = []

/** Returns the other users who have the component open. */
export function usePresentPeople(): readonly PresentPerson[] {
  return others.useSelected((people) => people) ?? NO_PEOPLE
}

/** Returns the names of the other users who have a requirement or comment open; null for none. */
export function useViewerNames(record: { ruleId: number } | { reviewId: number }): string | null {
  return others.useSelected((people) => formatNames(people, record))
}

/** Whether another user has a comment open. */
export function isOpenElsewhere(reviewId: number): boolean {
  return (others.now() ?? NO_PEOPLE).some((item) => item.review_id === reviewId)
}

function formatNames(
  people: readonly PresentPerson[],
  record: { ruleId: number } | { reviewId: number },
): string | null {
  const names = people
    .filter((item) =>
      'ruleId' in record ? item.rule_id === record.ruleId : item.review_id === record.reviewId,
    )
    .map(({ user_name }) => user_name)
  return names.length === 0 ? null : names.join(', ')
}
