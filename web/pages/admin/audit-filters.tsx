import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { toButtonClass } from '../../kit/button.tsx'
import { ComboBox } from '../../kit/combo-box.tsx'
import { Field } from '../../kit/field.tsx'
import { Select } from '../../kit/select.tsx'
import { t } from '../../languages/t.ts'
import { ACTIONS, formatAction } from '../history/audit-labels.ts'
import { AdminFilters } from './admin-filters.tsx'
import { toAuditFilter, type AuditSearch } from './audits.route.ts'

const MAX_CHOICES = 20

/** Filters of the audit log, and its export. */
export function AuditFilters({
  search,
  onChange,
}: {
  search: AuditSearch
  onChange: (change: Partial<AuditSearch>) => void
}) {
  return (
    <AdminFilters
      label={t('Filter the audit trail')}
      actions={
        <>
          <a className={toButtonClass()} href={toExportAddress('csv', search)} download>
            {t('Export CSV')}
          </a>
          <a className={toButtonClass()} href={toExportAddress('jsonl', search)} download>
            {t('Export JSON')}
          </a>
        </>
      }
    >
      <ActorFilter actor={search.actor_id} onChange={(actor) => onChange({ actor_id: actor })} />
      <div>
        <Select
          label={t('Action')}
          options={[
            { value: '', label: t('Any action') },
            ...ACTIONS.map((value) => ({ value, label: formatAction(value) })),
          ]}
          value={search.action}
          onChange={(action) => onChange({ action })}
        />
      </div>
      <Field
        label={t('From')}
        type="date"
        value={search.from ?? ''}
        onChange={(from) => onChange({ from: from || null })}
      />
      <Field
        label={t('To')}
        type="date"
        value={search.to ?? ''}
        onChange={(to) => onChange({ to: to || null })}
      />
    </AdminFilters>
  )
}

/** Returns the address of the filtered export. */
export function toExportAddress(type: 'csv' | 'jsonl', search: AuditSearch): string {
  const { page: _, ...filter } = toAuditFilter(search)
  const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))
  return `/api/audits/export/${type}?${query}`
}

function ActorFilter({ actor, onChange }: { actor: number | null; onChange: (id: number | null) => void }) {
  const { data: users = [] } = useQuery(api.users.list.queryOptions({}))
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = users.find(({ id }) => id === actor)
  const query = typed ?? chosen?.name ?? ''
  const items = users
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(query.trim().toLowerCase()))
    .slice(0, MAX_CHOICES)
    .map(({ id, name, email }) => ({ id, label: name, content: `${name} (${email})` }))
  const changeQuery = (text: string) => {
    setTyped(text)
    if (text === '' && actor !== null) onChange(null)
  }
  return (
    <div>
      <ComboBox
        label={t('User')}
        items={items}
        query={query}
        onQuery={changeQuery}
        chosen={actor}
        nothing={t('No matching users')}
        // The field shows the user that the list is filtered by, not a search without a result.
        onBlur={() => setTyped(null)}
        onChoose={({ id, label }) => {
          setTyped(label)
          onChange(id)
        }}
      />
    </div>
  )
}
