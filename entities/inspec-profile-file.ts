import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id } from './columns.ts'
import { Component } from './component.ts'
import { createReleasedContentTriggers } from './triggers.ts'

/** A part of a Ruby file: source text, or the number of the requirement whose control is inserted. */
export type ProfilePart = { text: string } | { rule: string }

const InspecProfileFileSchema = defineEntity({
  name: 'InspecProfileFile',
  tableName: 'inspec_profile_files',
  properties: {
    id: id(),
    componentId: () => p.manyToOne(Component).mapToPk().fieldName('component_id').deleteRule('cascade'),
    /** Path inside the profile. */
    path: p.text(),
    /** Content of a file without the component's controls; null for a file with `parts`. */
    content: p.blob().nullable(),
    /** Parts of a Ruby file that has controls of the component, in order. */
    parts: p.json<ProfilePart[]>().nullable(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'inspec_profile_files_unique', properties: ['componentId', 'path'] }],
  triggers: createReleasedContentTriggers('inspec_profile_files', 'component_id'),
})

/** A file of an imported InSpec profile; the export includes it again (rule C-51). */
export class InspecProfileFile extends InspecProfileFileSchema.class {}
InspecProfileFileSchema.setClass(InspecProfileFile)
