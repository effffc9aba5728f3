import { useRef, useState } from 'react'
import { Empty } from '../../../app/states.tsx'
import { Button, IconButton } from '../../../kit/button.tsx'
import { Field } from '../../../kit/field.tsx'
import { Actions, Form } from '../../../kit/form.tsx'
import { t } from '../../../languages/t.ts'
import { EntryRow } from './entry-row.tsx'
import { changeMetadata, toDrafts, toEntries } from './metadata-drafts.ts'
import type { Header } from './use-save-details.ts'
import { useSaveDraft } from './use-save-draft.ts'

/** The entry that names the chat channel; only admins set it. */
const CHANNEL = t('Slack Channel ID')
const MAX_ENTRIES = 50

/** The free-form metadata of a component. */
export function MetadataForm({ component }: { component: Header }) {
  const {
    draft: entries,
    setDraft: setEntries,
    changes,
    save,
    error,
    isPending,
  } = useSaveDraft(component, toDrafts, toEntries)
  const [wasSent, setSent] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  // Saving replaces all entries, and an author may neither send the channel nor remove it.
  const isChannelFixed = CHANNEL in component.metadata && component.effective_permissions !== 'admin'
  const isFixed = component.released || isChannelFixed
  const isFull = entries.length >= MAX_ENTRIES
  const change = (key: number, part: { name?: string; value?: string }) =>
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)))
  const add = () => setEntries([...entries, { key: nextKey(entries), name: '', value: '' }])
  const names = entries.map(({ name }) => name.trim())
  const remove = (key: number) => {
    setEntries(entries.filter((entry) => entry.key !== key))
    addButton.current?.focus()
  }
  const findNameError = (name: string) => {
    if (name.trim() === '') return wasSent ? t('Enter a name') : undefined
    const isTwice = names.filter((item) => item === name.trim()).length > 1
    return isTwice ? t('Another entry has this name') : undefined
  }
  const send = () => {
    setSent(true)
    if (names.includes('') || new Set(names).size < names.length) return
    save({ component_metadata_attributes: { data: changeMetadata(component, changes) } })
  }
  return (
    <Form label={t('Metadata')} wide error={error} onSend={send}>
      {isChannelFixed && (
        <p className="muted">{t('Only a project admin can change metadata while a chat channel is set.')}</p>
      )}
      {entries.length === 0 && <Empty>{t('No metadata yet')}</Empty>}
      {entries.map(({ key, name, value }) => (
        <MetadataEntry
          key={key}
          name={name}
          value={value}
          isFixed={isFixed}
          error={findNameError(name)}
          onChange={(part) => change(key, part)}
          onRemove={() => remove(key)}
        />
      ))}
      <Actions>
        <Button type="submit" variant="primary" isDisabled={isFixed} isPending={isPending}>
          {t('Save metadata')}
        </Button>
        <Button ref={addButton} icon="plus" isDisabled={isFixed || isFull} onPress={add}>
          {t('Add an entry')}
        </Button>
      </Actions>
    </Form>
  )
}

const nextKey = (entries: readonly { key: number }[]) => Math.max(-1, ...entries.map(({ key }) => key)) + 1

function MetadataEntry({
  name,
  value,
  isFixed,
  error,
  onChange,
  onRemove,
}: {
  name: string
  value: string
  isFixed: boolean
  error: string | undefined
  onChange: (part: { name?: string; value?: string }) => void
  onRemove: () => void
}) {
  return (
    <EntryRow label={name || t('New entry')}>
      <Field
        label={t('Entry')}
        value={name}
        onChange={(text) => onChange({ name: text })}
        maxLength={100}
        isRequired
        isDisabled={isFixed}
        error={error}
        autoFocus={name === ''}
        validationBehavior="aria"
      />
      <Field
        label={t('Value')}
        value={value}
        onChange={(text) => onChange({ value: text })}
        maxLength={1000}
        isDisabled={isFixed}
      />
      <IconButton
        icon="cross"
        label={t('Remove {name}', { name: name || t('the entry') })}
        isDisabled={isFixed}
        onPress={onRemove}
      />
    </EntryRow>
  )
}
