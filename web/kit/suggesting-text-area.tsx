import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { TextField } from 'react-aria-components'
import { announce } from '../app/announce.tsx'
import { t } from '../languages/t.ts'
import { FIELD_CLASS } from './field-class.ts'
import { Labelled } from './labelled.tsx'
import { TextAreaInput } from './text-input.tsx'
import styles from './suggesting-text-area.module.css'

/** A suggestion that replaces the word at the caret. */
export interface TextSuggestion {
  id: number
  label: string
  content: ReactNode
}

interface Props {
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: string
  onChange: (value: string) => void
  /** The accessible name of the list, such as "Members". */
  listLabel: string
  suggestions: readonly TextSuggestion[]
  /** Reports the position of the caret; null when the text has no focus. */
  onCaret: (caret: number | null) => void
  /** Returns the text with the suggestion inserted, and the new position of the caret. */
  onTake: (suggestion: TextSuggestion) => { text: string; caret: number }
  onDismiss: () => void
}

/**
 * A text area with a list of suggestions below it. Arrows move, Enter or Tab inserts, Escape closes only the list;
 * other keys type.
 */
export function SuggestingTextArea(props: Props) {
  const { label, hint, error, value, onChange, listLabel, suggestions, onCaret } = props
  const list = useId()
  const choice = useSuggestionChoice(props)
  const { area, active, isOpen } = choice
  const combo = isOpen
    ? { 'aria-controls': list, 'aria-activedescendant': `${list}-${suggestions[active]?.id ?? ''}` }
    : {}
  return (
    <TextField
      value={value}
      onChange={onChange}
      className={FIELD_CLASS}
      {...(error === undefined ? {} : { isInvalid: true })}
    >
      <Labelled label={label} hint={hint} error={error}>
        <span className={styles['frame']}>
          <TextAreaInput
            ref={area}
            aria-autocomplete="list"
            {...combo}
            onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
            onBlur={() => onCaret(null)}
            onKeyDown={choice.onKeyDown}
          />
          {isOpen && (
            <ul id={list} role="listbox" aria-label={listLabel} className={styles['list']}>
              {suggestions.map((suggestion, index) => (
                <li
                  key={suggestion.id}
                  id={`${list}-${suggestion.id}`}
                  role="option"
                  aria-selected={index === active}
                  className={styles['item']}
                  onPointerDown={(press) => {
                    press.preventDefault()
                    choice.take(suggestion)
                  }}
                >
                  {suggestion.content}
                </li>
              ))}
            </ul>
          )}
        </span>
      </Labelled>
    </TextField>
  )
}

/** Holds the active suggestion and handles the keys of the list. */
function useSuggestionChoice({ value, onChange, listLabel, suggestions, onTake, onDismiss }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const caretAfter = useRef<number | null>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const isOpen = suggestions.length > 0
  const active = Math.min(activeIndex, Math.max(0, suggestions.length - 1))
  useEffect(() => {
    setActiveIndex(0)
    const [first] = suggestions
    if (first) {
      announce(
        t('{label}: {suggestion}, 1 of {total}', {
          label: listLabel,
          suggestion: first.label,
          total: suggestions.length,
        }),
      )
    }
  }, [listLabel, suggestions])
  useLayoutEffect(() => {
    if (caretAfter.current === null) return
    area.current?.setSelectionRange(caretAfter.current, caretAfter.current)
    caretAfter.current = null
  }, [value])
  const take = (suggestion: TextSuggestion) => {
    const { text, caret } = onTake(suggestion)
    caretAfter.current = caret
    onChange(text)
  }
  const onKeyDown = (press: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isOpen || press.nativeEvent.isComposing || press.ctrlKey || press.metaKey || press.altKey) return
    const current = suggestions[active]
    const step = { ArrowDown: 1, ArrowUp: suggestions.length - 1 }[press.key]
    if (step !== undefined) setActiveIndex((active + step) % suggestions.length)
    else if (press.key === 'Escape') onDismiss()
    else if ((press.key === 'Enter' || press.key === 'Tab') && !press.shiftKey && current) take(current)
    else return
    press.preventDefault()
    press.stopPropagation()
  }
  return { area, active, isOpen, take, onKeyDown }
}
