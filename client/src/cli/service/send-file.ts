import { basename } from 'node:path'
import { multipart, type Multipart, type Upload } from './multipart.ts'
import { bytes, progress } from '../terminal/progress.ts'
import type { Session } from './session.ts'

/** The body of an upload, with a bar on stderr while it is on its way. */
export async function sendFile({ out }: Pick<Session, 'out'>, upload: Upload): Promise<Multipart> {
  const shown = progress(basename(upload.path), out.json, bytes)
  return multipart({
    ...upload,
    tell: (done, total) => {
      if (done < total) shown.at(done, total)
      else shown.end()
    },
  })
}
