import { t } from '../languages/t.ts'

/**
 * The key map: chord, label and placement of the hint for each action. A page binds its actions with `useKeys`; hints
 * (`<Keys of="next" />`), the key overview and the palette read this table.
 */
export interface KeyEntry {
  /** The chords of the action; the first one is shown. `Mod` is Ctrl, or Command on a Mac. Empty: palette only. */
  chords: readonly string[]
  does: string
  /** The group in the key overview. */
  group: string
  /** Shown in the footer while a page binds it. */
  inFooter?: boolean
  /** Also works while the user types. */
  inTexts?: boolean
}

export const KEYS = {
  palette: {
    chords: ['Mod+K'],
    does: t('go anywhere'),
    group: t('Everywhere'),
    inFooter: true,
    inTexts: true,
  },
  help: { chords: ['?'], does: t('all keys'), group: t('Everywhere') },
  exportFiles: { chords: [], does: t('export'), group: t('Everywhere') },
  importFiles: { chords: [], does: t('import files'), group: t('Everywhere') },
  watch: { chords: [], does: t('watch, or stop watching'), group: t('Everywhere') },
  openPeriod: { chords: [], does: t('open for comment, or change the period'), group: t('Everywhere') },
  adjudicate: { chords: [], does: t('close for adjudication'), group: t('Everywhere') },
  finalize: { chords: [], does: t('finalize the comments'), group: t('Everywhere') },
  add: { chords: [], does: t('add a requirement'), group: t('Everywhere') },
  replace: { chords: [], does: t('find and replace'), group: t('Everywhere') },
  guide: { chords: [], does: t('user guide'), group: t('Everywhere') },
  apiReference: { chords: [], does: t('API reference'), group: t('Everywhere') },
  jobs: { chords: [], does: t('exports and imports'), group: t('Everywhere') },
  print: { chords: [], does: t('print'), group: t('Everywhere') },
  signOut: { chords: [], does: t('sign out'), group: t('Everywhere') },
  next: { chords: ['J'], does: t('next'), group: t('Lists'), inFooter: true },
  previous: { chords: ['K'], does: t('previous'), group: t('Lists'), inFooter: true },
  open: { chords: ['Enter'], does: t('open'), group: t('Lists'), inFooter: true },
  back: { chords: ['Escape'], does: t('back'), group: t('Lists') },
  select: { chords: ['X'], does: t('select'), group: t('Lists') },
  selectRange: { chords: ['Shift+X'], does: t('select up to here'), group: t('Lists') },
  filter: { chords: ['/'], does: t('filter'), group: t('Lists') },
  goTo: { chords: ['G'], does: t('go to a number'), group: t('Lists'), inFooter: true },
  undo: { chords: ['Z'], does: t('undo'), group: t('Lists') },
  actions: { chords: ['.'], does: t('all actions'), group: t('Lists') },
  save: { chords: ['Mod+S'], does: t('save'), group: t('Requirements'), inTexts: true },
  saveAndNext: {
    chords: ['Mod+Enter'],
    does: t('save, next undetermined'),
    group: t('Requirements'),
    inFooter: true,
    inTexts: true,
  },
  nextSection: {
    chords: ['Alt+ArrowDown'],
    does: t('next section'),
    group: t('Requirements'),
    inTexts: true,
  },
  status: { chords: ['S'], does: t('status'), group: t('Requirements') },
  severity: { chords: ['V'], does: t('severity'), group: t('Requirements') },
  edit: { chords: ['E'], does: t('edit'), group: t('Requirements') },
  lock: { chords: ['L'], does: t('lock the section'), group: t('Requirements'), inFooter: true },
  history: { chords: ['H'], does: t('history'), group: t('Requirements') },
  review: { chords: ['R'], does: t('review step'), group: t('Requirements'), inFooter: true },
  choose1: { chords: ['1'], does: t('first choice'), group: t('Requirements') },
  choose2: { chords: ['2'], does: t('second choice'), group: t('Requirements') },
  choose3: { chords: ['3'], does: t('third choice'), group: t('Requirements') },
  choose4: { chords: ['4'], does: t('fourth choice'), group: t('Requirements') },
  choose5: { chords: ['5'], does: t('fifth choice'), group: t('Requirements') },
  comment: { chords: ['C'], does: t('comment'), group: t('Comments'), inFooter: true },
  send: { chords: ['Mod+Enter'], does: t('post'), group: t('Comments'), inTexts: true },
  reply: { chords: ['R'], does: t('reply'), group: t('Comments') },
  nextRequirement: { chords: ['Shift+J'], does: t('next requirement'), group: t('Triage'), inFooter: true },
  previousRequirement: { chords: ['Shift+K'], does: t('previous requirement'), group: t('Triage') },
  decide1: { chords: ['1', 'Shift+1'], does: t('accept'), group: t('Triage') },
  decide2: { chords: ['2', 'Shift+2'], does: t('accept with changes'), group: t('Triage') },
  decide3: { chords: ['3', 'Shift+3'], does: t('decline'), group: t('Triage') },
  decide4: { chords: ['4', 'Shift+4'], does: t('needs clarification'), group: t('Triage') },
  decide5: { chords: ['5', 'Shift+5'], does: t('duplicate'), group: t('Triage') },
  decide6: { chords: ['6', 'Shift+6'], does: t('addressed by'), group: t('Triage') },
  decide7: { chords: ['7', 'Shift+7'], does: t('informational'), group: t('Triage') },
  acceptAndEdit: { chords: ['E'], does: t('accept and edit'), group: t('Triage'), inFooter: true },
  assign: { chords: ['A'], does: t('assign'), group: t('Triage'), inFooter: true },
  section: { chords: ['T'], does: t('section'), group: t('Triage'), inFooter: true },
  reopen: { chords: ['O'], does: t('reopen'), group: t('Triage'), inFooter: true },
  merge: { chords: ['M'], does: t('merge'), group: t('Triage'), inFooter: true },
  commit: { chords: ['Mod+Enter'], does: t('decide'), group: t('Triage'), inTexts: true },
  nextChange: { chords: ['N'], does: t('next change'), group: t('Compare'), inFooter: true },
  previousChange: { chords: ['P'], does: t('previous change'), group: t('Compare'), inFooter: true },
} as const satisfies Record<string, KeyEntry>

export type Action = keyof typeof KEYS

/** Returns an entry with its optional members. */
export function findKeyEntry(action: Action): KeyEntry {
  return KEYS[action]
}

/** The used properties of a `KeyboardEvent`. */
export interface Press {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/**
 * Returns the chord of a key press, as in the table. Digits are read from the physical key, so that they need no Shift
 * on any layout; letters from the character, or from the physical key for non-Latin layouts.
 */
export function toChord(press: Press): string {
  const name = toKeyName(press)
  const punctuation = name.length === 1 && !/[A-Z0-9]/.test(name)
  return [
    press.ctrlKey || press.metaKey ? 'Mod' : '',
    press.altKey ? 'Alt' : '',
    // The character of a punctuation key already includes Shift.
    press.shiftKey && !punctuation ? 'Shift' : '',
    name,
  ]
    .filter(Boolean)
    .join('+')
}

function toKeyName({ key, code }: Press): string {
  if (/^Digit\d$/.test(code)) return code.slice(5)
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  if (/^Key[A-Z]$/.test(code) && key.length === 1) return code.slice(3)
  return key
}

/** Whether a key press matches an action; `singles` false disables keys without Ctrl or Alt (WCAG 2.1.4). */
export function matchesAction(press: Press, action: Action, { inText, singles }: Situation): boolean {
  const { chords, inTexts = false } = findKeyEntry(action)
  const chord = toChord(press)
  if (!chords.includes(chord) || (inText && !inTexts)) return false
  return singles || !isSingle(chord)
}

export interface Situation {
  /** The focus is in a text field. */
  inText: boolean
  /** Single-letter keys are enabled. */
  singles: boolean
}

/** Whether a chord is one character, with or without Shift. */
function isSingle(chord: string): boolean {
  return /^(Shift\+)?.$/u.test(chord)
}
