import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { Button, type ButtonProps } from '../../kit/button.tsx'
import { notify } from '../../kit/toast.tsx'
import { isWatched, setWatch, type Watched } from './watches.ts'

const NOUNS = { Project: 'project', Component: 'component', Rule: 'requirement', Review: 'comment' } as const

/** Watches a record or stops; watchers are notified of what happens to comments there. For members only. */
export function WatchButton({ watched, look }: { watched: Watched; look?: ButtonProps['look'] }) {
  const { data } = useQuery(api.watches.list.queryOptions())
  const watching = data !== undefined && isWatched(data.watches, watched)
  const noun = NOUNS[watched.watched_type]
  const toggle = useMutation({
    mutationFn: () => setWatch(watched, !watching),
    onSuccess: () =>
      notify(
        watching
          ? `You no longer watch this ${noun}`
          : `You watch this ${noun}: you will be notified of its comments`,
      ),
    onError: (error) => notify(problemOf(error).sentence, { look: 'problem' }),
  })
  return (
    <Button
      icon="eye"
      isPending={toggle.isPending}
      isDisabled={data === undefined}
      onPress={() => toggle.mutate()}
      aria-label={`${watching ? 'Stop watching' : 'Watch'} this ${noun}`}
      {...(look === undefined ? {} : { look })}
    >
      {watching ? 'Watching' : 'Watch'}
    </Button>
  )
}
