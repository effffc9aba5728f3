import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useKeys } from '../../app/use-keys.ts'
import { Button, type ButtonProps } from '../../kit/button.tsx'
import { notify, notifyError } from '../../kit/toast.tsx'
import { t } from '../../languages/t.ts'
import { isWatched, setWatch, type WatchedRecord } from './watches.ts'

const NOUNS = {
  Project: t('project'),
  Component: t('component'),
  Rule: t('requirement'),
  Review: t('comment'),
}

/** Watches a record or stops; watchers are notified of what happens to comments there. For members only. */
export function WatchButton({
  watched,
  variant,
}: {
  watched: WatchedRecord
  variant?: ButtonProps['variant']
}) {
  const { data } = useQuery(api.watches.list.queryOptions())
  const watching = data !== undefined && isWatched(data.watches, watched)
  const kind = NOUNS[watched.watched_type]
  const toggle = useMutation({
    mutationFn: () => setWatch(watched, !watching),
    onSuccess: () =>
      notify(
        watching
          ? t('You no longer watch this {kind}', { kind })
          : t('You watch this {kind}: you will be notified of its comments', { kind }),
      ),
    onError: notifyError,
  })
  // A page has one main record, and any number of comments.
  useKeys(watched.watched_type === 'Review' || data === undefined ? {} : { watch: () => toggle.mutate() })
  return (
    <Button
      icon="eye"
      isPending={toggle.isPending}
      isDisabled={data === undefined}
      onPress={() => toggle.mutate()}
      aria-label={watching ? t('Stop watching this {kind}', { kind }) : t('Watch this {kind}', { kind })}
      {...(variant === undefined ? {} : { variant })}
    >
      {watching ? t('Watching') : t('Watch')}
    </Button>
  )
}
