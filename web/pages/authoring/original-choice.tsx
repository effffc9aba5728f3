import { useState } from 'react'
import { ComboBox } from '../../kit/combo-box.tsx'
import type { Row } from './requirements.ts'

const MAX_CHOICES = 30

/** Chooses the requirement to copy, by number or title. */
export function OriginalChoice({
  label,
  rows,
  original,
  onChange,
}: {
  label: string
  rows: readonly Row[]
  original: Row | null
  onChange: (original: Row | null) => void
}) {
  const [query, setQuery] = useState('')
  const term = query.trim().toLowerCase()
  const matching = rows
    .filter((row) => formatRequirement(row).toLowerCase().includes(term))
    .slice(0, MAX_CHOICES)
    .map((row) => ({ id: row.id, label: formatRequirement(row) }))
  return (
    <ComboBox
      label={label}
      items={matching}
      query={query}
      onQuery={(words) => {
        setQuery(words)
        if (original && words !== formatRequirement(original)) onChange(null)
      }}
      onChoose={(chosen) => {
        onChange(rows.find(({ id }) => id === chosen.id) ?? null)
        setQuery(chosen.label)
      }}
    />
  )
}

function formatRequirement({ rule_id, title }: Row): string {
  return `${rule_id} ${title ?? ''}`
}
