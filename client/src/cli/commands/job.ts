import type { Command } from '@commander-js/extra-typings'
import { EXIT } from '../exit-codes.ts'
import { Failure, isObject } from '../failure.ts'
import { handResult, tellJob } from '../service/finish.ts'
import { hasEnded, jobIn, readJob, formatJobProgress, waitFor, type Job } from '../service/jobs.ts'
import { signedIn, type Session } from '../service/session.ts'
import { formatToast } from '../terminal/answer.ts'
import { count, id, leaf, toFile } from './command.ts'

const JOB = '{id, operation, state, progress, done, total, result_url, error, …}'
const PAGE = 100

export function addJobs(program: Command): void {
  const parent = program.command('job').description('Manage background jobs')
  leaf(parent, 'list', 'List your jobs of the last day', `lines ${JOB}`).action(async (options) => {
    const session = await signedIn(options)
    for (let page = 1; ; page += 1) {
      const jobs = await pageOfJobs(session, page)
      if (session.out.json) {
        session.out.rows(
          jobs.map(({ whole }) => whole),
          {},
        )
      } else session.out.rows(jobs, COLUMNS)
      if (jobs.length < PAGE) return
    }
  })
  leaf(parent, 'show', 'Show the progress of a job', JOB)
    .argument('<job>', 'id of the job', id)
    .action(async (number, options) => {
      const session = await signedIn(options)
      tellJob(session, await readJob(session, number))
    })
  leaf(parent, 'wait', 'Wait until a job is done', JOB)
    .argument('<job>', 'id of the job', id)
    .option('--timeout <seconds>', 'maximum time to wait', count)
    .action(async (number, { timeout, ...options }) => {
      const session = await signedIn(options)
      tellJob(session, await waitFor(session, number, timeout))
    })
  toFile(
    leaf(
      parent,
      'result',
      'Write the result of a job: its file, or its answer',
      '{file, bytes, content_type}, or the answer',
    ),
  )
    .argument('<job>', 'id of the job', id)
    .action(async (number, options) => {
      await handResult(await signedIn(options), number, options)
    })
  leaf(parent, 'cancel', 'Cancel a job and roll back its changes', '{toast, job}')
    .argument('<job>', 'id of the job', id)
    .action(async (number, options) => {
      const session = await signedIn(options)
      const job = await readJob(session, number)
      if (hasEnded(job)) {
        const message = `Job ${number} has ended: ${job.state}. Forget it with: rulewright job forget ${number}`
        throw new Failure(EXIT.refused, message, { reason: `job_${job.state}`, job: number })
      }
      await end(session, number)
    })
  leaf(parent, 'forget', 'Delete a job that has ended, with its result', '{toast, job}')
    .argument('<job>', 'id of the job', id)
    .action(async (number, options) => {
      const session = await signedIn(options)
      if (!hasEnded(await readJob(session, number))) {
        const message = `Job ${number} is still under way. Cancel it with: rulewright job cancel ${number}`
        throw new Failure(EXIT.refused, message, { reason: 'job_running', job: number })
      }
      await end(session, number)
    })
}

const COLUMNS = {
  ID: (job: Job) => job.id,
  STATE: (job: Job) => job.state,
  DONE: formatJobProgress,
  STARTED: (job: Job) => job.started,
  OPERATION: (job: Job) => job.operation,
  RESULT: (job: Job) => job.error ?? job.file,
}

async function pageOfJobs({ rest }: Session, page: number): Promise<Job[]> {
  const { jobs } = await rest.read('GET', '/jobs', { query: { page, per_page: PAGE } })
  return Array.isArray(jobs) ? jobs.filter(isObject).map(jobIn) : []
}

async function end({ rest, out }: Session, id: number): Promise<void> {
  const answer = await rest.read('DELETE', `/jobs/${id}`)
  out.document(answer, `Job ${id}: ${formatToast(answer)}`)
}
