import { ofRule } from './histories.ts'
import { lockSections } from './locks/bulk-section-locks.ts'
import { lockSection } from './locks/section-locks.ts'
import { remove, replace, show, update } from './record.ts'
import { related } from './related-rules.ts'
import { propose } from './relocations.ts'
import { restore } from './restore.ts'
import { revert } from './revert.ts'
import { reviewRequest } from './review-request.ts'
import { createOnRule } from './reviews.ts'

export const reviews = { createOnRule }

/** Single requirements (rule C-44). */
export const rules = {
  lockSection,
  lockSections,
  related,
  remove,
  replace,
  restore,
  revert,
  reviewRequest,
  show,
  update,
}

export const audits = { ofRule }

export const relocations = { propose }
