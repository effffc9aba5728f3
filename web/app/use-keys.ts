import { useEffect, useRef, useSyncExternalStore } from 'react'
import { endTyping, recordTyping, continuesTyping } from './interrupted-typing.ts'
import { matchesAction, findKeyEntry, KEYS, type Action } from './keys.ts'
import { readSettings } from './settings.ts'

type Handler = (press: KeyboardEvent) => void
type Bindings = Partial<Record<Action, Handler>>

/** The bindings, newest last: a dialog or pane that opens later has priority. */
let bound: readonly { current: Bindings }[] = []
const listeners = new Set<() => void>()
let visibleActions: readonly Action[] = []

/**
 * Binds actions of the key map while the component is mounted. Handlers may change with every render. Keys are ignored
 * while the user types or composes a character, and while a menu or dialog of another component is open.
 */
export function useKeys(bindings: Bindings): void {
  const current = useRef(bindings)
  useEffect(() => {
    current.current = bindings
  })
  const names = Object.keys(bindings).sort().join(' ')
  useEffect(() => {
    bound = [...bound, current]
    updateBoundActions()
    return () => {
      bound = bound.filter((item) => item !== current)
      updateBoundActions()
    }
  }, [names])
}

/** The actions that are bound, in the order of the key map. */
export function useBoundActions(): readonly Action[] {
  return useSyncExternalStore(subscribe, () => visibleActions)
}

/** Runs the handler of an action; for the palette. */
export function perform(action: Action): void {
  const handler = findHandler(action)
  handler?.(new KeyboardEvent('keydown', { key: findKeyEntry(action).chords[0] ?? '' }))
}

/** Installs the key listeners of the page; the shell calls it once. */
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

/** Runs in the capture phase, because lists and dialogs stop some keys. */
function watchTyping(press: KeyboardEvent): void {
  if (press.key === 'Shift' || press.key === 'CapsLock') return
  const target = press.target instanceof Element ? press.target : null
  if (isText(target)) return recordTyping(press, target)
  if (!continuesTyping(press)) return endTyping()
  press.preventDefault()
  press.stopPropagation()
}

function onPress(press: KeyboardEvent): void {
  if (press.defaultPrevented || press.isComposing) return
  const target = press.target instanceof Element ? press.target : null
  const situation = { inText: isText(target), singles: readSettings().singleKeys }
  for (const { current } of bound.toReversed()) {
    const action = (Object.keys(current) as Action[]).find((name) => matchesAction(press, name, situation))
    if (action === undefined) continue
    if (isBehind(target, press)) return
    press.preventDefault()
    current[action]?.(press)
    return
  }
}

/** Whether letters are text there: fields, and lists with type-ahead. */
function isText(target: Element | null): boolean {
  const field = target?.closest(
    'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"]',
  )
  return field !== undefined && field !== null && !isToggle(field)
}

function isToggle(field: Element): boolean {
  return field instanceof HTMLInputElement && ['checkbox', 'radio', 'button'].includes(field.type)
}

/**
 * Whether a key must not run an action: Enter on a link or button, or a letter or digit while a dialog is open. If the
 * focus is outside of the open dialog, this applies to every key.
 */
function isBehind(target: Element | null, press: KeyboardEvent): boolean {
  if (
    press.key === 'Enter' &&
    !press.ctrlKey &&
    !press.metaKey &&
    target?.closest('a, button, [role="button"]')
  ) {
    return true
  }
  if (!isDialogOpen()) return false
  const isChord = press.ctrlKey || press.metaKey || press.altKey
  // The page behind a dialog must not act on a letter or a digit that is pressed in it.
  return !isChord || target?.closest(DIALOG) === null
}

const DIALOG = '[role="dialog"], [role="alertdialog"]'

/** Dialogs are rendered next to the element of the application, whose thousands of elements need no search. */
function isDialogOpen(): boolean {
  return [...document.body.children].some((part) => part.id !== 'app' && part.querySelector(DIALOG) !== null)
}

function findHandler(action: Action): Handler | undefined {
  return bound.findLast(({ current }) => current[action])?.current[action]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function updateBoundActions(): void {
  const names = new Set(bound.flatMap(({ current }) => Object.keys(current) as Action[]))
  // Sort by the key map, so that hints keep their order when a pane binds its keys again.
  visibleActions = (Object.keys(KEYS) as Action[]).filter((action) => names.has(action))
  for (const listener of listeners) listener()
}
