import { sql } from 'kysely'
import type { Component } from '../../../entities/component.ts'
import { InspecProfileFile, type ProfilePart } from '../../../entities/inspec-profile-file.ts'
import { formatDisplayedName } from '../../../entities/requirement-name.ts'
import type { UnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { describeProfile } from '../../../src/formats/exported/inspec-profile.ts'
import type { InspecProfile } from '../../../src/formats/texts/inspec-profile.ts'
import type { ControlFile, InspecControl } from '../../../src/formats/texts/inspec-reader.ts'
import { isAmongComponents, readExportedComponents } from '../../exports/exported-components.ts'

/** A profile file stored with a component. */
export type StoredProfileFile = Pick<InspecProfileFile, 'path' | 'content' | 'parts'>

/**
 * Returns the stored profile files for an export. `numbers` maps the controls to requirements; the source of
 * an unmatched control is stored as text.
 */
export async function readProfileFiles(
  work: UnitOfWork,
  component: Pick<Component, 'id' | 'prefix'>,
  { files, around }: InspecProfile,
  numbers: readonly (string | null)[],
  controls: readonly InspecControl[],
): Promise<StoredProfileFile[]> {
  const [exported] = await readExportedComponents(work.db, work.actor, isAmongComponents([component.id]))
  const generated = exported ? describeProfile(exported) : ''
  const others = files.flatMap(({ path, bytes }): StoredProfileFile[] => {
    const content = Buffer.from(bytes)
    return path === 'inspec.yml' && content.toString() === generated ? [] : [{ path, content, parts: null }]
  })
  const ruby = around.flatMap((file): StoredProfileFile[] => {
    const parts = joinParts(file, numbers, controls)
    if (isExportedAlike(component, file.path, parts)) return []
    if (parts.some((part) => 'rule' in part)) return [{ path: file.path, content: null, parts }]
    const content = Buffer.from(parts.map((part) => ('text' in part ? part.text : '')).join(''))
    return [{ path: file.path, content, parts: null }]
  })
  return [...others, ...ruby]
}

function joinParts(
  { parts }: ControlFile,
  numbers: readonly (string | null)[],
  controls: readonly InspecControl[],
): ProfilePart[] {
  const joined: ProfilePart[] = []
  for (const part of parts) {
    const number = typeof part === 'number' ? numbers[part] : null
    const text = typeof part === 'number' ? (controls[part]?.source ?? '') : part
    const last = joined.at(-1)
    if (number != null) joined.push({ rule: number })
    else if (last && 'text' in last) last.text += text
    else joined.push({ text })
  }
  return joined.filter((part) => 'rule' in part || part.text !== '')
}

/** Whether an export would generate the same file from its only control. */
function isExportedAlike(
  component: Pick<Component, 'prefix'>,
  path: string,
  [control, end, ...others]: readonly ProfilePart[],
): boolean {
  if (!control || !('rule' in control) || others.length > 0) return false
  const isEnded = end === undefined || ('text' in end && end.text === '\n')
  return isEnded && path === `controls/${formatDisplayedName(component, { ruleId: control.rule })}.rb`
}

/** Replaces the stored files of a write-locked component. */
export async function replaceProfileFiles(
  work: UnitOfWork,
  componentId: number,
  files: readonly StoredProfileFile[],
): Promise<void> {
  const { em } = work
  await em.nativeDelete(InspecProfileFile, { componentId })
  for (const file of files) em.persist(em.create(InspecProfileFile, { componentId, ...file }))
  await em.flush()
}

/** Stores archived files, a JSON list of `ArchivedProfileFile`, in one statement. */
export async function storeProfileFiles(
  { db }: UnitOfWork,
  componentId: number,
  files: string,
): Promise<void> {
  await sql`insert into inspec_profile_files (component_id, path, content, parts)
    select ${componentId}::integer, f.path, decode(f.content, 'base64'), f.parts
    from jsonb_to_recordset(${files}::jsonb) as f (path text, content text, parts jsonb)`.execute(db)
}
