import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id } from './columns.ts'
import { Component } from './component.ts'
import { Project } from './project.ts'
import { Review } from './review.ts'
import { Rule } from './rule.ts'
import { User } from './user.ts'

/** Types that can be watched; a review is a comment with its replies. */
export const WATCHED_TYPES = ['Project', 'Component', 'Rule', 'Review'] as const
export type WatchedType = (typeof WATCHED_TYPES)[number]

/** Maximum number of watches per user. */
export const MAX_WATCHES = 500

const WatchSchema = defineEntity({
  name: 'Watch',
  tableName: 'watches',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    projectId: () => p.manyToOne(Project).mapToPk().nullable().fieldName('project_id').deleteRule('cascade'),
    componentId: () =>
      p.manyToOne(Component).mapToPk().nullable().fieldName('component_id').deleteRule('cascade'),
    ruleId: () => p.manyToOne(Rule).mapToPk().nullable().fieldName('rule_id').deleteRule('cascade'),
    reviewId: () => p.manyToOne(Review).mapToPk().nullable().fieldName('review_id').deleteRule('cascade'),
    createdAt: createdAt(),
  },
  checks: [
    {
      name: 'watches_one_record',
      expression: 'num_nonnulls(project_id, component_id, rule_id, review_id) = 1',
    },
  ],
  uniques: [
    { name: 'watches_project_unique', properties: ['projectId', 'userId'] },
    { name: 'watches_component_unique', properties: ['componentId', 'userId'] },
    { name: 'watches_rule_unique', properties: ['ruleId', 'userId'] },
    { name: 'watches_review_unique', properties: ['reviewId', 'userId'] },
  ],
  indexes: [{ name: 'watches_user_id', properties: ['userId'] }],
})

/** Notifies a user about the comments of one project, component, requirement or thread (rule R-53). */
export class Watch extends WatchSchema.class {}
WatchSchema.setClass(Watch)
