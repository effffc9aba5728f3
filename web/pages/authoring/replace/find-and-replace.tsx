import { useState } from 'react'
import { toProblem } from '../../../api/errors.ts'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { Button } from '../../../kit/button.tsx'
import { Checkbox } from '../../../kit/choice.tsx'
import { Dialog } from '../../../kit/dialog.tsx'
import { Field } from '../../../kit/field.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { rich } from '../../../languages/rich.ts'
import { formatCount, t } from '../../../languages/t.ts'
import { Matches } from './matches.tsx'
import { useReplacement, type Replacement, type ReplacementState } from './use-replacement.ts'
import styles from './find-and-replace.module.css'

/** The find-and-replace dialog, with a preview of every match. It replaces only matches that are shown and ticked. */
export function FindAndReplace({
  componentId,
  ruleIds,
  onClose,
}: {
  componentId: number
  /** Limits the search to these requirements; all when empty. */
  ruleIds: readonly number[]
  onClose: () => void
}) {
  const [input, setInput] = useState<Replacement>({ find: '', replace: '', case_sensitive: false })
  const replacement = useReplacement(componentId, ruleIds, input, onClose)
  const { preview, write, visibleMatches, isTicked, setTicked } = replacement
  const change = (part: Partial<Replacement>) => {
    setInput({ ...input, ...part })
    preview.reset()
  }
  const error = preview.error ?? write.error
  return (
    <Dialog title={t('Find and replace')} isOpen onClose={onClose} wide>
      <form
        className={styles['search']}
        onSubmit={(event) => {
          event.preventDefault()
          if (input.find !== '') preview.mutate()
        }}
      >
        <Field
          label={t('Find')}
          value={input.find}
          onChange={(find) => change({ find })}
          autoFocus
          maxLength={500}
        />
        <Field label={t('Replace with')} value={input.replace} onChange={(replace) => change({ replace })} />
        <Checkbox
          isSelected={input.case_sensitive}
          onChange={(isSelected) => change({ case_sensitive: isSelected })}
        >
          {t('Match case')}
        </Checkbox>
        <Button type="submit" isPending={preview.isPending} isDisabled={input.find === ''}>
          {t('Show matches')}
        </Button>
      </form>
      {error && <ProblemBanner problem={toProblem(error)} />}
      <MatchCount preview={preview.data} />
      {visibleMatches.length > 0 && (
        <Matches matches={visibleMatches} isTicked={isTicked} onTick={setTicked} />
      )}
      {visibleMatches.length > 0 && <ReplaceRow replacement={replacement} />}
    </Dialog>
  )
}

/** How many texts match. Its element exists before the search, so that screen readers announce the result. */
function MatchCount({ preview }: { preview: ReplacementState['preview']['data'] }) {
  const count = preview && preview.rows.length + preview.rows_left_out
  return (
    <p role="status" className="muted small">
      {count === 0 && t('No matches')}
      {count !== undefined && count > 0 && t('Matches in {texts}', { texts: formatCount(count, 'text') })}
    </p>
  )
}

/** The replace button, and how many matches are not shown and stay unchanged. */
function ReplaceRow({ replacement }: { replacement: ReplacementState }) {
  const { preview, write, ticked, hidden, next, showMore } = replacement
  const leftOut = preview.data?.rows_left_out ?? 0
  return (
    <Inline as="p">
      <Button
        variant="primary"
        isPending={write.isPending}
        isDisabled={ticked.length === 0}
        onPress={() => write.mutate()}
      >
        {t('Replace in {texts}', { texts: formatCount(ticked.length, 'text') })}
      </Button>
      {hidden > 0 && (
        <>
          <span className="muted">
            {rich(
              {
                count: hidden,
                one: '{count} more match is not shown and stays unchanged.',
                other: '{count} more matches are not shown and stay unchanged.',
              },
              { count: hidden },
            )}
          </span>
          <Button onPress={showMore}>{rich('Show {count} more', { count: next })}</Button>
        </>
      )}
      {leftOut > 0 && (
        <span className="muted">
          {rich('{count} more texts don’t fit into one preview and stay unchanged.', { count: leftOut })}
        </span>
      )}
    </Inline>
  )
}
