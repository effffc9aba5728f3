import { defineEntity, p } from '@mikro-orm/core'
import { REACTION_KINDS } from '../src/vocabulary.ts'
import { createdAt, id, updatedAt } from './columns.ts'
import { Review } from './review.ts'
import { User } from './user.ts'

const ReactionSchema = defineEntity({
  name: 'Reaction',
  tableName: 'reactions',
  properties: {
    id: id(),
    reviewId: () => p.manyToOne(Review).mapToPk().fieldName('review_id').deleteRule('cascade'),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    kind: p.enum(REACTION_KINDS),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'reactions_unique', properties: ['reviewId', 'userId'] }],
  indexes: [{ name: 'reactions_user_id', properties: ['userId'] }],
})

/** A user's thumbs up or down on a comment (rule R-12). */
export class Reaction extends ReactionSchema.class {}
ReactionSchema.setClass(Reaction)
