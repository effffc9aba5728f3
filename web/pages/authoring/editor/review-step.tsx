import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { ReviewAction } from '../../../../src/vocabulary.ts'
import { api, client, queryClient } from '../../../api/client.ts'
import { toProblem } from '../../../api/errors.ts'
import { ProblemBanner } from '../../../kit/banner-strip.tsx'
import { TextArea } from '../../../kit/field.tsx'
import { notify } from '../../../kit/toast.tsx'
import { t } from '../../../languages/t.ts'
import type { Rule } from '../fields.ts'
import type { AllowedActions } from './allowed-actions.ts'
import { Choices } from './choices.tsx'
import { REQUEST_WITHOUT_REMARK } from './request-without-remark.ts'
import { ReviewerChoice } from './reviewer-choice.tsx'
import styles from './review-step.module.css'

const STEPS = {
  request_review: {
    label: t('Request a review'),
    said: REQUEST_WITHOUT_REMARK,
    done: t('Review requested'),
  },
  revoke_review_request: {
    label: t('Withdraw the request'),
    said: t('Request withdrawn.'),
    done: t('Review request withdrawn'),
  },
  approve: { label: t('Approve and lock'), said: t('Approved.'), done: t('Approved') },
  request_changes: {
    label: t('Request changes'),
    said: t('Please change this.'),
    done: t('Changes requested'),
  },
  lock_control: { label: t('Lock'), said: t('Locked.'), done: t('Locked') },
  unlock_control: { label: t('Unlock'), said: t('Unlocked.'), done: t('Unlocked') },
} as const satisfies Partial<Record<ReviewAction, object>>
type Step = keyof typeof STEPS
const STEP_NAMES = Object.keys(STEPS).filter((name): name is Step => name in STEPS)

/**
 * The available steps of the review cycle, by digit, with an optional remark. Ctrl+Enter takes the only step; if there are
 * several, it focuses the first one. Opens with the focus on the first step: digits choose, Shift+Tab leads to the remark.
 */
export function ReviewStep({
  rule,
  allowed,
  before,
  onClose,
}: {
  rule: Rule
  allowed: AllowedActions
  before: () => Promise<void>
  onClose: () => void
}) {
  const [remark, setRemark] = useState('')
  const [reviewers, setReviewers] = useState<readonly number[]>([])
  const steps = STEP_NAMES.filter((step) => allowed[step].allowed)
  const box = useRef<HTMLDivElement>(null)
  const take = useReviewStep({ ruleId: rule.id, remark, reviewers, before, onDone: onClose })
  useFocusInside(box)
  const send = () => {
    const [first, ...others] = steps
    if (take.isPending || first === undefined) return
    if (others.length === 0) return take.mutate(first)
    focusFirstStep(box.current)
  }
  return (
    <div ref={box} className={styles['step']} onKeyDown={(press) => onSend(press, send)}>
      {steps.length === 0 ? (
        <p className="muted">{t('Nothing for you to do at this step')}</p>
      ) : (
        <>
          {steps.includes('request_review') && (
            <ReviewerChoice ruleId={rule.id} values={reviewers} onChange={setReviewers} />
          )}
          <TextArea
            label={t('Remark')}
            hint={t('Optional')}
            value={remark}
            onChange={setRemark}
            maxLength={10_000}
          />
          <Choices
            label={t('Review step')}
            value={null}
            options={steps.map((value) => ({ value, label: STEPS[value].label }))}
            onChoose={(step) => take.mutate(step)}
            onClose={onClose}
            stays
          />
        </>
      )}
      {take.error && <ProblemBanner problem={toProblem(take.error)} />}
    </div>
  )
}

function focusFirstStep(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>('[role=group] button')?.focus()
}

/** Moves the focus to the first step, and back when the steps close. */
function useFocusInside(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const opener = document.activeElement
    const element = box.current
    focusFirstStep(element)
    return () => {
      if (!element?.contains(document.activeElement)) return
      const isOnPage = opener !== document.body && opener?.isConnected === true
      const back = isOnPage ? opener : document.querySelector('#main h1')
      if (back instanceof HTMLElement) queueMicrotask(() => back.focus())
    }
  }, [box])
}

/** Saves the requirement, then sends a step of the review cycle. */
function useReviewStep({
  ruleId,
  remark,
  reviewers,
  before,
  onDone,
}: {
  ruleId: number
  remark: string
  reviewers: readonly number[]
  before: () => Promise<void>
  onDone: () => void
}) {
  return useMutation({
    mutationFn: async (action: Step) => {
      await before()
      const comment = remark.trim() || STEPS[action].said
      const reviewersInput = action === 'request_review' ? { reviewer_ids: [...reviewers] } : {}
      return client.reviews.createOnRule.mutate({ ruleId, review: { action, comment, ...reviewersInput } })
    },
    onSuccess: (_, action) => {
      notify(`${STEPS[action].done}.`)
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries(api.rules.pathFilter()),
  })
}

/** Handles Ctrl+Enter before the page, where it continues with the next requirement. */
function onSend(press: KeyboardEvent, send: () => void): void {
  if (press.key !== 'Enter' || !(press.ctrlKey || press.metaKey)) return
  press.preventDefault()
  press.stopPropagation()
  send()
}
