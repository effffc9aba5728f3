import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/field.tsx'
import { Keys } from '../../kit/kbd.tsx'
import { lengthOf, COMMENT_LIMIT, roomLeft } from '../comments/limits.ts'
import { useDraft } from '../comments/use-draft.ts'
import type { Choice } from './decisions.ts'
import styles from './triage.module.css'

const OFFERED = 9

/**
 * The response of a decision. The templates of the project have the focus first: a digit takes one, a letter begins to
 * write. Ctrl+Enter decides, Escape leaves; what was written is kept either way until the decision stands.
 */
export function ResponseForm({
  place,
  projectId,
  choice,
  close,
  onSend,
  onLeave,
}: {
  /** Where the draft is kept. */
  place: string
  projectId: number
  choice: Choice
  close: boolean
  onSend: (response: string, sent: () => void) => void
  onLeave: () => void
}) {
  const { text, write, sent } = useDraft(place)
  const form = useRef<HTMLFormElement>(null)
  const list = useQuery(api.responseTemplates.list.queryOptions({ projectId }))
  const templates = list.data?.triage_response_templates.slice(0, OFFERED) ?? []
  const begin = () => form.current?.querySelector('textarea')?.focus()
  const any = templates.length > 0
  useEffect(() => {
    const line = form.current?.querySelector('textarea')
    // Who has begun to write goes on writing.
    const first =
      any && line?.value === '' ? form.current?.querySelector<HTMLElement>('[data-template]') : line
    first?.focus()
  }, [any])
  const take = (body: string) => {
    write(text.trim() === '' ? body : `${text.trimEnd()}\n\n${body}`)
    begin()
  }
  const send = () => {
    if (choice.mustSay && text.trim() === '') return begin()
    if (lengthOf(text) <= COMMENT_LIMIT) onSend(text, () => sent(text))
  }
  const onKeyDown = (press: KeyboardEvent) => {
    if (press.nativeEvent.isComposing) return
    const mod = press.ctrlKey || press.metaKey
    const inText = press.target instanceof HTMLTextAreaElement
    const digit = /^Digit([1-9])$/.exec(press.nativeEvent.code)?.[1]
    const template = digit === undefined ? undefined : templates[Number(digit) - 1]
    if (press.key === 'Enter' && mod) send()
    else if (press.key === 'Escape') onLeave()
    else if (inText || mod || press.altKey) return
    else if (template) take(template.body)
    else if (press.key.length === 1 && press.key !== ' ') {
      // The letter itself goes to the text, which has the focus by the time that it is written.
      begin()
      return press.stopPropagation()
    } else return
    press.preventDefault()
    press.stopPropagation()
  }
  const words = choice.mustSay ? 'Response, needed to decline' : 'Response'
  return (
    <form
      ref={form}
      className={styles['asks']}
      aria-label={choice.words}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={onKeyDown}
    >
      {any && (
        <ul className={styles['templates']} aria-label="Response templates">
          {templates.map(({ id, name, body }, place_) => (
            <li key={id}>
              <button type="button" data-template title={body} onClick={() => take(body)}>
                <span className="cut">{name}</span>
                <kbd data-key={place_ + 1} className={styles['shift']} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextArea label={words} value={text} onChange={write} hint={roomLeft(text)} />
      <div className={styles['row']}>
        <Button
          type="submit"
          look="first"
          isDisabled={(choice.mustSay && text.trim() === '') || lengthOf(text) > COMMENT_LIMIT}
        >
          {choice.words}
          {close && ' and close'} <Keys of="commit" />
        </Button>
        <Button onPress={onLeave}>Cancel</Button>
      </div>
    </form>
  )
}
