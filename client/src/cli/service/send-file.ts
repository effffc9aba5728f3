import { basename } from 'node:path'
import { formatBytes, createProgressBar } from '../terminal/progress.ts'
import { finish, type JobOptions } from './finish.ts'
import { createMultipart, type Multipart, type Upload } from './multipart.ts'
import type { Session } from './session.ts'

/** Creates the body of an upload and shows its progress on stderr. */
export async function sendFile({ out }: Pick<Session, 'out'>, upload: Upload): Promise<Multipart> {
  const [first = '', ...others] = upload.paths
  const label = others.length === 0 ? basename(first) : `${upload.paths.length} files`
  const progressBar = createProgressBar(label, out.json, formatBytes)
  return createMultipart({
    ...upload,
    onProgress: (done, total) => {
      if (done < total) progressBar.report(done, total)
      else progressBar.end()
    },
  })
}

/** Uploads files and prints or saves the response. */
export async function sendAndFinish(
  session: Session,
  method: 'POST' | 'PATCH',
  path: string,
  upload: Upload,
  options: JobOptions,
): Promise<void> {
  const request = { body: await sendFile(session, upload), asJob: options.job === true }
  await finish(session, await session.rest.request(method, path, request), options)
}
