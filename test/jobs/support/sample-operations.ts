import { z } from 'zod'
import { Project } from '../../../entities/project.ts'
import type { User } from '../../../entities/user.ts'
import { appRouter } from '../../../routers/index.ts'
import { createJobOperations } from '../../../src/app/background/jobs.ts'
import { runJobs } from '../../../src/jobs/loop.ts'
import { readAll, type StoredFile } from '../../../src/lib/temp-files/byte-range.ts'
import { createTextStream } from '../../../src/lib/text-stream.ts'
import { reading, writing } from '../../../src/procedures/access/builders.ts'
import { requiredText, upload } from '../../../src/procedures/schemas/shapes.ts'
import { mergeRouters, router } from '../../../src/procedures/trpc.ts'
import type { Body, Rest } from '../../support/rest.ts'
import { createOwnWorld } from '../../support/world.ts'

const tags = ['Samples']

/** The number of runs of the sample operations since the last `createFixture`, and the hook in the middle of one. */
export const sampleRuns = { calls: 0, during: async (): Promise<void> => undefined }

/** Operations for jobs: a long download and an upload. */
const samples = router({
  samples: router({
    file: reading
      .project('viewer', 'id')
      .meta({
        openapi: { method: 'GET', path: '/samples/{id}/file', tags, summary: 'A file' },
        supportsAsync: true,
        produces: 'text/csv',
      })
      .input(z.object({ lines: z.int().min(1).max(1_000_000) }))
      .output(z.custom<Response>().meta({ override: { type: 'string' } }))
      .query(({ ctx, input }) => {
        sampleRuns.calls += 1
        async function* listLines() {
          for (let line = 0; line < input.lines; line += 1) {
            ctx.job?.progress(line, input.lines)
            yield `${line},a line of the file\n`
          }
          await sampleRuns.during()
        }
        return new Response(createTextStream(listLines()), {
          headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="lines.csv"' },
        })
      }),
    take: writing
      .project('author', 'id')
      .meta({
        openapi: { method: 'POST', path: '/samples/{id}/take', tags, summary: 'Takes a file' },
        supportsAsync: true,
        upload: { limitBytes: 1024 * 1024, only: true },
        required: ['file'],
      })
      .input(z.object({ name: requiredText(50), file: upload(1024 * 1024) }))
      .output(z.object({ name: z.string(), bytes: z.int(), text: z.string() }))
      .mutation(async ({ ctx, input }) => {
        sampleRuns.calls += 1
        const bytes = await readAll(input.file.content as StoredFile)
        const project = await ctx.em.findOneOrFail(Project, { id: ctx.effectiveAccess.projectId })
        project.name = input.name
        await ctx.em.flush()
        await sampleRuns.during()
        return { name: input.name, bytes: bytes.byteLength, text: bytes.toString().slice(0, 10) }
      }),
  }),
})

const routerWithSamples = mergeRouters(appRouter, samples)

/** The header that requests a job. */
export const RESPOND_ASYNC = { prefer: 'respond-async' }

export const readJson = async (answer: Response): Promise<Body> => JSON.parse(await answer.text())

export function createForm(name: string, text: string): FormData {
  const form = new FormData()
  form.set('name', name)
  form.set('file', new File([text], 'a.txt'))
  return form
}

/** A world whose service also has the sample operations, with helpers for the tests of jobs. */
export function createJobWorld() {
  const world = createOwnWorld({}, routerWithSamples)
  const createOperations = () => createJobOperations(world.services, routerWithSamples)
  const work = () => runJobs(world.services, createOperations(), new AbortController().signal)

  async function createFixture(): Promise<{
    id: number
    viewer: User
    author: User
    as: Record<string, Rest>
  }> {
    sampleRuns.calls = 0
    sampleRuns.during = async () => undefined
    const project = await world.createProject()
    const [viewer, author] = [
      await world.createMember(project, 'viewer'),
      await world.createMember(project, 'author'),
    ]
    const as = {
      viewer: await world.rest(viewer),
      author: await world.rest(author),
      nonMember: await world.rest(await world.createUser()),
      admin: await world.rest(await world.createSystemAdmin()),
    }
    return { id: project.id, viewer, author, as }
  }

  async function send(user: User, path: string, form: FormData, headers = {}) {
    const cookie = await world.createCookie(user)
    const answer = await world.app.request(path, {
      method: 'POST',
      headers: { cookie, ...headers },
      body: form,
    })
    return { status: answer.status, headers: answer.headers, body: await readJson(answer) }
  }

  const readName = async (id: number) =>
    (await world.database.orm.em.fork().findOneOrFail(Project, { id })).name

  async function request(user: User, path: string, headers: Record<string, string> = RESPOND_ASYNC) {
    const cookie = await world.createCookie(user)
    return world.app.request(path, { headers: { cookie, ...headers } })
  }

  return { world, operations: createOperations, work, createFixture, send, request, readName }
}
