import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toProblem } from '../../api/errors.ts'
import { ProblemBanner } from '../../kit/banner-strip.tsx'
import { Button, IconButton } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Actions } from '../../kit/form.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import {
  changeSavedFilter,
  createSavedFilter,
  deleteSavedFilter,
  reloadSavedFilters,
  type FilterDialog,
  type FilterLocation,
  type SavedFilter,
} from './saved-filters.ts'
import styles from './manage-filters.module.css'

type ManageProps = FilterDialog & {
  isAdmin: boolean
  onEdit: (filter: SavedFilter) => void
}

/** The saved filters of a list, each with the reader's allowed actions. */
export function ManageFilters(props: ManageProps) {
  const { filters, onClose } = props
  const [deleting, setDeleting] = useState<SavedFilter | null>(null)
  const [error, setError] = useState<Error | null>(null)
  return (
    <>
      <Dialog title={t('Saved filters')} isOpen={deleting === null} onClose={onClose}>
        {error && <ProblemBanner problem={toProblem(error)} />}
        {filters.length === 0 && <p className="muted">{t('No saved filters yet')}</p>}
        <ul className={styles['list']} aria-label={t('Saved filters')}>
          {filters.map((filter) => (
            <FilterRow key={filter.id} {...props} filter={filter} onAsk={setDeleting} onFail={setError} />
          ))}
        </ul>
      </Dialog>
      {deleting && (
        <DeleteShared location={props.location} filter={deleting} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

function FilterRow({
  filter,
  location,
  query,
  ownId,
  mayShare,
  isAdmin,
  onEdit,
  onAsk,
  onFail,
}: ManageProps & {
  filter: SavedFilter
  onAsk: (filter: SavedFilter) => void
  /** Shows the error of the last action; null before the next one. */
  onFail: (error: Error | null) => void
}) {
  const { name, owner_name: owner, shared } = filter
  const isOwn = filter.owner_id === ownId
  const mayChange = isOwn && (!shared || mayShare)
  const { replace, remove } = useFilterActions({ location, filter, query, onFail })
  return (
    <li className={styles['row']}>
      <span className={styles['name']}>
        <bdi>{name}</bdi>
        <span className="muted small">
          {isOwn ? (shared ? t('Shared') : t('Only you')) : t('Shared by {owner}', { owner })}
        </span>
      </span>
      <span className={styles['actions']}>
        {mayChange && (
          <>
            <Button
              isDisabled={filter.query === query}
              isPending={replace.isPending}
              aria-label={t('Replace {name} with the filter of this page', { name })}
              onPress={() => replace.mutate()}
            >
              {t('Replace')}
            </Button>
            <IconButton icon="pen" label={t('Edit {name}', { name })} onPress={() => onEdit(filter)} />
          </>
        )}
        {(isOwn || isAdmin) && (
          <IconButton
            icon="cross"
            label={t('Delete {name}', { name })}
            isPending={remove.isPending}
            onPress={() => (isOwn ? remove.mutate() : onAsk(filter))}
          />
        )}
      </span>
    </li>
  )
}

/** Replaces a filter with that of the page, or deletes it. */
function useFilterActions({
  location,
  filter,
  query,
  onFail,
}: Pick<ManageProps, 'location' | 'query'> & {
  filter: SavedFilter
  onFail: (error: Error | null) => void
}) {
  const replace = useFilterMutation(
    () => changeSavedFilter(location, filter, { query }),
    () => notify(t('{name} now has the filter of this page', { name: filter.name })),
    onFail,
  )
  const remove = useFilterMutation(
    () => deleteSavedFilter(location, filter),
    () => notifyDeleted(location, filter),
    onFail,
  )
  return { replace, remove }
}

/** Confirms the deletion of another user's filter, which the user can't restore. */
function DeleteShared({
  location,
  filter,
  onClose,
}: {
  location: FilterLocation
  filter: SavedFilter
  onClose: () => void
}) {
  const { name, owner_name: owner } = filter
  const remove = useFilterMutation(
    () => deleteSavedFilter(location, filter),
    () => {
      notify(t('{name} is deleted', { name }))
      onClose()
    },
  )
  return (
    <Dialog title={t('Delete {name}', { name })} isOpen urgent onClose={onClose}>
      {remove.error && <ProblemBanner problem={toProblem(remove.error)} />}
      <p>{t('{owner} shares this filter. It is deleted for everyone. It can’t be undone.', { owner })}</p>
      <Actions>
        <Button variant="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
          {t('Delete')}
        </Button>
        <Button onPress={onClose} autoFocus>
          {t('Cancel')}
        </Button>
      </Actions>
    </Dialog>
  )
}

function useFilterMutation(
  write: () => Promise<unknown>,
  onSuccess: () => void,
  onFail?: (error: Error | null) => void,
) {
  return useMutation({
    mutationFn: write,
    onMutate: () => onFail?.(null),
    onSuccess,
    onError: (error) => onFail?.(error),
    onSettled: reloadSavedFilters,
  })
}

/** Confirms the deletion of the user's own filter, and offers to save it again. */
function notifyDeleted(location: FilterLocation, filter: SavedFilter): void {
  const { name, query, shared } = filter
  const restore = () => {
    close()
    createSavedFilter(location, { name, query, shared }).then(reloadSavedFilters).catch(notifyError)
  }
  const close = notify(t('{name} is deleted', { name }), { action: { label: t('Undo'), act: restore } })
}
