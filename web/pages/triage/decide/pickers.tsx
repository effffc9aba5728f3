import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Outputs } from '../../../api/client.ts'
import { useDebouncedValue } from '../../../app/use-debounced-value.ts'
import type { Command } from '../../../kit/command-list.tsx'
import { t } from '../../../languages/t.ts'
import { createAllRequirementsQuery } from '../../authoring/requirements.ts'
import { formatAuthorName } from '../../comments/comment-body.tsx'
import { DISPOSITIONS } from '../../components/decision-labels.ts'
import type { SimilarComment } from '../comment/similar-comments.tsx'
import type { Row } from '../queue/rows.ts'
import { Picker } from './picker.tsx'

const MAX_CHOICES = 8

type PickerResult = Pick<
  Outputs['reviews']['get']['review'],
  'id' | 'comment' | 'author_name' | 'triage_status' | 'duplicate_of_review_id' | 'rule_displayed_name'
>

/** Chooses the original of a duplicate: suggestions first, Enter takes the best one, typing searches. */
export function PickComment({
  row,
  alike,
  onPick,
  onLeave,
}: {
  row: Pick<Row, 'id' | 'component_id'>
  alike: readonly SimilarComment[]
  onPick: (id: number) => void
  onLeave: () => void
}) {
  const [query, setQuery] = useState('')
  const comments = useFoundComments(row.component_id, query)
  const suggestions = alike.map(({ review, score }) => toCommand(review, score.toFixed(2)))
  const isEmpty = query.trim() === ''
  const commands = (isEmpty ? suggestions : comments)
    .filter(({ id }) => id !== String(row.id))
    .slice(0, MAX_CHOICES)
  return (
    <Picker
      label={t('Duplicate of which comment?')}
      query={query}
      onQuery={setQuery}
      groups={[{ title: isEmpty ? t('Similar comments') : t('Matches'), commands, hasCompleteTexts: true }]}
      onPick={onPick}
      onLeave={onLeave}
      nothing={isEmpty ? t('No similar comments: type a number or words') : t('No matching comments')}
    />
  )
}

/** Finds comments by number or words. */
function useFoundComments(componentId: number, query: string): Command[] {
  const label = useDebouncedValue(query.trim(), 150)
  const [, number] = /^#?(\d{1,9})$/.exec(label) ?? []
  const searched = useQuery({
    ...api.reviews.ofComponent.queryOptions({
      componentId,
      q: label,
      triage_status: 'all',
      per_page: 20,
    }),
    enabled: label.length >= 2 && number === undefined,
  })
  const numbered = useQuery({
    ...api.reviews.get.queryOptions({ reviewId: Number(number ?? 0) }),
    enabled: number !== undefined,
    retry: false,
  })
  // The service rejects an original of another component.
  const exactMatch = numbered.data?.review.component_id === componentId ? [numbered.data.review] : []
  const matches = number === undefined ? (searched.data?.rows ?? []) : exactMatch
  return matches.map((review) => toCommand(review, DISPOSITIONS[review.triage_status ?? 'pending'].label))
}

/** Chooses the requirement that answers a comment; Enter takes the first, typing searches. */
export function PickRequirement({
  row,
  label = t('Addressed by which requirement?'),
  onPick,
  onLeave,
}: {
  row: Pick<Row, 'component_id' | 'rule_id'>
  label?: string
  onPick: (rule: { id: number; name: string }) => void
  onLeave: () => void
}) {
  const [query, setQuery] = useState('')
  const { data: rules = [] } = useQuery(createAllRequirementsQuery(row.component_id))
  const terms = query.trim().toLowerCase().split(/\s+/)
  const matches = rules
    .filter(({ id, displayed_name, title }) => {
      const text = `${displayed_name} ${title ?? ''}`.toLowerCase()
      return id !== row.rule_id && terms.every((word) => text.includes(word))
    })
    .slice(0, MAX_CHOICES)
  return (
    <Picker
      label={label}
      query={query}
      onQuery={setQuery}
      groups={[
        {
          title: t('Requirements'),
          commands: matches.map(({ id, rule_id, title }) => ({
            id: String(id),
            label: rule_id,
            description: title ?? '',
          })),
        },
      ]}
      onPick={(id) => {
        const rule = rules.find((item) => item.id === id)
        if (rule) onPick({ id, name: rule.displayed_name })
      }}
      onLeave={onLeave}
      nothing={t('No matching requirements')}
    />
  )
}

/** Replaces a duplicate with its original, because the service rejects chains. */
function toCommand(review: PickerResult, end: string): Command {
  const original = review.triage_status === 'duplicate' ? review.duplicate_of_review_id : null
  return {
    id: String(original ?? review.id),
    label:
      original === null
        ? String(review.id)
        : t('{original} (through its duplicate {id})', { original, id: review.id }),
    description: `${formatAuthorName(review)}: ${review.comment}`,
    end,
  }
}
