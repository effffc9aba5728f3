import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id } from './columns.ts'
import { Component } from './component.ts'
import { releasedContent } from './triggers.ts'

/** A part of a Ruby file: source text, or the number of the requirement whose control goes there. */
export type ProfilePart = { text: string } | { rule: string }

const InspecProfileFileSchema = defineEntity({
  name: 'InspecProfileFile',
  tableName: 'inspec_profile_files',
  properties: {
    id: id(),
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    /** Inside of the profile. */
    path: p.text(),
    /** The bytes of a file without controls of the component; null for a file with `parts`. */
    content: p.blob().nullable(),
    /** A Ruby file with controls of the component, in order. */
    parts: p.json<ProfilePart[]>().nullable(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'inspec_profile_files_unique', properties: ['componentId', 'path'] }],
  triggers: releasedContent('inspec_profile_files', 'component_id'),
})

/** A file of an imported InSpec profile, which its export contains again (rule C-51). */
export class InspecProfileFile extends InspecProfileFileSchema.class {}
InspecProfileFileSchema.setClass(InspecProfileFile)
