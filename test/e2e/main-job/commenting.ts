import { expect } from 'vitest'
import { expectStatus } from '../../support/http.ts'
import type { RuleRef } from './authoring.ts'
import type { Crew } from './people.ts'

const COMMENTERS = ['viewer', 'guest', 'reviewer'] as const
const SECTIONS = [null, 'fixtext', 'check_content', 'title'] as const
const COMMENTS = 48
const COMPONENT_COMMENTS = 6
const REPLIES = 12

/** Every triage decision in a valid order: only the last one is final. */
export const WALK = [
  'concur',
  'concur_with_comment',
  'non_concur',
  'needs_clarification',
  'duplicate',
  'informational',
  'addressed_by',
  'withdrawn',
] as const

export interface Comment {
  id: number
  by: (typeof COMMENTERS)[number]
  section: string | null
  text: string
  /** The decision that it ends with. */
  decision: (typeof WALK)[number]
  replied: boolean
}

/** 48 comments of three people, six of them on the component itself, and 12 replies. */
export async function postComments(crew: Crew, component: number, rules: RuleRef[]): Promise<Comment[]> {
  const comments: Comment[] = []
  for (let index = 0; index < COMMENTS; index += 1) {
    const target =
      index < COMMENTS - COMPONENT_COMMENTS
        ? `/rules/${rules[index % rules.length]?.id}/reviews`
        : `/components/${component}/reviews`
    const onRule = target.startsWith('/rules')
    const commenter = pick(COMMENTERS, index)
    const section = onRule ? pick(SECTIONS, index) : null
    const text = `Berth ${String(index).padStart(2, '0')} needs another look.`
    const review = { action: 'comment', comment: text, section }
    const { body } = expectStatus(200, await crew[commenter].post(target, { review }))
    const id = Number(body.review.id)
    const replied = index < REPLIES
    if (replied) {
      const reply = { action: 'comment', comment: `I agree on ${index}.`, responding_to_review_id: id }
      expectStatus(200, await crew[pick(COMMENTERS, index + 1)].post(target, { review: reply }))
    }
    comments.push({ id, by: commenter, section, text, decision: pick(WALK, index), replied })
  }
  return comments
}

/** The author decides on each comment up to its own status; the first comment is not a duplicate. */
export async function triageComments(crew: Crew, comments: Comment[], rules: RuleRef[]): Promise<void> {
  const original = comments[0]?.id
  const otherRule = rules.at(-1)?.id
  for (const { id, decision } of comments) {
    for (const status of WALK.slice(0, WALK.indexOf(decision) + 1)) {
      const body = {
        triage_status: status,
        ...(status === 'non_concur' ? { response_comment: 'The guide asks for it.' } : {}),
        ...(status === 'duplicate' ? { duplicate_of_review_id: original } : {}),
        ...(status === 'addressed_by' ? { addressed_by_rule_id: otherRule } : {}),
      }
      const answer = expectStatus(200, await crew.author.patch(`/reviews/${id}/triage`, body)).body
      expect(answer.review).toMatchObject({ id, triage_status: status })
      expect(answer.response_review === null).toBe(status !== 'non_concur')
    }
  }
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('an empty list')
  return item
}
