import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { IconButton } from '../../kit/button.tsx'
import { AddressLink } from '../../kit/link.tsx'
import { ListRow } from '../../kit/list-row.tsx'
import { MoreButton } from '../../kit/more-button.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { Block } from '../home/block.tsx'
import { describeWatch, setWatch, type Watch } from './watches.ts'
import styles from './watching-block.module.css'

const FIRST = 6

/** The records that the user watches, each with a button to stop; hidden if there are none. */
export function WatchingBlock() {
  const { data } = useQuery(api.watches.list.queryOptions())
  const [all, setAll] = useState(false)
  const watches = data?.watches ?? []
  if (watches.length === 0) return null
  const hidden = watches.length - FIRST
  return (
    <Block title={t('Watching')} count={watches.length}>
      <ul className={styles['list']} aria-label={t('Watching')}>
        {(all ? watches : watches.slice(0, FIRST)).map((watch) => (
          <WatchRow key={`${watch.watched_type} ${watch.watched_id}`} watch={watch} />
        ))}
      </ul>
      {!all && <MoreButton variant="plain" hidden={hidden} step={hidden} onPress={() => setAll(true)} />}
    </Block>
  )
}

function WatchRow({ watch }: { watch: Watch }) {
  const { name, location, to } = describeWatch(watch)
  const stop = useMutation({
    mutationFn: () => setWatch(watch, false),
    onSuccess: () => notify(t('You no longer watch {name}', { name })),
    onError: notifyError,
  })
  return (
    <ListRow className={styles['row']}>
      <AddressLink to={to}>
        <bdi>{name}</bdi>
      </AddressLink>
      <span className="muted small cut">
        <bdi>{location}</bdi>
      </span>
      <IconButton
        icon="cross"
        label={t('Stop watching {name}', { name })}
        isPending={stop.isPending}
        onPress={() => stop.mutate()}
      />
    </ListRow>
  )
}
