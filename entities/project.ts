import { defineEntity, p } from '@mikro-orm/core'
import { VISIBILITIES, type Visibility } from '../src/vocabulary.ts'
import { createdAt, id, jsonObject, lockVersion, trigramIndex, updatedAt } from './columns.ts'

/** A map of texts; updates replace the complete map. */
export type Metadata = Record<string, string>

const ProjectSchema = defineEntity({
  name: 'Project',
  tableName: 'projects',
  properties: {
    id: id(),
    name: p.text(),
    description: p.text().nullable(),
    visibility: p.enum(VISIBILITIES).default('hidden'),
    adminName: p.text().nullable(),
    adminEmail: p.text().nullable(),
    metadata: jsonObject<Metadata>(() => ({})),
    lockVersion: lockVersion(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  indexes: [
    { name: 'projects_name', properties: ['name', 'id'] },
    { name: 'projects_discoverable', properties: ['id'], where: `visibility = 'discoverable'` },
    trigramIndex('projects', 'name', 'lower(name)'),
  ],
})

/** Changes of a project; absent members don't change. */
export interface ProjectRevision {
  name?: string | undefined
  description?: string | null | undefined
  visibility?: Visibility | undefined
  metadata?: Metadata | undefined
}

/** A project, which owns components (rule A-58). */
export class Project extends ProjectSchema.class {
  /**
   * Applies the changes and increments `lock_version` if a value differs. Returns the names of the changed
   * fields.
   */
  revise(revision: ProjectRevision): (keyof ProjectRevision)[] {
    const changed: (keyof ProjectRevision)[] = []
    const set = <K extends keyof ProjectRevision>(name: K, value: ProjectRevision[K], apply: () => void) => {
      if (value === undefined || JSON.stringify(value) === JSON.stringify(this[name] ?? null)) return
      apply()
      changed.push(name)
    }
    const { name, description, visibility, metadata } = revision
    set('name', name, () => (this.name = name ?? this.name))
    set('description', description, () => (this.description = description ?? null))
    set('visibility', visibility, () => (this.visibility = visibility ?? this.visibility))
    set('metadata', metadata, () => (this.metadata = metadata ?? this.metadata))
    if (changed.length > 0) this.lockVersion += 1
    return changed
  }
}
ProjectSchema.setClass(Project)
