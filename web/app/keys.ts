/**
 * The key map, as data: what a chord is called, what it does, and where its hint stands. A page binds the actions that
 * it has by `useKeys`; hints (`<Keys of="next" />`), the list of all keys and the palette read this table.
 */
export interface KeyEntry {
  /** Each chord does the same; the first one is shown. `Mod` is Ctrl, or Command on a Mac. None: palette only. */
  chords: readonly string[]
  does: string
  /** Which list of the key overview it stands in. */
  group: 'Everywhere' | 'Lists' | 'Requirements' | 'Comments' | 'Triage' | 'Compare'
  /** Shown in the foot while a page binds it. */
  foot?: boolean
  /** Works while someone types too. */
  inTexts?: boolean
}

export const KEYS = {
  palette: { chords: ['Mod+K'], does: 'go anywhere', group: 'Everywhere', foot: true, inTexts: true },
  help: { chords: ['?'], does: 'all keys', group: 'Everywhere' },
  exportFiles: { chords: [], does: 'export', group: 'Everywhere' },
  signOut: { chords: [], does: 'sign out', group: 'Everywhere' },
  next: { chords: ['J'], does: 'next', group: 'Lists', foot: true },
  previous: { chords: ['K'], does: 'previous', group: 'Lists', foot: true },
  open: { chords: ['Enter'], does: 'open', group: 'Lists', foot: true },
  back: { chords: ['Escape'], does: 'back', group: 'Lists' },
  select: { chords: ['X'], does: 'select', group: 'Lists' },
  selectRange: { chords: ['Shift+X'], does: 'select up to here', group: 'Lists' },
  filter: { chords: ['/'], does: 'filter', group: 'Lists' },
  goTo: { chords: ['G'], does: 'go to a number', group: 'Lists', foot: true },
  undo: { chords: ['Z'], does: 'undo', group: 'Lists' },
  actions: { chords: ['.'], does: 'all actions', group: 'Lists' },
  save: { chords: ['Mod+S'], does: 'save', group: 'Requirements', inTexts: true },
  saveAndNext: {
    chords: ['Mod+Enter'],
    does: 'save, next undetermined',
    group: 'Requirements',
    foot: true,
    inTexts: true,
  },
  nextSection: { chords: ['Alt+ArrowDown'], does: 'next section', group: 'Requirements', inTexts: true },
  status: { chords: ['S'], does: 'status', group: 'Requirements' },
  severity: { chords: ['V'], does: 'severity', group: 'Requirements' },
  edit: { chords: ['E'], does: 'edit', group: 'Requirements' },
  lock: { chords: ['L'], does: 'lock the section', group: 'Requirements', foot: true },
  history: { chords: ['H'], does: 'history', group: 'Requirements' },
  review: { chords: ['R'], does: 'review step', group: 'Requirements', foot: true },
  choose1: { chords: ['1'], does: 'first choice', group: 'Requirements' },
  choose2: { chords: ['2'], does: 'second choice', group: 'Requirements' },
  choose3: { chords: ['3'], does: 'third choice', group: 'Requirements' },
  choose4: { chords: ['4'], does: 'fourth choice', group: 'Requirements' },
  choose5: { chords: ['5'], does: 'fifth choice', group: 'Requirements' },
  comment: { chords: ['C'], does: 'comment', group: 'Comments', foot: true },
  send: { chords: ['Mod+Enter'], does: 'post', group: 'Comments', inTexts: true },
  reply: { chords: ['R'], does: 'reply', group: 'Comments' },
  nextRequirement: { chords: ['Shift+J'], does: 'next requirement', group: 'Triage', foot: true },
  previousRequirement: { chords: ['Shift+K'], does: 'previous requirement', group: 'Triage' },
  decide1: { chords: ['1', 'Shift+1'], does: 'accept', group: 'Triage' },
  decide2: { chords: ['2', 'Shift+2'], does: 'accept with changes', group: 'Triage' },
  decide3: { chords: ['3', 'Shift+3'], does: 'decline', group: 'Triage' },
  decide4: { chords: ['4', 'Shift+4'], does: 'needs clarification', group: 'Triage' },
  decide5: { chords: ['5', 'Shift+5'], does: 'duplicate', group: 'Triage' },
  decide6: { chords: ['6', 'Shift+6'], does: 'addressed by', group: 'Triage' },
  decide7: { chords: ['7', 'Shift+7'], does: 'informational', group: 'Triage' },
  acceptAndEdit: { chords: ['E'], does: 'accept and edit', group: 'Triage', foot: true },
  assign: { chords: ['A'], does: 'assign', group: 'Triage', foot: true },
  section: { chords: ['T'], does: 'section', group: 'Triage', foot: true },
  reopen: { chords: ['O'], does: 'reopen', group: 'Triage', foot: true },
  merge: { chords: ['M'], does: 'merge', group: 'Triage', foot: true },
  commit: { chords: ['Mod+Enter'], does: 'decide', group: 'Triage', inTexts: true },
  nextChange: { chords: ['N'], does: 'next change', group: 'Compare' },
  previousChange: { chords: ['P'], does: 'previous change', group: 'Compare' },
} as const satisfies Record<string, KeyEntry>

export type Action = keyof typeof KEYS

/** An entry with the members that only some have. */
export function entryOf(action: Action): KeyEntry {
  return KEYS[action]
}

/** What a key press consists of; a `KeyboardEvent` is one. */
export interface Press {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/**
 * The chord of a press, as the table writes it. Digits are read off the place of the key, so that they need no Shift on
 * layouts where they would; letters off what they write, or off their place where that is no Latin letter.
 */
export function chordOf(press: Press): string {
  const name = nameOf(press)
  const punctuation = name.length === 1 && !/[A-Z0-9]/.test(name)
  return [
    press.ctrlKey || press.metaKey ? 'Mod' : '',
    press.altKey ? 'Alt' : '',
    // What Shift makes of a punctuation key is that key's own name already.
    press.shiftKey && !punctuation ? 'Shift' : '',
    name,
  ]
    .filter(Boolean)
    .join('+')
}

function nameOf({ key, code }: Press): string {
  if (/^Digit\d$/.test(code)) return code.slice(5)
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  if (/^Key[A-Z]$/.test(code) && key.length === 1) return code.slice(3)
  return key
}

/** Whether a press asks for an action; `singles` false switches keys without Ctrl or Alt off (WCAG 2.1.4). */
export function asksFor(press: Press, action: Action, { inText, singles }: Situation): boolean {
  const { chords, inTexts = false } = entryOf(action)
  const chord = chordOf(press)
  if (!chords.includes(chord) || (inText && !inTexts)) return false
  return singles || !isSingle(chord)
}

export interface Situation {
  /** The focus is in a text, where letters are letters. */
  inText: boolean
  /** Keys that are one letter are on. */
  singles: boolean
}

/** Whether a chord is one character, with or without Shift. */
function isSingle(chord: string): boolean {
  return /^(Shift\+)?.$/u.test(chord)
}
