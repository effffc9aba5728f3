import { defineEntity, p } from '@mikro-orm/core'
import { Rule } from './rule.ts'
import { User } from './user.ts'

/** The most people that one review request names. */
export const MOST_REVIEWERS = 20

const RequestedReviewerSchema = defineEntity({
  name: 'RequestedReviewer',
  tableName: 'requested_reviewers',
  properties: {
    ruleId: () => p.manyToOne(Rule).mapToPk().primary().fieldName('rule_id').deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
  },
  indexes: [{ name: 'requested_reviewers_user_id', properties: ['userId'] }],
})

/** Someone whom the open review request of a requirement names (rule R-66); it counts while the request is open. */
export class RequestedReviewer extends RequestedReviewerSchema.class {}
RequestedReviewerSchema.setClass(RequestedReviewer)
