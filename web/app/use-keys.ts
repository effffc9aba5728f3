import { useEffect, useRef, useSyncExternalStore } from 'react'
import { asksFor, entryOf, KEYS, type Action } from './keys.ts'
import { settings } from './settings.ts'
import { endTyping, noteTyping, typesOn } from './typed-on.ts'

type Handler = (press: KeyboardEvent) => void
type Bindings = Partial<Record<Action, Handler>>

/** What is bound, newest last: a dialog or pane that opens later is asked first. */
let bound: readonly { current: Bindings }[] = []
const listeners = new Set<() => void>()
let shown: readonly Action[] = []

/**
 * Binds actions of the key map while the component is there. Handlers may change with every render. Keys are silent
 * while someone types, also into a text that was just taken away, composes a character, or has a menu or dialog of
 * another component open.
 */
export function useKeys(bindings: Bindings): void {
  const current = useRef(bindings)
  useEffect(() => {
    current.current = bindings
  })
  const names = Object.keys(bindings).sort().join(' ')
  useEffect(() => {
    bound = [...bound, current]
    tell()
    return () => {
      bound = bound.filter((one) => one !== current)
      tell()
    }
  }, [names])
}

/** The actions that are bound now, in the order of the key map. */
export function useBoundActions(): readonly Action[] {
  return useSyncExternalStore(subscribe, () => shown)
}

/** Does what a bound key would do; for the palette. */
export function perform(action: Action): void {
  const handler = handlerOf(action)
  handler?.(new KeyboardEvent('keydown', { key: entryOf(action).chords[0] ?? '' }))
}

/** Listens to the keys of the whole page; the shell calls it once. */
export function listenToKeys(): () => void {
  document.addEventListener('keydown', watchTyping, true)
  document.addEventListener('pointerdown', endTyping, true)
  document.addEventListener('keydown', onPress)
  return () => {
    document.removeEventListener('keydown', watchTyping, true)
    document.removeEventListener('pointerdown', endTyping, true)
    document.removeEventListener('keydown', onPress)
  }
}

/** Before anyone else sees the key: lists and dialogs keep some for themselves. */
function watchTyping(press: KeyboardEvent): void {
  if (press.key === 'Shift' || press.key === 'CapsLock') return
  const target = press.target instanceof Element ? press.target : null
  if (isText(target)) return noteTyping(press, target)
  if (!typesOn(press)) return endTyping()
  press.preventDefault()
  press.stopPropagation()
}

function onPress(press: KeyboardEvent): void {
  if (press.defaultPrevented || press.isComposing) return
  const target = press.target instanceof Element ? press.target : null
  const situation = { inText: isText(target), singles: settings().singleKeys }
  for (const { current } of bound.toReversed()) {
    const action = (Object.keys(current) as Action[]).find((name) => asksFor(press, name, situation))
    if (action === undefined) continue
    if (isBehind(target, press)) return
    press.preventDefault()
    current[action]?.(press)
    return
  }
}

/** Where letters are letters: fields, and lists that search while one types. */
function isText(target: Element | null): boolean {
  const field = target?.closest(
    'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"]',
  )
  return field !== undefined && field !== null && !isToggle(field)
}

function isToggle(field: Element): boolean {
  return field instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(field.type)
}

/** Enter on a link or button is that link's own; nothing behind an open dialog hears a key. */
function isBehind(target: Element | null, press: KeyboardEvent): boolean {
  if (
    press.key === 'Enter' &&
    !press.ctrlKey &&
    !press.metaKey &&
    target?.closest('a, button, [role="button"]')
  ) {
    return true
  }
  const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]')
  return dialog !== null && target?.closest('[role="dialog"], [role="alertdialog"]') === null
}

function handlerOf(action: Action): Handler | undefined {
  return bound.findLast(({ current }) => current[action])?.current[action]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  const names = new Set(bound.flatMap(({ current }) => Object.keys(current) as Action[]))
  // Hints keep their places when a pane binds its keys again.
  shown = (Object.keys(KEYS) as Action[]).filter((action) => names.has(action))
  for (const listener of listeners) listener()
}
