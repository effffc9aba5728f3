import { basename } from 'node:path'
import { bytes, progress } from '../terminal/progress.ts'
import { finish, type JobOptions } from './finish.ts'
import { multipart, type Multipart, type Upload } from './multipart.ts'
import type { Session } from './session.ts'

/** The body of an upload, with a bar on stderr while it is on its way. */
export async function sendFile({ out }: Pick<Session, 'out'>, upload: Upload): Promise<Multipart> {
  const [first = '', ...others] = upload.paths
  const label = others.length === 0 ? basename(first) : `${upload.paths.length} files`
  const shown = progress(label, out.json, bytes)
  return multipart({
    ...upload,
    tell: (done, total) => {
      if (done < total) shown.at(done, total)
      else shown.end()
    },
  })
}

/** Uploads and ends the command with what is answered. */
export async function sendAndFinish(
  session: Session,
  method: 'POST' | 'PATCH',
  path: string,
  upload: Upload,
  options: JobOptions,
): Promise<void> {
  const asked = { body: await sendFile(session, upload), asJob: options.job === true }
  await finish(session, await session.rest.ask(method, path, asked), options)
}
