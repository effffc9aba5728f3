import { defineEntity, p } from '@mikro-orm/core'
import { QUESTION_TYPES } from '../src/vocabulary.ts'
import { createdAt, id, updatedAt } from './columns.ts'
import { Component } from './component.ts'

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
})

/** A question that a component asks of each of its requirements (components 2.6). */
export class AdditionalQuestion extends AdditionalQuestionSchema.class {}
AdditionalQuestionSchema.setClass(AdditionalQuestion)
