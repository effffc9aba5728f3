import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Inline } from '../../../kit/inline.tsx'
import { Keys } from '../../../kit/kbd.tsx'
import { KeyCap } from '../../../kit/key-cap.tsx'
import { StackForm } from '../../../kit/stack.tsx'
import { t } from '../../../languages/t.ts'
import { isPostable, countCharacters, COMMENT_LIMIT, formatRemaining } from '../../comments/limits.ts'
import { MentionArea } from '../../comments/mention-area.tsx'
import { useDraft } from '../../comments/use-draft.ts'
import type { Choice } from './decisions.ts'
import { useTemplates, type Templates } from './use-templates.ts'
import styles from './response-form.module.css'

/**
 * The response of a decision. The project's templates have the focus first: a digit inserts one, a letter starts
 * typing. Ctrl+Enter decides, Escape cancels; the draft stays until the decision is saved.
 */
export function ResponseForm({
  draftId,
  projectId,
  choice,
  close,
  onSend,
  onLeave,
}: {
  /** The draft place. */
  draftId: string
  projectId: number
  choice: Choice
  close: boolean
  onSend: (response: string, onStored: () => void) => void
  onLeave: () => void
}) {
  const { text, write, sent, isRestored } = useDraft(draftId)
  const form = useRef<HTMLFormElement>(null)
  const templates = useTemplates(projectId)
  useFirstFocus(form, templates.length > 0)
  const begin = () => form.current?.querySelector('textarea')?.focus()
  const take = (body: string) => {
    write(text.trim() === '' ? body : `${text.trimEnd()}\n\n${body}`)
    begin()
  }
  const isComplete = choice.requiresResponse ? isPostable(text) : countCharacters(text) <= COMMENT_LIMIT
  const send = () => {
    if (isComplete) onSend(text, () => void sent(text))
    else begin()
  }
  const label = choice.requiresResponse ? t('Response (required to decline)') : t('Response')
  return (
    <StackForm
      ref={form}

      aria-label={choice.label}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={(press) => onKey(press, { templates, take, begin, send, leave: onLeave })}
    >
      <TemplateList templates={templates} onTake={take} />
      <MentionArea label={label} value={text} onChange={write} hint={formatRemaining(text)} />
      <Inline>
        <Button type="submit" variant="primary" isDisabled={!isComplete}>
          {choice.label}
          {close && t(' and close')} <Keys action="commit" />
        </Button>
        <Button onPress={onLeave}>{t('Cancel')}</Button>
        {isRestored && <span className="muted small">{t('Your draft was restored')}</span>}
      </Inline>
    </StackForm>
  )
}

function TemplateList({ templates, onTake }: { templates: Templates; onTake: (body: string) => void }) {
  if (templates.length === 0) return null
  return (
    <ul className={styles['templates']} aria-label={t('Response templates')}>
      {templates.map(({ id, name, body }, index) => (
        <li key={id}>
          <button type="button" data-template title={body} onClick={() => onTake(body)}>
            <span className="cut">{name}</span>
            <KeyCap value={index + 1} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Focuses the first template, else the text; a draft keeps the text focused. */
function useFirstFocus(form: RefObject<HTMLFormElement | null>, hasTemplates: boolean): void {
  useEffect(() => {
    const text = form.current?.querySelector('textarea')
    const template = form.current?.querySelector<HTMLElement>('[data-template]')
    const first = hasTemplates && text?.value === '' ? template : text
    first?.focus()
  }, [form, hasTemplates])
}

interface Chords {
  templates: Templates
  take: (body: string) => void
  begin: () => void
  send: () => void
  leave: () => void
}

function onKey(press: KeyboardEvent, { templates, take, begin, send, leave }: Chords): void {
  if (press.nativeEvent.isComposing) return
  const mod = press.ctrlKey || press.metaKey
  const inText = press.target instanceof HTMLTextAreaElement
  const digit = /^Digit([1-9])$/.exec(press.nativeEvent.code)?.[1]
  const template = digit === undefined ? undefined : templates[Number(digit) - 1]
  if (press.key === 'Enter' && mod) send()
  else if (press.key === 'Escape') leave()
  else if (inText || mod || press.altKey) return
  else if (template) take(template.body)
  else if (press.key.length === 1 && press.key !== ' ') {
    // The letter itself goes to the text, which has the focus before the character is inserted.
    begin()
    return press.stopPropagation()
  } else return
  press.preventDefault()
  press.stopPropagation()
}
