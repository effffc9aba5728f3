import { defineEntity, p } from '@mikro-orm/core'
import { Rule } from './rule.ts'
import { User } from './user.ts'

/** Maximum number of reviewers in one review request. */
export const MAX_REVIEWERS = 20

const RequestedReviewerSchema = defineEntity({
  name: 'RequestedReviewer',
  tableName: 'requested_reviewers',
  properties: {
    ruleId: () => p.manyToOne(Rule).mapToPk().primary().fieldName('rule_id').deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
  },
  indexes: [{ name: 'requested_reviewers_user_id', properties: ['userId'] }],
})

/** A reviewer named in a requirement's review request (rule R-66); ignored once the request is closed. */
export class RequestedReviewer extends RequestedReviewerSchema.class {}
RequestedReviewerSchema.setClass(RequestedReviewer)
