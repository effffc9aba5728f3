import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, updatedAt } from './columns.ts'
import { Project } from './project.ts'
import { User } from './user.ts'

const ProjectAccessRequestSchema = defineEntity({
  name: 'ProjectAccessRequest',
  tableName: 'project_access_requests',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    projectId: () => p.manyToOne(Project).mapToPk().fieldName('project_id').deleteRule('cascade'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'project_access_requests_unique', properties: ['userId', 'projectId'] }],
  indexes: [{ name: 'project_access_requests_project_id', properties: ['projectId'] }],
})

/** A user's pending request to join a project (rule A-65). */
export class ProjectAccessRequest extends ProjectAccessRequestSchema.class {}
ProjectAccessRequestSchema.setClass(ProjectAccessRequest)
