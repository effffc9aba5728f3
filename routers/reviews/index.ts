import { acceptAndEdit } from './decisions/accept-and-edit.ts'
import { adjudicate } from './decisions/adjudicate.ts'
import { assign } from './decisions/assignment.ts'
import { bulkAdjudicate } from './decisions/bulk-adjudicate.ts'
import { bulkTriage } from './decisions/bulk-triage.ts'
import { merge } from './decisions/merge.ts'
import { reopen } from './decisions/reopen.ts'
import { triage } from './decisions/triage.ts'
import { undo } from './decisions/undo.ts'
import { adminDestroy } from './moderation/admin-destroy.ts'
import { adminRestore } from './moderation/admin-restore.ts'
import { adminWithdraw } from './moderation/admin-withdraw.ts'
import { moveToRule } from './moderation/move-to-rule.ts'
import { retag } from './moderation/section.ts'
import { list, toggle } from './reactions.ts'
import { edit, get } from './record.ts'
import { responses } from './responses.ts'
import { sectionChanges } from './section-changes.ts'
import { similarTo } from './similar.ts'
import { withdraw } from './withdraw.ts'

export const reviews = {
  get,
  responses,
  edit,
  withdraw,
  triage,
  bulkTriage,
  bulkAdjudicate,
  merge,
  adjudicate,
  reopen,
  undo,
  acceptAndEdit,
  assign,
  adminWithdraw,
  adminRestore,
  retag,
  moveToRule,
  adminDestroy,
  similarTo,
  sectionChanges,
}

export const reactions = { list, toggle }
