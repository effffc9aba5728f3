import { strFromU8, unzipSync } from 'fflate'
import { streamZip } from '../../src/formats/zip.ts'
import type { ArchiveRequest } from '../../workflows/interchange/archive/archive-request.ts'
import { streamArchive } from '../../workflows/interchange/archive/stream-archive.ts'
import type { Answer, Body, Rest } from './rest.ts'
import { createFileForm } from './uploads.ts'
import type { World } from './world.ts'

export {
  toArchive,
  createPeerArchive as peerArchive,
  createPeerReview as peerReview,
  createPeerRule as peerRule,
  type Members,
} from './peer-archives.ts'

/** The files of an archive, with JSON parsed. */
export function readMembers(bytes: Uint8Array): Record<string, Body> {
  const entries = Object.entries(unzipSync(bytes)).map(([name, content]) => {
    const text = strFromU8(content)
    return [name, name.endsWith('.json') ? JSON.parse(text) : text]
  })
  return Object.fromEntries(entries)
}

/** The bytes of an archive that the service writes. */
export async function writeArchive(
  world: World,
  order: Partial<ArchiveRequest> & Pick<ArchiveRequest, 'componentIds'>,
): Promise<Uint8Array> {
  const now = new Date()
  const selection = {
    projectId: null,
    caller: { id: 0, admin: true },
    forAdmin: true,
    includeGuides: false,
    includeMemberships: true,
    now,
    producer: 'test',
    ...order,
  }
  const pieces: Uint8Array[] = []
  for await (const piece of streamZip(streamArchive(world.database.queries, selection), now)) {
    pieces.push(piece)
  }
  return Uint8Array.from(Buffer.concat(pieces))
}

/** Sends an archive with the other fields of the form. */
export function sendArchive(
  rest: Rest,
  path: string,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = createFileForm('backup.zip', bytes)
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return rest.post(path, form)
}

/** A project with an admin and an SRG, as the target of archive imports. */
export async function createImportTarget(world: World) {
  const project = await world.createProject()
  const admin = await world.createMember(project, 'admin')
  const srg = await world.createSrg()
  return { project, admin, srg, rest: await world.rest(admin), path: `/projects/${project.id}/import_backup` }
}
