import type { Problem } from '../../api/errors.ts'
import { type Rule, type Texts, textsOf } from './fields.ts'

/** One text that someone else saved while it was being written. */
export interface Conflict {
  base: string
  theirs: string
  mine: string
}

export type Saving =
  | { state: 'idle' }
  | { state: 'saving' }
  | { state: 'saved'; at: Date }
  | { state: 'waiting' }
  | { state: 'refused'; problem: Problem }

/** What the page shows; a new object with every change. */
export interface Snapshot {
  rule: Rule
  /** All texts as they stand on the page. */
  texts: Texts
  changed: readonly string[]
  conflicts: Readonly<Record<string, Conflict>>
  /** Fields that someone else changed while one was here, newest last. */
  taken: readonly string[]
  /** What the service said against a text, by its field; it is sent again when it was changed. */
  wrong: Readonly<Record<string, readonly string[]>>
  saving: Saving
}

/** What is kept of unsaved texts, with what they were based on. */
export interface StoredDraft {
  mine: Texts
  base: Texts
}

/** What the editor needs of the world around it. */
export interface World {
  send: (rule: Rule, texts: Texts) => Promise<Rule>
  keep: (kept: StoredDraft | null, lockVersion: number) => void
  /** What became of a failed save: the record as it is now, nothing heard, or a refusal. */
  read: (
    error: unknown,
  ) =>
    | { current: Rule }
    | { unreachable: true }
    | { problem: Problem; wrong: Readonly<Record<string, string[]>> }
  later: (act: () => void, ms: number) => () => void
  now: () => Date
}

const QUIET_MS = 1500
const AGAIN_MS = 5000

/**
 * One requirement in the editor: what the service has, what one wrote since, and saving the difference. It lives
 * outside of the page, so that a save goes on when one leaves it.
 */
export class RuleEditor {
  private readonly world: World
  private rule: Rule
  private base: Texts
  private mine: Record<string, string> = {}
  private conflicts: Record<string, Conflict> = {}
  private taken: string[] = []
  private wrong: Record<string, readonly string[]> = {}
  private refusal: Problem | null = null
  private saving: Saving = { state: 'idle' }
  private sending: Promise<void> | null = null
  private cancel: () => void = () => {}
  private shown: Snapshot
  private readonly listeners = new Set<() => void>()

  constructor(world: World, rule: Rule) {
    this.world = world
    this.rule = rule
    this.base = textsOf(rule)
    this.shown = this.look()
  }

  /** Brings back what one wrote before and did not save; what was written since stays. */
  restore({ mine, base }: StoredDraft): void {
    const now = this.base
    this.base = { ...now, ...base }
    this.mine = { ...mine, ...this.mine }
    this.compare(now)
    this.cancel()
    this.cancel = this.world.later(() => void this.save(), QUIET_MS)
    this.tell()
  }

  readonly snapshot = (): Snapshot => this.shown

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Takes the record as the service has it now: what only others changed is taken, what both changed is a conflict. */
  take(rule: Rule): void {
    if (rule.lock_version < this.rule.lock_version || rule === this.rule) return
    this.rule = rule
    this.compare(textsOf(rule))
    this.tell()
  }

  /** What one wrote; it is kept in this browser at once and saved when one pauses. */
  write(id: string, given: string, after = QUIET_MS): void {
    // No text of the service holds it, and no one sees it: it comes with what is pasted.
    const text = given.replaceAll('\0', '')
    const { [id]: _, ...wrong } = this.wrong
    this.wrong = wrong
    const conflict = this.conflicts[id]
    if (conflict) this.conflicts = { ...this.conflicts, [id]: { ...conflict, mine: text } }
    if (text === (this.base[id] ?? '') && !conflict) delete this.mine[id]
    else this.mine[id] = text
    this.keep()
    this.cancel()
    this.cancel = this.world.later(() => void this.save(), after)
    if (this.saving.state === 'refused') this.saving = { state: 'idle' }
    this.tell()
  }

  /** Ends a conflict with the text that is to stand. */
  resolve(id: string, text: string): void {
    const { [id]: settled, ...others } = this.conflicts
    if (!settled) return
    this.conflicts = others
    this.write(id, text, 0)
  }

  /** Sends what changed, now; what someone has to look at first stays. Never throws. */
  async save(): Promise<void> {
    this.cancel()
    if (this.sending) await this.sending
    const texts = this.ready()
    if (Object.keys(texts).length === 0) return
    this.sending ??= this.sendOnce(texts)
    await this.sending
  }

  private async sendOnce(texts: Texts): Promise<void> {
    this.saving = { state: 'saving' }
    this.tell()
    try {
      const saved = await this.world.send(this.rule, texts)
      // What was written meanwhile is newer than what was sent.
      for (const [id, text] of Object.entries(texts)) {
        if (this.mine[id] === text) delete this.mine[id]
        this.base = { ...this.base, [id]: text }
      }
      this.saving = { state: 'saved', at: this.world.now() }
      this.rule = saved.lock_version >= this.rule.lock_version ? saved : this.rule
      this.compare(textsOf(this.rule))
    } catch (error) {
      this.fail(error, texts)
    } finally {
      this.sending = null
      this.keep()
      this.tell()
    }
  }

  private fail(error: unknown, sent: Texts): void {
    const found = this.world.read(error)
    if ('current' in found) {
      this.saving = { state: 'idle' }
      this.rule = found.current
      this.compare(textsOf(found.current))
      // Whatever of it does not clash is sent again, on the record as it is now.
      const left = Object.keys(sent).filter((id) => id in this.ready())
      if (left.length > 0) this.cancel = this.world.later(() => void this.save(), 0)
    } else if ('unreachable' in found) {
      this.saving = { state: 'waiting' }
      this.cancel = this.world.later(() => void this.save(), AGAIN_MS)
    } else {
      this.wrong = { ...this.wrong, ...pick(found.wrong, Object.keys(sent)) }
      this.refusal = found.problem
      this.saving = { state: 'refused', problem: found.problem }
      // What nothing was said against is sent without the rest.
      const named = Object.keys(sent).some((id) => id in this.wrong)
      if (named) this.cancel = this.world.later(() => void this.save(), 0)
    }
  }

  /** Sets what one wrote against what the service has now. */
  private compare(now: Texts): void {
    for (const [id, theirs] of Object.entries(now)) {
      const base = this.base[id] ?? ''
      if (theirs === base) continue
      const mine = this.mine[id]
      if (mine === theirs) delete this.mine[id]
      else if (mine !== undefined) {
        this.conflicts = { ...this.conflicts, [id]: { base: this.conflicts[id]?.base ?? base, theirs, mine } }
      } else if (this.listeners.size > 0) this.taken = [...this.taken.filter((one) => one !== id), id]
      if (mine === theirs && this.conflicts[id]) {
        const { [id]: _, ...others } = this.conflicts
        this.conflicts = others
      }
    }
    this.base = { ...this.base, ...now }
  }

  private ready(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.mine).filter(([id]) => !(id in this.conflicts) && !(id in this.wrong)),
    )
  }

  private keep(): void {
    const ids = Object.keys(this.mine)
    const base = ids.map((id) => [id, this.conflicts[id]?.base ?? this.base[id] ?? ''])
    this.world.keep(
      ids.length === 0 ? null : { mine: { ...this.mine }, base: Object.fromEntries(base) },
      this.rule.lock_version,
    )
  }

  private look(): Snapshot {
    const { rule, conflicts, taken, wrong, refusal } = this
    const texts = { ...this.base, ...this.mine }
    // Others may be saved; that one is not stays true until it is changed.
    const isRefused = refusal !== null && Object.keys(wrong).length > 0 && this.saving.state === 'saved'
    const saving: Saving = isRefused ? { state: 'refused', problem: refusal } : this.saving
    return { rule, texts, changed: Object.keys(this.mine), conflicts, taken, wrong, saving }
  }

  private tell(): void {
    this.shown = this.look()
    for (const listener of this.listeners) listener()
  }
}

function pick<T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}
