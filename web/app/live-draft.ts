import {
  acceptConflict,
  acceptSave,
  openForm,
  planUpdate,
  type FormState,
  type LockVersion,
} from './form-changes.ts'

/** The entries of a draft by name, except `lock_version`; a removed entry is undefined. */
export type Entries = Record<string, string | boolean | number | undefined>

/** Converts a draft to entries, which are compared and saved one by one. */
export type ReadDraft<D> = (draft: D) => Entries

/** A record in the form of a draft, which is JSON. */
export interface StoredDraft<D> extends LockVersion {
  draft: D
}

/** The draft in a form, as it was opened and as the user changed it. */
export interface LiveDraft<D> {
  form: FormState<Entries>
  opened: D
  draft: D
}

/** What a save sends, and the draft that it contains. */
export interface DraftUpdate<D> {
  changes: Entries
  expectedVersion: number
  draft: D
}

/** Opens the draft of a record. */
export function openDraft<D>(stored: StoredDraft<D>, read: ReadDraft<D>): LiveDraft<D> {
  return { form: openForm(toRecord(stored, read)), opened: stored.draft, draft: stored.draft }
}

/** Opens the draft again if another user changed the record, but not if the user changed the draft. */
export function followRecord<D>(
  live: LiveDraft<D>,
  stored: StoredDraft<D>,
  read: ReadDraft<D>,
): LiveDraft<D> {
  const isChanged = !isEqual(live.draft, live.opened)
  return isChanged || isEqual(read(live.opened), read(stored.draft)) ? live : openDraft(stored, read)
}

/** Plans a save of the entries that the user added, changed or removed. */
export function planDraft<D>(live: LiveDraft<D>, stored: StoredDraft<D>, read: ReadDraft<D>): DraftUpdate<D> {
  const { form, opened, draft } = live
  return { ...planUpdate(form, toRecord(stored, read), toValues(opened, draft, read)), draft }
}

/** The draft after a save; what the user changed since then stays. */
export function acceptSavedDraft<D>(
  live: LiveDraft<D>,
  stored: StoredDraft<D>,
  sent: D,
  read: ReadDraft<D>,
): LiveDraft<D> {
  const { form, opened } = live
  const saved = acceptSave(form, toRecord(stored, read), toValues(opened, sent, read))
  return { ...live, form: saved, opened: sent }
}

/** The draft after a conflict that the user read: the next save replaces the entries of the other user. */
export function acceptDraftConflict<D>(
  live: LiveDraft<D>,
  stored: StoredDraft<D>,
  read: ReadDraft<D>,
): LiveDraft<D> {
  return { ...live, form: acceptConflict(live.form, toRecord(stored, read)) }
}

function toRecord<D>({ draft, lock_version }: StoredDraft<D>, read: ReadDraft<D>): Entries & LockVersion {
  return { ...read(draft), lock_version }
}

function toValues<D>(opened: D, draft: D, read: ReadDraft<D>): Entries {
  const removed = Object.keys(read(opened)).map((name) => [name, undefined])
  return { ...Object.fromEntries(removed), ...read(draft) }
}

function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
