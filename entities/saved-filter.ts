import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, lockVersion, updatedAt } from './columns.ts'
import { Component } from './component.ts'
import { Project } from './project.ts'
import { User } from './user.ts'

/** The lists whose filters can be saved. */
export const FILTERED_LISTS = ['requirements', 'triage'] as const
export type FilteredList = (typeof FILTERED_LISTS)[number]

/** Maximum number of saved filters per user in a project or component. */
export const MAX_SAVED_FILTERS = 100

const SavedFilterSchema = defineEntity({
  name: 'SavedFilter',
  tableName: 'saved_filters',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    projectId: () => p.manyToOne(Project).mapToPk().nullable().fieldName('project_id').deleteRule('cascade'),
    componentId: () =>
      p.manyToOne(Component).mapToPk().nullable().fieldName('component_id').deleteRule('cascade'),
    list: p.enum(FILTERED_LISTS),
    name: p.text(),
    query: p.text(),
    shared: p.boolean(),
    lockVersion: lockVersion(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  checks: [{ name: 'saved_filters_one_place', expression: 'num_nonnulls(project_id, component_id) = 1' }],
  indexes: [
    {
      name: 'saved_filters_project_name_unique',
      expression:
        'create unique index "saved_filters_project_name_unique" on "saved_filters" ("project_id", "user_id", "list", lower(name)) where project_id is not null',
    },
    {
      name: 'saved_filters_component_name_unique',
      expression:
        'create unique index "saved_filters_component_name_unique" on "saved_filters" ("component_id", "user_id", "list", lower(name)) where component_id is not null',
    },
    { name: 'saved_filters_user_id', properties: ['userId'] },
  ],
})

/** Editable fields of a saved filter. */
export interface SavedFilterTexts {
  name: string
  query: string
  shared: boolean
}

/** A named filter of a project's or component's list, private or shared with all members (rule R-65). */
export class SavedFilter extends SavedFilterSchema.class {
  /** Updates the filter; does nothing if no value differs. */
  change({ name, query, shared }: SavedFilterTexts): void {
    if (name === this.name && query === this.query && shared === this.shared) return
    Object.assign(this, { name, query, shared })
    this.lockVersion += 1
  }
}
SavedFilterSchema.setClass(SavedFilter)
