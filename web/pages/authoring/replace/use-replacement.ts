import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../../api/client.ts'
import { formatCount } from '../../../languages/t.ts'
import { offerBulkUndo } from '../undo.ts'

export type ReplaceMatch = Outputs['rules']['findAndReplace']['rows'][number]

/** The number of matches shown at first, and added by each press of the button below them. */
const MATCHES_PER_STEP = 200

/** The key of a match. */
export const matchKey = ({ id, field }: ReplaceMatch) => `${id} ${field}`

/** The search text and its replacement. */
export interface Replacement {
  find: string
  replace: string
  case_sensitive: boolean
}

/**
 * Finds a text in the requirements, and replaces the matches that are shown and ticked. Matches that are not shown stay
 * unchanged.
 */
export function useReplacement(
  componentId: number,
  ruleIds: readonly number[],
  input: Replacement,
  onDone: () => void,
) {
  const [excludedKeys, setExcludedKeys] = useState<ReadonlySet<string>>(new Set())
  const [limit, setLimit] = useState(MATCHES_PER_STEP)
  const replacement = { id: componentId, ...input }
  const preview = useMutation({
    mutationFn: () =>
      client.rules.findAndReplace.mutate({
        ...replacement,
        dry_run: true,
        ...(ruleIds.length > 0 ? { rule_ids: [...ruleIds] } : {}),
      }),
    onSuccess: () => {
      setExcludedKeys(new Set())
      setLimit(MATCHES_PER_STEP)
    },
  })
  const matches = preview.data?.rows ?? []
  const visibleMatches = matches.slice(0, limit)
  const isTicked = (match: ReplaceMatch) => match.skipped === null && !excludedKeys.has(matchKey(match))
  const ticked = visibleMatches.filter(isTicked)
  const write = useMutation({
    mutationFn: () =>
      client.rules.findAndReplace.mutate({
        ...replacement,
        texts: ticked.map(({ id, field }) => ({ id, field })),
      }),
    onSuccess: ({ update_id, rows }) => {
      const changed = ticked.length - rows.filter(({ skipped }) => skipped !== null).length
      const changedAt = Date.now()
      if (update_id !== null) {
        offerBulkUndo({ componentId, updateId: update_id, changedAt }, formatCount(changed, 'text'))
      }
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries(api.rules.pathFilter()),
  })
  const setTicked = (match: ReplaceMatch, isSelected: boolean) => {
    const next = new Set(excludedKeys)
    if (isSelected) next.delete(matchKey(match))
    else next.add(matchKey(match))
    setExcludedKeys(next)
  }
  const hidden = matches.length - visibleMatches.length
  return {
    preview,
    write,
    visibleMatches,
    ticked,
    hidden,
    next: Math.min(hidden, MATCHES_PER_STEP),
    isTicked,
    setTicked,
    showMore: () => setLimit(limit + MATCHES_PER_STEP),
  }
}

export type ReplacementState = ReturnType<typeof useReplacement>
