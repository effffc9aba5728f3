import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, lockVersion, updatedAt } from './columns.ts'
import { Project } from './project.ts'
import { User } from './user.ts'

const ResponseTemplateSchema = defineEntity({
  name: 'ResponseTemplate',
  tableName: 'response_templates',
  properties: {
    id: id(),
    projectId: () => p.manyToOne(Project).mapToPk().fieldName('project_id').deleteRule('cascade'),
    createdById: () =>
      p.manyToOne(User).mapToPk().nullable().fieldName('created_by_id').deleteRule('set null'),
    name: p.text(),
    body: p.text(),
    lockVersion: lockVersion(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: [
    {
      name: 'response_templates_name_unique',
      expression:
        'create unique index "response_templates_name_unique" on "response_templates" ("project_id", lower(name))',
    },
    { name: 'response_templates_created_by_id', properties: ['createdById'] },
  ],
})

/** A response template of a project (rule R-13). */
export class ResponseTemplate extends ResponseTemplateSchema.class {
  rewrite(name: string, body: string): void {
    this.name = name
    this.body = body
    this.lockVersion += 1
  }
}
ResponseTemplateSchema.setClass(ResponseTemplate)
