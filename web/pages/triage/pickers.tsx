import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { api, type Outputs } from '../../api/client.ts'
import { useLater } from '../../app/use-later.ts'
import { Button } from '../../kit/button.tsx'
import { CommandList, type Command, type CommandGroup } from '../../kit/command-list.tsx'
import { requirementsOf } from '../authoring/requirements.ts'
import type { Alike } from './comment-pane.tsx'
import { DISPOSITIONS } from '../components/states-of.ts'
import type { Row } from './rows.ts'
import styles from './triage.module.css'

const SHOWN = 8

type Found = Pick<
  Outputs['reviews']['get']['review'],
  'id' | 'comment' | 'author_name' | 'triage_status' | 'duplicate_of_review_id' | 'rule_displayed_name'
>

/** The comment that another one is a duplicate of: suggestions first, Enter takes the best, typing searches. */
export function PickComment({
  row,
  alike,
  onPick,
  onLeave,
}: {
  row: Pick<Row, 'id' | 'component_id'>
  alike: readonly Alike[]
  onPick: (id: number) => void
  onLeave: () => void
}) {
  const [query, setQuery] = useState('')
  const words = useLater(query.trim(), 150)
  const [, number] = /^#?(\d{1,9})$/.exec(words) ?? []
  const searched = useQuery({
    ...api.reviews.ofComponent.queryOptions({
      componentId: row.component_id,
      q: words,
      triage_status: 'all',
      per_page: 20,
    }),
    enabled: words.length >= 2 && number === undefined,
  })
  const numbered = useQuery({
    ...api.reviews.get.queryOptions({ reviewId: Number(number ?? 0) }),
    enabled: number !== undefined,
    retry: false,
  })
  const suggestions = alike.map(({ review, score }) => commandOf(review, score.toFixed(2)))
  const found = [
    ...(numbered.data ? [numbered.data.review] : []),
    ...(number === undefined ? (searched.data?.rows ?? []) : []),
  ].map((one) => commandOf(one, DISPOSITIONS[one.triage_status ?? 'pending'].words))
  const groups: CommandGroup[] = [
    ...(query.trim() === '' ? [{ title: 'Alike', commands: suggestions }] : []),
    ...(query.trim() === '' ? [] : [{ title: 'Found', commands: found }]),
  ]
  return (
    <Picker
      label="Duplicate of which comment? Number or words"
      query={query}
      onQuery={setQuery}
      groups={groups.map((group) => ({
        ...group,
        commands: group.commands.filter(({ id }) => id !== String(row.id)).slice(0, SHOWN),
      }))}
      onPick={(id) => onPick(id)}
      onLeave={onLeave}
      nothing={query.trim() === '' ? 'Nothing is alike: type a number or words' : 'Nothing found'}
    />
  )
}

/** The requirement that answers a comment; Enter takes the first, typing searches. */
export function PickRequirement({
  row,
  label = 'Addressed by which requirement? Number or words',
  onPick,
  onLeave,
}: {
  row: Pick<Row, 'component_id' | 'rule_id'>
  label?: string
  onPick: (rule: { id: number; name: string }) => void
  onLeave: () => void
}) {
  const [query, setQuery] = useState('')
  const { data: rules = [] } = useQuery(requirementsOf(row.component_id))
  const words = query.trim().toLowerCase().split(/\s+/)
  const found = rules
    .filter(({ id, displayed_name, title }) => {
      const said = `${displayed_name} ${title ?? ''}`.toLowerCase()
      return id !== row.rule_id && words.every((word) => said.includes(word))
    })
    .slice(0, SHOWN)
  return (
    <Picker
      label={label}
      query={query}
      onQuery={setQuery}
      groups={[
        {
          title: 'Requirements',
          commands: found.map(({ id, rule_id, title }) => ({
            id: String(id),
            words: rule_id,
            about: title ?? '',
          })),
        },
      ]}
      onPick={(id) => {
        const rule = rules.find((one) => one.id === id)
        if (rule) onPick({ id, name: rule.displayed_name })
      }}
      onLeave={onLeave}
      nothing="Nothing found"
    />
  )
}

function Picker({
  label,
  query,
  onQuery,
  groups,
  onPick,
  onLeave,
  nothing,
}: {
  label: string
  query: string
  onQuery: (query: string) => void
  groups: readonly CommandGroup[]
  onPick: (id: number) => void
  onLeave: () => void
  nothing: string
}) {
  const [first] = groups.flatMap(({ commands }) => commands)
  const onKeyDownCapture = (press: KeyboardEvent) => {
    if (press.nativeEvent.isComposing) return
    const line = press.target instanceof HTMLInputElement ? press.target : null
    const takesFirst = press.key === 'Enter' && line && !line.getAttribute('aria-activedescendant')
    if (!takesFirst && press.key !== 'Escape') return
    press.preventDefault()
    press.stopPropagation()
    if (press.key === 'Escape') onLeave()
    else if (first) onPick(Number(first.id))
  }
  return (
    <div className={styles['asks']} role="group" aria-label={label} onKeyDownCapture={onKeyDownCapture}>
      <div className={styles['picker']}>
        <CommandList
          label={label}
          query={query}
          onQuery={onQuery}
          groups={groups.filter(({ commands }) => commands.length > 0)}
          onChoose={(id) => onPick(Number(id))}
          nothing={nothing}
        />
      </div>
      <div className={styles['row']}>
        <Button onPress={onLeave}>Cancel</Button>
        <span className="muted small only-wide">Enter takes the first, arrows another one</span>
      </div>
    </div>
  )
}

/** A duplicate stands for the comment that it is a duplicate of: chains are refused. */
function commandOf(review: Found, end: string): Command {
  const original = review.triage_status === 'duplicate' ? review.duplicate_of_review_id : null
  return {
    id: String(original ?? review.id),
    words: original === null ? String(review.id) : `${original}, as ${review.id}`,
    about: `${review.author_name ?? 'Somebody'}: ${review.comment}`,
    end,
  }
}
