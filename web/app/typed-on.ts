/** Letters that come later than this after the one before are meant for what stands there now. */
const GOES_ON_WITHIN = 1500

let field: Element | null = null
let lastTyped = Number.NEGATIVE_INFINITY

/** What is needed of a key press. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** Takes note of a key that is pressed in a text: it is typed, or ends the typing. */
export function noteTyping(press: Press, text: Element | null): void {
  field = isTyping(press) ? text : null
  lastTyped = press.timeStamp
}

/** Something else was done than typing. */
export function endTyping(): void {
  field = null
}

/**
 * Whether a key goes on with a text that someone else's change took away: the last one was typed into a field that is
 * gone, a moment ago. Such letters are no commands.
 */
export function typesOn(press: Press): boolean {
  const isMeant =
    field !== null && !field.isConnected && isTyping(press) && press.timeStamp - lastTyped < GOES_ON_WITHIN
  if (isMeant) lastTyped = press.timeStamp
  return isMeant
}

/** A character, or one taken back: what sends, leaves or moves is no typing. */
function isTyping({ key, ctrlKey, metaKey, altKey }: Press): boolean {
  return !ctrlKey && !metaKey && !altKey && (Array.from(key).length === 1 || key === 'Backspace')
}
