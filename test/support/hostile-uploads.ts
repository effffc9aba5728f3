import { expect } from 'vitest'
import { createWorkspace, type Workspace } from './authoring.ts'
import type { Answer } from './rest.ts'
import { createFileForm } from './uploads.ts'
import type { World } from './world.ts'

const COMPONENT = {
  'a Markdown folder': ['POST', 'import_markdown'],
  'an InSpec profile': ['POST', 'import_inspec'],
  'a ReqIF archive': ['POST', 'import_reqif'],
  'a sheet that is previewed': ['POST', 'preview_spreadsheet_update'],
  'a sheet that is applied': ['PATCH', 'apply_spreadsheet_update'],
  'a disposition matrix': ['POST', 'import_disposition'],
  'a comment sheet': ['POST', 'import_comment_sheets'],
} as const
const PROJECT = {
  'a backup': ['POST', 'import_backup'],
  'a component of a sheet': ['POST', 'components'],
} as const
const SERVICE = {
  'a new project': ['POST', '/projects/create_from_backup'],
  'a sheet of which the SRG is asked': ['POST', '/components/detect_srg'],
  'an SRG': ['POST', '/srgs'],
  'a STIG': ['POST', '/stigs'],
} as const

/** A kind of file that is uploaded. */
export type UploadKind = keyof typeof COMPONENT | keyof typeof PROJECT | keyof typeof SERVICE

export const UPLOAD_KINDS = Object.keys({ ...COMPONENT, ...PROJECT, ...SERVICE }) as UploadKind[]

/** Uploads harmful files and checks that they change no data. */
export class HostileUploads {
  readonly workspace: Workspace
  readonly #world: World
  #before: unknown = null

  private constructor(world: World, workspace: Workspace) {
    this.#world = world
    this.workspace = workspace
  }

  static async into(world: World): Promise<HostileUploads> {
    const uploads = new HostileUploads(world, await createWorkspace(world))
    uploads.#before = await uploads.#state()
    return uploads
  }

  send(kind: UploadKind, name: string, bytes: Uint8Array): Promise<Answer> {
    const [method, path] = this.#parseServiceAddress(kind)
    const ofSheet = kind === 'a component of a sheet'
    const form = createFileForm(name, bytes, ofSheet ? 'component[file]' : 'file')
    if (/import_(?!backup)/.test(path)) form.set('dry_run', 'false')
    if (kind === 'a ReqIF archive') form.set('create', 'true')
    if (ofSheet) {
      const { securityRequirementsGuideId: srgId } = this.workspace.component
      form.set('component[name]', 'Of a sheet')
      form.set('component[security_requirements_guide_id]', String(srgId))
    }
    const { systemAdmin, admin } = this.workspace.as
    return (kind === 'an SRG' || kind === 'a STIG' ? systemAdmin : admin).send(method, path, form)
  }

  /** Asserts that the upload is rejected with 422, the message names the fault, and no data is stored. */
  async assertRejected(
    kind: UploadKind,
    name: string,
    bytes: Uint8Array,
    { message, errorName }: { message: RegExp; errorName: string },
  ): Promise<void> {
    const { status, text } = await this.send(kind, name, bytes)
    expect(status, text.slice(0, 500)).toBe(422)
    expect(text).toMatch(message)
    expect(text).toContain(errorName)
    await this.assertUnchanged()
  }

  async assertUnchanged(): Promise<void> {
    expect(await this.#state()).toEqual(this.#before)
  }

  #parseServiceAddress(kind: UploadKind): readonly ['POST' | 'PATCH', string] {
    const { component, project } = this.workspace
    const route = { ...COMPONENT, ...PROJECT, ...SERVICE }[kind]
    const [method, path] = route
    if (kind in COMPONENT) return [method, `/components/${component.id}/${path}`]
    return [method, kind in PROJECT ? `/projects/${project.id}/${path}` : path]
  }

  /** The data that an import could change. */
  async #state(): Promise<unknown> {
    const db = this.#world.database.queries
    const { id } = this.workspace.component
    const selectRows = (table: 'rules' | 'reviews') =>
      db
        .selectFrom(table)
        .select(['id', 'lock_version'])
        .where('component_id', '=', id)
        .orderBy('id')
        .execute()
    const components = db
      .selectFrom('components')
      .select('id')
      .where('project_id', '=', this.workspace.project.id)
    return {
      rules: await selectRows('rules'),
      reviews: await selectRows('reviews'),
      components: await components.execute(),
      srgs: await db.selectFrom('srgs').select('id').orderBy('id').execute(),
      stigs: await db.selectFrom('stigs').select('id').orderBy('id').execute(),
    }
  }
}
