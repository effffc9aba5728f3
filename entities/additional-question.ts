import { defineEntity, p } from '@mikro-orm/core'
import { validationError } from '../src/errors.ts'
import { QUESTION_TYPES } from '../src/vocabulary.ts'
import { createdAt, id, updatedAt } from './columns.ts'
import { Component } from './component.ts'
import { createReleasedContentTriggers } from './triggers.ts'

const AdditionalQuestionSchema = defineEntity({
  name: 'AdditionalQuestion',
  tableName: 'additional_questions',
  properties: {
    id: id(),
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    name: p.text(),
    questionType: p.enum(QUESTION_TYPES).default('freeform'),
    options: p.array().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'additional_questions_name_unique', properties: ['componentId', 'name'] }],
  triggers: createReleasedContentTriggers('additional_questions', 'component_id'),
})

/** A custom question that each requirement of a component answers (rule C-32). */
export class AdditionalQuestion extends AdditionalQuestionSchema.class {
  /** Throws 422 if a dropdown has no options. */
  assertOptions(): void {
    if (this.questionType !== 'dropdown' || this.options.length > 0) return
    throw validationError(
      'validation',
      'additional_questions_attributes',
      'A dropdown question needs options.',
    )
  }
}
AdditionalQuestionSchema.setClass(AdditionalQuestion)
