import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useKeys } from '../../../app/use-keys.ts'
import { Button } from '../../../kit/button.tsx'
import { Diff } from '../../../kit/diff.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/t.ts'
import { merge, type MergedText } from '../merge.ts'
import type { Conflict } from '../rule-editor.ts'
import { SectionTextArea } from './section-text-area.tsx'
import { useRecentHistory } from './use-change-authors.ts'
import styles from './conflict.module.css'

/** A conflict in one section: the other user's text, the user's own, and a word diff; each can be edited first. */
export function ConflictView({
  conflict: { base, theirs, mine },
  label: sectionLabel,
  ruleId,
  onResolve,
}: {
  conflict: Conflict
  label: string
  ruleId: number
  onResolve: (text: string) => void
}) {
  const merged = merge(base, theirs, mine)
  const [edited, setEdited] = useState<string | null>(null)
  const author = useChangeAuthor(theirs, ruleId) ?? t('Someone else')
  const result = edited ?? merged.text
  const group = useFocusOfReplacedText()
  useKeys({
    choose1: () => onResolve(theirs),
    choose2: () => onResolve(mine),
    choose3: () => onResolve(result),
  })
  return (
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      className={styles['conflict']}
      aria-label={t('Conflict in {label}', { label: sectionLabel })}
    >
      <ConflictStrip author={author} label={sectionLabel} />
      <div className={styles['sides']}>
        <Side title={<bdi>{author}</bdi>} base={base} text={theirs} />
        <Side title={t('You, not yet saved')} base={base} text={mine} />
      </div>
      <div className={styles['result']}>
        <label htmlFor={`result-${ruleId}-${sectionLabel}`}>{formatResult(merged)}</label>
        <SectionTextArea
          id={`result-${ruleId}-${sectionLabel}`}
          value={result}
          onChange={({ target }) => setEdited(target.value)}
        />
        <Inline>
          <Button variant="primary" keys="choose3" onPress={() => onResolve(result)}>
            {t('Use result')}
          </Button>
          <Button keys="choose1" onPress={() => onResolve(theirs)}>
            {t('Theirs')}
          </Button>
          <Button keys="choose2" onPress={() => onResolve(mine)}>
            {t('Mine')}
          </Button>
        </Inline>
      </div>
    </div>
  )
}

/** Takes the focus from the text that it replaces. */
function useFocusOfReplacedText(): RefObject<HTMLDivElement | null> {
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) group.current?.focus()
  }, [])
  return group
}

/** Returns who saved a text, from the newest entries of the history. */
function useChangeAuthor(text: string, ruleId: number): string | null | undefined {
  const { entries } = useRecentHistory(ruleId, true)
  const saved = entries.find(({ audited_changes }) =>
    audited_changes.some(({ new_value }) => new_value === text),
  )
  return saved?.name
}

function ConflictStrip({ author, label }: { author: string; label: string }) {
  return (
    <p className={styles['strip']} role="alert">
      <Icon name="merge" />
      <span>
        {rich('<b>{name} saved {label} while you wrote.</b> Your other sections are saved.', {
          b: (inner) => <b>{inner}</b>,
          name: <bdi>{author}</bdi>,
          label,
        })}
      </span>
    </p>
  )
}

function Side({ title, base, text }: { title: ReactNode; base: string; text: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <p dir="auto">
        <Diff before={base} after={text} />
      </p>
    </div>
  )
}

function formatResult({ clashes, additions }: MergedText): string {
  const formatPlaces = (count: number) => t({ count, one: 'one place', other: '{count} places' }, { count })
  const added =
    additions > 0
      ? t('in {places} both of you added words, theirs come first', { places: formatPlaces(additions) })
      : ''
  const changed =
    clashes > 0
      ? t('in {places} both of you changed the same words, yours are used', { places: formatPlaces(clashes) })
      : ''
  const notes = [changed, added].filter(Boolean)
  return notes.length === 0 ? t('Merged text') : t('Result: {notes}', { notes: notes.join('; ') })
}
