import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Actions, Form } from '../../kit/form.tsx'
import { notify } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import {
  changeSavedFilter,
  createSavedFilter,
  reloadSavedFilters,
  type FilterDialog,
  type SavedFilter,
} from './saved-filters.ts'

const MAX_NAME_LENGTH = 100

/** Saves the page's filter under a name, replacing a filter with that name; or renames a filter. */
export function EditFilter({
  filter,
  ...props
}: FilterDialog & {
  /** The filter to rename or share; null saves the one of the page. */
  filter: SavedFilter | null
}) {
  const { location, query, ownId, mayShare, onClose } = props
  const [name, setName] = useState(filter?.name ?? '')
  const [shared, setShared] = useState(filter?.shared ?? false)
  const replaced =
    filter === null
      ? props.filters.find((item) => item.owner_id === ownId && isSameName(item.name, name))
      : undefined
  const title = filter === null ? t('Save this filter') : t('Edit {name}', { name: filter.name })
  const save = useMutation({
    mutationFn: () => {
      const values = { name: name.trim(), shared }
      if (filter) return changeSavedFilter(location, filter, values)
      if (replaced) return changeSavedFilter(location, replaced, { ...values, query })
      return createSavedFilter(location, { ...values, query })
    },
    onSuccess: () => {
      notify(t('The filter is saved'))
      onClose()
    },
    onSettled: reloadSavedFilters,
  })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form label={t('Saved filter')} error={save.error} onSend={() => save.mutate()}>
        <Field
          label={t('Name')}
          name="name"
          value={name}
          onChange={setName}
          maxLength={MAX_NAME_LENGTH}
          hint={replaced && t('You have a filter with this name. Saving replaces it.')}
          isRequired
          validationBehavior="aria"
          autoFocus
        />
        {mayShare && (
          <Checkbox isSelected={shared} onChange={setShared}>
            {location.scope.kind === 'project'
              ? t('Share with all members of this project')
              : t('Share with all members of this component')}
          </Checkbox>
        )}
        <Actions>
          <Button type="submit" variant="primary" isPending={save.isPending}>
            {replaced ? t('Replace') : t('Save')}
          </Button>
          <Button onPress={onClose}>{t('Cancel')}</Button>
        </Actions>
      </Form>
    </Dialog>
  )
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase()
}
