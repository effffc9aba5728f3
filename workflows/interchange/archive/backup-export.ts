import packageJson from '../../../package.json' with { type: 'json' }
import { componentStem } from '../../../src/formats/exported/file-names.ts'
import { streamZip } from '../../../src/formats/zip.ts'
import type { FileResponse } from '../../../src/procedures/schemas/file-response.ts'
import type { ExportOrder } from '../../exports/order.ts'
import { streamArchive } from './archive-of.ts'

/** Creates the backup archive of a component, or of a project with its components (rule C-85). */
export function backupExport({
  db,
  now,
  place,
  title,
  components,
  exporter,
  options,
  sees,
  steps,
}: ExportOrder): FileResponse {
  const [first] = components
  const order = {
    projectId: place === 'project' ? (first?.projectId ?? null) : null,
    componentIds: components.map(({ id }) => id),
    exporter,
    forAdmin: sees.addresses,
    includeGuides: options.include_srg,
    includeMemberships: options.include_memberships,
    now,
    producer: packageJson.version,
    steps,
  }
  const name = place === 'component' && first ? componentStem(first) : title
  return {
    filename: `backup-${name}.zip`,
    contentType: 'application/zip',
    chunks: streamZip(streamArchive(db, order), now),
  }
}
