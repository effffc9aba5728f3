import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id } from './columns.ts'
import { Project } from './project.ts'
import { User } from './user.ts'

const DigestItemSchema = defineEntity({
  name: 'DigestItem',
  tableName: 'digest_items',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    projectId: () => p.manyToOne(Project).mapToPk().fieldName('project_id').deleteRule('cascade'),
    /** Null for lines of earlier versions. */
    componentId: p.integer().nullable(),
    event: p.text().nullable(),
    line: p.text(),
    createdAt: createdAt(),
  },
  indexes: [
    {
      name: 'digest_items_line',
      expression: 'create index "digest_items_line" on "digest_items" ("user_id", md5(line))',
    },
    { name: 'digest_items_user_id', properties: ['userId', 'id'] },
    { name: 'digest_items_project_id', properties: ['projectId'] },
    { name: 'digest_items_created_at', properties: ['createdAt'] },
  ],
})

/** One line of a user's next daily email (rule R-53). */
export class DigestItem extends DigestItemSchema.class {}
DigestItemSchema.setClass(DigestItem)
