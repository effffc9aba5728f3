import type { Command } from '@commander-js/extra-typings'
import { EXIT } from '../exit-codes.ts'
import { Failure, isObject } from '../failure.ts'
import { saveResult, printJob } from '../service/finish.ts'
import { hasEnded, parseJob, readJob, formatJobProgress, waitFor, type Job } from '../service/jobs.ts'
import { openSession, type Session } from '../service/session.ts'
import { formatToast } from '../terminal/answer.ts'
import { parseCount, parseId, addCommand, addFileOptions } from './command.ts'

const JOB = '{id, operation, state, progress, done, total, result_url, error, …}'
const PAGE = 100

export function addJobs(program: Command): void {
  const parent = program.command('job').description('Manage background jobs')
  addReadCommands(parent)
  addEndCommands(parent)
}

function addReadCommands(parent: Command): void {
  addCommand(parent, 'list', 'List your jobs of the last day', `lines ${JOB}`).action(async (options) => {
    const session = await openSession(options)
    for (let page = 1; ; page += 1) {
      const jobs = await readJobPage(session, page)
      if (session.out.json) {
        session.out.rows(
          jobs.map(({ body }) => body),
          {},
        )
      } else session.out.rows(jobs, COLUMNS)
      if (jobs.length < PAGE) return
    }
  })
  addCommand(parent, 'show', 'Show the progress of a job', JOB)
    .argument('<job>', 'id of the job', parseId)
    .action(async (number, options) => {
      const session = await openSession(options)
      printJob(session, await readJob(session, number))
    })
  addCommand(parent, 'wait', 'Wait until a job is done', JOB)
    .argument('<job>', 'id of the job', parseId)
    .option('--timeout <seconds>', 'maximum time to wait', parseCount)
    .action(async (number, { timeout, ...options }) => {
      const session = await openSession(options)
      printJob(session, await waitFor(session, number, timeout))
    })
  addFileOptions(
    addCommand(
      parent,
      'result',
      'Write the result of a job: its file, or its answer',
      '{file, bytes, content_type}, or the answer',
    ),
  )
    .argument('<job>', 'id of the job', parseId)
    .action(async (number, options) => {
      await saveResult(await openSession(options), number, options)
    })
}

function addEndCommands(parent: Command): void {
  addCommand(parent, 'cancel', 'Cancel a job and roll back its changes', '{toast, job}')
    .argument('<job>', 'id of the job', parseId)
    .action(async (number, options) => {
      const session = await openSession(options)
      const job = await readJob(session, number)
      if (hasEnded(job)) {
        const message = `Job ${number} has ended: ${job.state}. Forget it with: rulewright job forget ${number}`
        throw new Failure(EXIT.refused, message, { reason: `job_${job.state}`, job: number })
      }
      await end(session, number)
    })
  addCommand(parent, 'forget', 'Delete a job that has ended, with its result', '{toast, job}')
    .argument('<job>', 'id of the job', parseId)
    .action(async (number, options) => {
      const session = await openSession(options)
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

async function readJobPage({ rest }: Session, page: number): Promise<Job[]> {
  const { jobs } = await rest.read('GET', '/jobs', { query: { page, per_page: PAGE } })
  return Array.isArray(jobs) ? jobs.filter(isObject).map(parseJob) : []
}

async function end({ rest, out }: Session, id: number): Promise<void> {
  const answer = await rest.read('DELETE', `/jobs/${id}`)
  out.document(answer, `Job ${id}: ${formatToast(answer)}`)
}
