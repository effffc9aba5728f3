import packageJson from '../../../package.json' with { type: 'json' }
import { toComponentStem } from '../../../src/formats/exported/file-names.ts'
import { streamZip } from '../../../src/formats/zip.ts'
import type { FileResponse } from '../../../src/procedures/schemas/file-response.ts'
import type { ExportRequest } from '../../exports/export-request.ts'
import { streamArchive } from './stream-archive.ts'

/** Creates the backup archive of a component, or of a project with its components (rule C-85). */
export function exportBackup({
  db,
  now,
  endpoint,
  title,
  components,
  caller,
  options,
  permissions,
  progress,
}: ExportRequest): FileResponse {
  const [first] = components
  const request = {
    projectId: endpoint === 'project' ? (first?.projectId ?? null) : null,
    componentIds: components.map(({ id }) => id),
    caller,
    forAdmin: permissions.addresses,
    includeGuides: options.include_srg,
    includeMemberships: options.include_memberships,
    now,
    producer: packageJson.version,
    progress,
  }
  const name = endpoint === 'component' && first ? toComponentStem(first) : title
  return {
    filename: `backup-${name}.zip`,
    contentType: 'application/zip',
    chunks: streamZip(streamArchive(db, request), now),
  }
}
