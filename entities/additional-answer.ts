import { defineEntity, p } from '@mikro-orm/core'
import { AdditionalQuestion } from './additional-question.ts'
import { createdAt, id, updatedAt } from './columns.ts'
import { Rule } from './rule.ts'

const AdditionalAnswerSchema = defineEntity({
  name: 'AdditionalAnswer',
  tableName: 'additional_answers',
  properties: {
    id: id(),
    rule: () => p.manyToOne(Rule).fieldName('rule_id').deleteRule('cascade'),
    additionalQuestionId: () =>
      p.manyToOne(AdditionalQuestion).mapToPk().fieldName('additional_question_id').deleteRule('cascade'),
    answer: p.text().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'additional_answers_unique', properties: ['rule', 'additionalQuestionId'] }],
  indexes: [{ name: 'additional_answers_additional_question_id', properties: ['additionalQuestionId'] }],
})

/** A requirement's answer to one question of its component (components 2.6). */
export class AdditionalAnswer extends AdditionalAnswerSchema.class {}
AdditionalAnswerSchema.setClass(AdditionalAnswer)
