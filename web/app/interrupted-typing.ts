/** Letters that follow the previous one within this many milliseconds belong to the removed text field. */
const CONTINUATION_MS = 1500

let field: Element | null = null
let lastTyped = Number.NEGATIVE_INFINITY

/** The used properties of a key press. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** Records a key press in a text field: it is typing, or it ends the typing. */
export function recordTyping(press: Press, text: Element | null): void {
  field = isTyping(press) ? text : null
  lastTyped = press.timeStamp
}

/** Records that the user did something other than typing. */
export function endTyping(): void {
  field = null
}

/**
 * Whether a key press continues typing in a field that another user's change has just removed. Such letters must not
 * run commands.
 */
export function continuesTyping(press: Press): boolean {
  const isMeant =
    field !== null && !field.isConnected && isTyping(press) && press.timeStamp - lastTyped < CONTINUATION_MS
  if (isMeant) lastTyped = press.timeStamp
  return isMeant
}

/** Whether a key is a character or Backspace; submitting, leaving or moving is not typing. */
function isTyping({ key, ctrlKey, metaKey, altKey }: Press): boolean {
  return !ctrlKey && !metaKey && !altKey && (Array.from(key).length === 1 || key === 'Backspace')
}
