import { useEffect, useState } from 'react'
import { client, type Outputs } from '../../api/client.ts'
import { announce } from '../../app/announce.tsx'
import { useDebouncedValue } from '../../app/use-debounced-value.ts'
import { t } from '../../languages/t.ts'
import type { DraftSubject } from './draft-id.ts'
import { isPostable } from './limits.ts'

const DEBOUNCE_MS = 400
const MIN_WORDS = 3
const OFFERED = 3

export type SimilarComment = Outputs['reviews']['similarComments']['rows'][number]

/** Finds the comments most similar to a text after the user pauses. Outdated answers are ignored. */
export function useSimilarComments(
  { componentId, ruleId, section }: DraftSubject,
  text: string,
): readonly SimilarComment[] {
  const paused = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const [similar, setSimilar] = useState<{ text: string; rows: readonly SimilarComment[] }>({
    text: '',
    rows: [],
  })
  useEffect(() => {
    if (paused.split(/\s+/).length < MIN_WORDS || !isPostable(paused)) return
    let isCancelled = false
    client.reviews.similarComments
      .mutate({ componentId, comment: paused, rule_id: ruleId, section })
      .then(({ rows }) => {
        if (isCancelled) return
        setSimilar({ text: paused, rows: rows.slice(0, OFFERED) })
        const count = Math.min(rows.length, OFFERED)
        if (count > 0) {
          announce(t({ count, one: '1 similar comment.', other: '{count} similar comments.' }, { count }))
        }
      })
      // Suggestions are optional: the user can continue without them.
      .catch(() => undefined)
    return () => void (isCancelled = true)
  }, [componentId, ruleId, section, paused])
  return text.trim() === '' ? [] : similar.rows
}
