import type { Problem } from '../../api/errors.ts'
import { type Rule, type Texts, readTexts } from './fields.ts'

/** A text that another user saved while the user was typing. */
export interface Conflict {
  base: string
  theirs: string
  mine: string
}

export type SaveState =
  | { state: 'idle' }
  | { state: 'saving' }
  | { state: 'saved'; savedAt: Date }
  | { state: 'waiting' }
  | { state: 'refused'; problem: Problem }

/** The state for the page; a new object with every change. */
export interface Snapshot {
  rule: Rule
  /** The current texts on the page. */
  texts: Texts
  changed: readonly string[]
  conflicts: Readonly<Record<string, Conflict>>
  /** Fields that other users changed during this visit, with the time at which they were applied. */
  changedByOthers: Readonly<Record<string, Date>>
  /** The service's errors by field; a changed text is sent again. */
  wrong: Readonly<Record<string, readonly string[]>>
  saving: SaveState
}

/** The stored unsaved texts, with the texts that they are based on. */
export interface StoredDraft {
  mine: Texts
  base: Texts
}

/** The dependencies of the editor. */
export interface World {
  send: (rule: Rule, texts: Texts) => Promise<Rule>
  storeDraft: (draft: StoredDraft | null, lockVersion: number) => void
  /** The outcome of a failed save: the current record, no answer, or an error. */
  read: (
    error: unknown,
  ) =>
    | { current: Rule }
    | { unreachable: true }
    | { problem: Problem; wrong: Readonly<Record<string, string[]>> }
  later: (act: () => void, ms: number) => () => void
  /** Acts once when the service answers again. */
  retryOnRecovery: (act: () => void) => () => void
  now: () => Date
}

const QUIET_MS = 1500

/**
 * The state of a requirement in the editor: the service's record, the user's changes, and saving the difference. It
 * lives outside the page, so that a save continues when the user leaves.
 */
export class RuleEditor {
  private readonly world: World
  private rule: Rule
  private base: Texts
  private mine: Record<string, string> = {}
  private conflicts: Record<string, Conflict> = {}
  private changedByOthers: Readonly<Record<string, Date>> = {}
  private wrong: Record<string, readonly string[]> = {}
  private refusal: Problem | null = null
  private saving: SaveState = { state: 'idle' }
  private sending: Promise<void> | null = null
  private cancel: () => void = () => {}
  private currentSnapshot: Snapshot
  private readonly listeners = new Set<() => void>()

  constructor(world: World, rule: Rule) {
    this.world = world
    this.rule = rule
    this.base = readTexts(rule)
    this.currentSnapshot = this.createSnapshot()
  }

  /** Restores unsaved texts of an earlier page; newer changes stay. */
  restore({ mine, base }: StoredDraft): void {
    const now = this.base
    this.base = { ...now, ...base }
    this.mine = { ...mine, ...this.mine }
    this.compare(now)
    // Texts that the service already has are no longer unsaved.
    this.storeDraft()
    this.cancel()
    this.cancel = this.world.later(() => void this.save(), QUIET_MS)
    this.notifyListeners()
  }

  readonly snapshot = (): Snapshot => this.currentSnapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Applies the service's current record: changes of others are applied, changes of both sides conflict. */
  take(rule: Rule): void {
    if (rule.lock_version < this.rule.lock_version || rule === this.rule) return
    const isNewer = rule.lock_version > this.rule.lock_version
    this.rule = rule
    this.compare(readTexts(rule))
    // The change may have unlocked the requirement.
    if (isNewer) this.retryRefused()
    this.notifyListeners()
  }

  /** Sends refused texts again, for example after the user's role changed. */
  retryRefused(): void {
    if (this.saving.state !== 'refused' && Object.keys(this.wrong).length === 0) return
    this.wrong = {}
    this.cancel()
    this.cancel = this.world.later(() => void this.save(), 0)
  }

  /** Changes a text; the browser stores it at once, and it is saved when the user pauses. */
  write(id: string, input: string, after = QUIET_MS): void {
    // NUL is invisible, comes from pasted text, and is never part of a stored text.
    const text = input.replaceAll('\0', '')
    const { [id]: _, ...wrong } = this.wrong
    this.wrong = wrong
    const conflict = this.conflicts[id]
    if (conflict) this.conflicts = { ...this.conflicts, [id]: { ...conflict, mine: text } }
    if (text === (this.base[id] ?? '') && !conflict) delete this.mine[id]
    else this.mine[id] = text
    this.storeDraft()
    this.cancel()
    this.cancel = this.world.later(() => void this.save(), after)
    if (this.saving.state === 'refused') this.saving = { state: 'idle' }
    this.notifyListeners()
  }

  /** Resolves a conflict with the chosen text. */
  resolve(id: string, text: string): void {
    const { [id]: settled, ...others } = this.conflicts
    if (!settled) return
    this.conflicts = others
    this.write(id, text, 0)
  }

  /** Saves all changes now, except unresolved conflicts. Never throws. */
  async save(): Promise<void> {
    this.cancel()
    if (this.sending) await this.sending
    const texts = this.listReadyTexts()
    if (Object.keys(texts).length === 0) return
    this.sending ??= this.sendOnce(texts)
    await this.sending
  }

  private async sendOnce(texts: Texts): Promise<void> {
    this.saving = { state: 'saving' }
    this.notifyListeners()
    try {
      const saved = await this.world.send(this.rule, texts)
      // Changes during the request are newer than what was sent.
      for (const [id, text] of Object.entries(texts)) {
        if (this.mine[id] === text) delete this.mine[id]
        this.base = { ...this.base, [id]: text }
      }
      this.saving = { state: 'saved', savedAt: this.world.now() }
      this.rule = saved.lock_version >= this.rule.lock_version ? saved : this.rule
      this.compare(readTexts(this.rule))
    } catch (error) {
      this.fail(error, texts)
    } finally {
      this.sending = null
      this.storeDraft()
      this.notifyListeners()
    }
  }

  private fail(error: unknown, sent: Texts): void {
    const outcome = this.world.read(error)
    if ('current' in outcome) {
      this.saving = { state: 'idle' }
      this.rule = outcome.current
      this.compare(readTexts(outcome.current))
      // Changes that do not clash are sent again, based on the current record.
      const unsavedIds = Object.keys(sent).filter((id) => id in this.listReadyTexts())
      if (unsavedIds.length > 0) this.cancel = this.world.later(() => void this.save(), 0)
    } else if ('unreachable' in outcome) {
      this.saving = { state: 'waiting' }
      this.cancel = this.world.retryOnRecovery(() => void this.save())
    } else {
      this.wrong = { ...this.wrong, ...pick(outcome.wrong, Object.keys(sent)) }
      this.refusal = outcome.problem
      this.saving = { state: 'refused', problem: outcome.problem }
      // Fields without an error are sent without the others.
      const isFieldError = Object.keys(sent).some((id) => id in this.wrong)
      if (isFieldError) this.cancel = this.world.later(() => void this.save(), 0)
    }
  }

  /** Merges the user's changes with the service's current record. */
  private compare(now: Texts): void {
    for (const [id, theirs] of Object.entries(now)) {
      const base = this.base[id] ?? ''
      if (theirs === base) continue
      const mine = this.mine[id]
      if (mine === theirs) delete this.mine[id]
      else if (mine !== undefined) {
        this.conflicts = { ...this.conflicts, [id]: { base: this.conflicts[id]?.base ?? base, theirs, mine } }
      } else if (this.listeners.size > 0) {
        this.changedByOthers = { ...this.changedByOthers, [id]: this.world.now() }
      }
      if (mine === theirs && this.conflicts[id]) {
        const { [id]: _, ...others } = this.conflicts
        this.conflicts = others
      }
    }
    this.base = { ...this.base, ...now }
  }

  private listReadyTexts(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.mine).filter(([id]) => !(id in this.conflicts) && !(id in this.wrong)),
    )
  }

  private storeDraft(): void {
    const ids = Object.keys(this.mine)
    const base = ids.map((id) => [id, this.conflicts[id]?.base ?? this.base[id] ?? ''])
    this.world.storeDraft(
      ids.length === 0 ? null : { mine: { ...this.mine }, base: Object.fromEntries(base) },
      this.rule.lock_version,
    )
  }

  private createSnapshot(): Snapshot {
    const { rule, conflicts, changedByOthers, wrong, refusal } = this
    const texts = { ...this.base, ...this.mine }
    // Other fields may be saved; a rejected one stays rejected until it is changed.
    const isRefused = refusal !== null && Object.keys(wrong).length > 0 && this.saving.state === 'saved'
    const saving: SaveState = isRefused ? { state: 'refused', problem: refusal } : this.saving
    return { rule, texts, changed: Object.keys(this.mine), conflicts, changedByOthers, wrong, saving }
  }

  private notifyListeners(): void {
    this.currentSnapshot = this.createSnapshot()
    for (const listener of this.listeners) listener()
  }
}

function pick<T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}

/** Reads the unsaved texts that the browser stores; null if they can’t be read. */
export function parseStoredDraft(text: string): StoredDraft | null {
  try {
    const { mine, base }: { mine?: unknown; base?: unknown } = JSON.parse(text)
    return { mine: findTexts(mine), base: findTexts(base) }
  } catch {
    return null
  }
}

function findTexts(value: unknown): Record<string, string> {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
