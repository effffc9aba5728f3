import { defineEntity, p } from '@mikro-orm/core'
import { Component } from './component.ts'
import { Review } from './review.ts'

const CommentSignatureSchema = defineEntity({
  name: 'CommentSignature',
  tableName: 'comment_signatures',
  properties: {
    reviewId: () => p.manyToOne(Review).mapToPk().primary().fieldName('review_id').deleteRule('cascade'),
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    /** Locality-sensitive hash bands; similar comments of a component share some of them. */
    bands: p.array((value) => Number(value)).columnType('int[]'),
  },
  indexes: [
    { name: 'comment_signatures_component_id', properties: ['componentId'] },
    {
      name: 'comment_signatures_bands',
      expression:
        'create index "comment_signatures_bands" on "comment_signatures" using gin ("bands") with (fastupdate = off)',
    },
  ],
})

/** Index entry to find near-identical comments (rule R-50). */
export class CommentSignature extends CommentSignatureSchema.class {}
CommentSignatureSchema.setClass(CommentSignature)
