import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, queryClient, type Outputs } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { Button } from '../../kit/button.tsx'
import { Checkbox } from '../../kit/choice.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Diff } from '../../kit/diff.tsx'
import { Field } from '../../kit/field.tsx'
import { ProblemBanner, BannerStrip } from '../../kit/banner-strip.tsx'
import { counted } from '../components/phase.ts'
import styles from './authoring.module.css'
import { columnLabel } from './fields.ts'
import { offerBulkUndo } from './undo.ts'

type ReplaceMatch = Outputs['rules']['findAndReplace']['rows'][number]
/** How many places are shown at first, and with each press of the button below them. */
const SHOWN = 200
const keyOf = ({ id, field }: ReplaceMatch) => `${id} ${field}`

/**
 * Finds a text in the requirements and shows every place as it would be. Only what is shown and ticked is replaced: what
 * no one has seen stays as it is.
 */
export function FindAndReplace({
  componentId,
  ruleIds,
  onClose,
}: {
  componentId: number
  /** Only these; all when empty. */
  ruleIds: readonly number[]
  onClose: () => void
}) {
  const [find, setFind] = useState('')
  const [replace, setReplace] = useState('')
  const [exact, setExact] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [most, setMost] = useState(SHOWN)
  const given = { id: componentId, find, replace, case_sensitive: exact }
  const preview = useMutation({
    mutationFn: () =>
      client.rules.findAndReplace.mutate({
        ...given,
        dry_run: true,
        ...(ruleIds.length > 0 ? { rule_ids: [...ruleIds] } : {}),
      }),
    onSuccess: () => {
      setLeft(new Set())
      setMost(SHOWN)
    },
  })
  const places = preview.data?.rows ?? []
  const shown = places.slice(0, most)
  const hidden = places.length - shown.length
  const ticked = shown.filter((place) => place.skipped === null && !left.has(keyOf(place)))
  const write = useMutation({
    mutationFn: () =>
      client.rules.findAndReplace.mutate({ ...given, texts: ticked.map(({ id, field }) => ({ id, field })) }),
    onSuccess: ({ update_id, rows }) => {
      const changed = ticked.length - rows.filter(({ skipped }) => skipped !== null).length
      const at = Date.now()
      if (update_id !== null)
        offerBulkUndo({ componentId, updateId: update_id, at }, counted(changed, 'text'))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries(api.rules.pathFilter()),
  })
  const anew = (set: () => void) => {
    set()
    preview.reset()
  }
  const tick = (place: ReplaceMatch, on: boolean) => {
    const next = new Set(left)
    if (on) next.delete(keyOf(place))
    else next.add(keyOf(place))
    setLeft(next)
  }
  const error = preview.error ?? write.error
  return (
    <Dialog title="Find and replace" isOpen onClose={onClose} wide>
      <form
        className={styles['replace']}
        onSubmit={(event) => {
          event.preventDefault()
          if (find !== '') preview.mutate()
        }}
      >
        <Field
          label="Find"
          value={find}
          onChange={(text) => anew(() => setFind(text))}
          autoFocus
          maxLength={500}
        />
        <Field label="Replace with" value={replace} onChange={(text) => anew(() => setReplace(text))} />
        <Checkbox isSelected={exact} onChange={(on) => anew(() => setExact(on))}>
          Capital letters count
        </Checkbox>
        <Button type="submit" isPending={preview.isPending} isDisabled={find === ''}>
          Show the places
        </Button>
      </form>
      {error && <ProblemBanner problem={problemOf(error)} />}
      {preview.data && places.length === 0 && <BannerStrip look="info">No matches</BannerStrip>}
      {places.length > 0 && (
        <ul className={styles['places']} aria-label="Places">
          {shown.map((place) => (
            <li key={keyOf(place)}>
              <Checkbox
                isSelected={place.skipped === null && !left.has(keyOf(place))}
                isDisabled={place.skipped !== null}
                onChange={(on) => tick(place, on)}
              >
                <span className="mono">{place.rule_id}</span> {columnLabel(place.field)}
                {place.skipped !== null && <span className="muted"> stays: {place.skipped}</span>}
              </Checkbox>
              <p className={styles['place']} dir="auto">
                <Diff before={place.before} after={place.after} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {preview.data && places.length > 0 && (
        <p className={styles['row']}>
          <Button
            look="first"
            isPending={write.isPending}
            isDisabled={ticked.length === 0}
            onPress={() => write.mutate()}
          >
            Replace in {counted(ticked.length, 'text')}
          </Button>
          {hidden > 0 && (
            <>
              <span className="muted">
                {hidden} more {hidden === 1 ? 'place is' : 'places are'} not shown and stay as they are.
              </span>
              <Button onPress={() => setMost(most + SHOWN)}>Show {Math.min(hidden, SHOWN)} more</Button>
            </>
          )}
          {preview.data.rows_left_out > 0 && (
            <span className="muted">
              {preview.data.rows_left_out} further texts have no room in one answer and stay as they are.
            </span>
          )}
        </p>
      )}
    </Dialog>
  )
}
