import { useEffect } from 'react'
import { client, type Outputs } from '../../api/client.ts'
import { pendingIndicator } from '../../app/pending-indicator.ts'

type PresentPerson = Outputs['presence']['here']['present'][number]

/** What someone has on the screen, in a component. */
interface PresencePlace {
  componentId: number | undefined
  ruleId?: number | undefined
  reviewId?: number | undefined
}

/** The service counts a user as gone after three of these. */
const SIGN_MS = 15_000
/** Who only passes over a requirement does not look at it. */
const SETTLED_MS = 400

/** The others who look at the component on the screen. */
const others = pendingIndicator<readonly PresentPerson[]>()

/** Says what is on the screen for as long as it is, and asks who else is there. Members only: others are refused. */
export function usePresence({ componentId, ruleId, reviewId }: PresencePlace, isMember: boolean): void {
  useEffect(() => {
    if (!isMember || componentId === undefined) return
    let left = false
    const say = async () => {
      if (document.visibilityState === 'hidden') return
      const presence = { component_id: componentId, rule_id: ruleId ?? null, review_id: reviewId ?? null }
      const answer = await client.presence.here.mutate({ presence }).catch(() => null)
      if (!left && answer) others.show(answer.present)
    }
    const first = setTimeout(() => void say(), SETTLED_MS)
    const signs = setInterval(() => void say(), SIGN_MS)
    return () => {
      left = true
      clearTimeout(first)
      clearInterval(signs)
    }
  }, [componentId, ruleId, reviewId, isMember])
  useEffect(() => () => others.show(null), [componentId])
}

const NOBODY: readonly PresentPerson[] = []

/** Everyone else who looks at the component on the screen. */
export function useOthers(): readonly PresentPerson[] {
  return others.useOf((people) => people) ?? NOBODY
}

/** The names of the others who look at a requirement or a comment; null for none. */
export function useLookingAt(record: { ruleId: number } | { reviewId: number }): string | null {
  return others.useOf((people) => namesAt(people, record))
}

/** Whether someone else has a comment open now. */
export function isOpenElsewhere(reviewId: number): boolean {
  return (others.now() ?? NOBODY).some((one) => one.review_id === reviewId)
}

function namesAt(
  people: readonly PresentPerson[],
  record: { ruleId: number } | { reviewId: number },
): string | null {
  const names = people
    .filter((one) => ('ruleId' in record ? one.rule_id === record.ruleId : one.review_id === record.reviewId))
    .map(({ user_name }) => user_name)
  return names.length === 0 ? null : names.join(', ')
}
