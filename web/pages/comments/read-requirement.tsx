import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SectionKey } from '../../../src/vocabulary.ts'
import { api } from '../../api/client.ts'
import { problemOf } from '../../api/errors.ts'
import { Loading } from '../../app/states.tsx'
import { useKeys } from '../../app/use-keys.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { ProblemStrip } from '../../kit/strip.tsx'
import type { Row } from '../authoring/requirements.ts'
import { sectionsOf } from '../authoring/sections.ts'
import { StatusChip } from '../authoring/status-chip.tsx'
import { SEVERITY_WORDS } from '../authoring/words.ts'
import type { Summary } from '../components/phase.ts'
import { Comment } from './comment.tsx'
import styles from './comments.module.css'
import { Composer } from './composer.tsx'
import { useComments } from './use-comments.tsx'

type Place = SectionKey | 'whole'

/** A requirement section by section, with what people say about each; a new comment begins below its section. */
export function ReadRequirement({
  row,
  component,
  comment,
  onComment,
}: {
  row: Row
  component: Summary
  comment: number | null
  onComment: (id: number | null) => void
}) {
  const rule = useQuery(api.rules.show.queryOptions({ ruleId: row.id }))
  const { rows, status } = useComments(component, row.id)
  const [writing, setWriting] = useState<Place | null>(null)
  const sheet = useRef<HTMLElement>(null)
  const open = component.accepting_new_comments && component.effective_permissions !== null
  const [parent] = row.satisfied_by ?? []
  useKeys({
    ...(open ? { comment: () => setWriting(inView(sheet.current)) } : {}),
    nextSection: () => focusNext(sheet.current),
  })
  if (rule.error && !rule.data)
    return (
      <ProblemStrip
        problem={problemOf(rule.error)}
        action={<Button onPress={() => void rule.refetch()}>Try again</Button>}
      />
    )
  if (!rule.data) return <Loading />
  const on = (section: SectionKey | null) => rows?.filter((one) => one.section === section) ?? []
  const end = (id: number | null) => {
    setWriting(null)
    if (id !== null) onComment(id)
  }
  const part = (place: Place, words: string, text: string | null) => {
    const section = place === 'whole' ? null : place
    const said = on(section)
    return (
      <section key={place} data-place={place} tabIndex={-1} className={styles['part']} aria-label={words}>
        <div className={styles['head']}>
          <h3>{words}</h3>
          {said.length > 0 && (
            <span className="muted small">{said.length === 1 ? '1 comment' : `${said.length} comments`}</span>
          )}
          {open && writing !== place && (
            <span className="push">
              <Button
                look="plain"
                icon="plus"
                aria-label={`Comment on ${words}`}
                onPress={() => setWriting(place)}
              >
                Comment
              </Button>
            </span>
          )}
        </div>
        {text !== null && text !== '' && (
          <p className="prose" dir="auto">
            {text}
          </p>
        )}
        {text === '' && <p className="muted small">Nothing is written here.</p>}
        {said.map((one) => (
          <Comment
            key={one.id}
            row={one}
            component={component}
            isCurrent={one.id === comment}
            textChangedAt={rule.data?.updated_at ?? null}
          />
        ))}
        {writing === place && (
          <Composer
            about={{ componentId: component.id, ruleId: row.id, section }}
            words={section === null ? 'the requirement' : words}
            {...(said.length > 0 && text ? { quote: shortened(text) } : {})}
            landsOn={parent?.rule_id ?? null}
            daysLeft={component.comment_period_days_remaining}
            isOpen={open}
            onPosted={end}
            onReply={end}
            onClose={() => end(null)}
          />
        )}
      </section>
    )
  }
  const sections = sectionsOf(rule.data)
  // What nobody wrote and nobody speaks of folds away below.
  const shown = sections.filter(({ key, text }) => text !== '' || on(key).length > 0 || writing === key)
  const empty = sections.filter((section) => !shown.includes(section))
  return (
    <article ref={sheet} className={styles['read']} aria-label={`Requirement ${row.rule_id}`}>
      <header className={styles['subject']}>
        <p className={styles['facts']}>
          <code>{row.displayed_name}</code>
          <StatusChip status={row.status} />
          <Chip hue="grey" icon="flag">
            {SEVERITY_WORDS[row.rule_severity]}
          </Chip>
          <span className="push mono">{row.version}</span>
        </p>
        <h2>
          <bdi>{row.title}</bdi>
        </h2>
      </header>
      {status}
      {part('whole', 'On the requirement as a whole', null)}
      {shown.map(({ key, words, text }) => part(key, words, text))}
      {open && empty.length > 0 && (
        <p className={styles['empty']}>
          <span className="muted small">Nothing is written in</span>
          {empty.map(({ key, words }) => (
            <Button key={key} look="plain" aria-label={`Comment on ${words}`} onPress={() => setWriting(key)}>
              {words}
            </Button>
          ))}
        </p>
      )}
    </article>
  )
}

const QUOTED = 280

function shortened(text: string): string {
  return text.length <= QUOTED ? text : `${text.slice(0, QUOTED).trimEnd()} …`
}

/** The section that the focus is in, else the first one that stands in sight; the whole when there is none. */
function inView(sheet: HTMLElement | null): Place {
  const focused = document.activeElement?.closest<HTMLElement>('[data-place]')
  const parts = [...(sheet?.querySelectorAll<HTMLElement>('[data-place]') ?? [])]
  const top = sheet?.parentElement?.getBoundingClientRect().top ?? 0
  const seen = parts.find((part) => part.getBoundingClientRect().top >= top - 8)
  return ((focused && sheet?.contains(focused) ? focused : seen)?.dataset['place'] ?? 'whole') as Place
}

/** The next section below the one in hand gets the focus. */
function focusNext(sheet: HTMLElement | null): void {
  const parts = [...(sheet?.querySelectorAll<HTMLElement>('[data-place]') ?? [])]
  const at = parts.findIndex((part) => part.contains(document.activeElement))
  parts[(at + 1) % parts.length]?.focus()
}
