import { useState } from 'react'
import { toReason } from '../api/errors.ts'
import {
  acceptDraftConflict,
  acceptSavedDraft,
  followRecord,
  openDraft,
  planDraft,
  type ReadDraft,
  type StoredDraft,
} from './live-draft.ts'

/**
 * The draft of a form with entries, while its record updates live. It follows the record until the user changes it.
 * `update` is what a save sends; `settle` takes the sent draft, the result, and the record after the save.
 */
export function useLiveDraft<D>(stored: StoredDraft<D>, read: ReadDraft<D>) {
  const [state, setState] = useState(() => openDraft(stored, read))
  const live = followRecord(state, stored, read)
  if (live !== state) setState(live)
  return {
    draft: live.draft,
    setDraft: (draft: D) => setState((now) => ({ ...now, draft })),
    update: planDraft(live, stored, read),
    settle: (sent: D, error: unknown, current: StoredDraft<D>) => {
      if (error === null) setState((now) => acceptSavedDraft(now, current, sent, read))
      else if (toReason(error) === 'stale') setState((now) => acceptDraftConflict(now, current, read))
    },
  }
}
