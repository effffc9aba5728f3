import type { Command } from '@commander-js/extra-typings'
import { handResult, tellJob } from '../service/finish.ts'
import { jobIn, readJob, waitFor } from '../service/jobs.ts'
import { isObject } from '../failure.ts'
import { signedIn } from '../service/session.ts'
import { count, id, leaf } from './command.ts'

export function addJobs(program: Command): void {
  const parent = program.command('job').description('Long work that the service does by itself')
  leaf(parent, 'list', 'List your jobs of the last day').action(async (options) => {
    const { rest, out } = await signedIn(options)
    const { jobs } = await rest.read('GET', '/jobs', { query: { per_page: 100 } })
    const rows = Array.isArray(jobs) ? jobs.filter(isObject).map(jobIn) : []
    if (out.json)
      return out.rows(
        rows.map(({ whole }) => whole),
        {},
      )
    out.rows(rows, {
      ID: ({ id: number }) => number,
      STATE: ({ state }) => state,
      DONE: ({ done, total }) => (total === null ? null : `${done ?? 0} of ${total}`),
      ERROR: ({ error }) => error,
    })
  })
  leaf(parent, 'show', 'Say how far a job is')
    .argument('<job>', 'id of the job', id)
    .action(async (number, options) => {
      const session = await signedIn(options)
      tellJob(session, await readJob(session, number))
    })
  leaf(parent, 'wait', 'Wait until a job is done')
    .argument('<job>', 'id of the job', id)
    .option('--timeout <seconds>', 'wait no longer than this', count)
    .action(async (number, { timeout, ...options }) => {
      const session = await signedIn(options)
      tellJob(session, await waitFor(session, number, timeout))
    })
  leaf(parent, 'result', 'Write the result of a job: its file, or its answer')
    .argument('<job>', 'id of the job', id)
    .option('-o, --output <file>', 'the file to write, - for standard output')
    .option('--force', 'replace a file that exists')
    .action(async (number, options) => {
      await handResult(await signedIn(options), number, options)
    })
  leaf(parent, 'cancel', 'Cancel a job')
    .argument('<job>', 'id of the job', id)
    .action(async (number, options) => {
      const session = await signedIn(options)
      await (await session.rest.ask('DELETE', `/jobs/${number}`)).body?.cancel()
      session.out.document({ id: number, cancelled: true }, `Job ${number} is cancelled.`)
    })
}
