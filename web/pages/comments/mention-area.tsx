import { useQuery } from '@tanstack/react-query'
import { useContext, useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { useDebouncedValue } from '../../app/use-debounced-value.ts'
import { SuggestingTextArea } from '../../kit/suggesting-text-area.tsx'
import { t } from '../../languages/t.ts'
import { ComponentContext } from './component-context.ts'
import { findMatchingPeople, findMention, toSearchText, withMention, type Mention } from './mention.ts'

const MAX_SUGGESTIONS = 6
/** The maximum number of results of one search; at this limit, the whole typed text is searched. */
const SEARCH_LIMIT = 25
const DEBOUNCE_MS = 150

/** The text area of a comment, reply or response: after `@` and two letters it suggests members of the component. */
export function MentionArea({
  label,
  value,
  onChange,
  hint,
  error,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  error?: string | undefined
}) {
  const component = useContext(ComponentContext)
  const [caret, setCaret] = useState<number | null>(null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const mention = component === null || caret === null ? null : findMention(value, caret)
  const suggestions = useSuggestedPeople(
    component?.componentId ?? 0,
    mention === null || mention.start === dismissed ? null : mention,
  )
  return (
    <SuggestingTextArea
      label={label}
      value={value}
      onChange={onChange}
      hint={hint ?? (component === null ? undefined : t('Type @ and a name to mention a member'))}
      error={error}
      listLabel={t('Members')}
      suggestions={suggestions}
      onCaret={setCaret}
      onTake={({ label: words }) => withMention(value, mention ?? { start: value.length, typed: '' }, words)}
      onDismiss={() => setDismissed(mention?.start ?? null)}
    />
  )
}

function useSuggestedPeople(componentId: number, mention: Mention | null) {
  const typed = mention?.typed ?? ''
  const first = useMembers(componentId, useDebouncedValue(toSearchText(typed), DEBOUNCE_MS))
  const isCut = first.length === SEARCH_LIMIT
  const query = useDebouncedValue(isCut ? typed.trim() : null, DEBOUNCE_MS)
  const further = useMembers(componentId, query)
  return useMemo(() => {
    if (typed === '') return []
    const people = isCut && further.length > 0 ? further : first
    return findMatchingPeople(people, typed)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ id, name, email }) => ({
        id,
        label: name,
        content: (
          <>
            <bdi>{name}</bdi> <span className="muted small cut">{email}</span>
          </>
        ),
      }))
  }, [typed, isCut, first, further])
}

const NO_USERS: readonly { id: number; name: string; email: string }[] = []

/** Finds members of the component; every reader of it may search them. */
function useMembers(componentId: number, q: string | null) {
  const scope = { membership_type: 'Component', membership_id: componentId, scope: 'members' } as const
  const { data } = useQuery(
    api.users.search.queryOptions(
      { ...scope, q: q ?? '', limit: SEARCH_LIMIT },
      { enabled: q !== null, retry: false },
    ),
  )
  return data?.users ?? NO_USERS
}
