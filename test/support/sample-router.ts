import { z } from 'zod'
import { DomainError } from '../../src/errors.ts'
import { anyone, reading, writing } from '../../src/procedures/access/builders.ts'
import {
  bodyId,
  page,
  pathId,
  perPage,
  requiredText,
  text,
  upload,
} from '../../src/procedures/schemas/shapes.ts'
import { router } from '../../src/procedures/trpc.ts'

const tags = ['Samples']
const createMeta = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`) => ({
  openapi: { method, path, tags, summary: `${method} ${path}` },
})

const Echo = z.object({ input: z.unknown() })
const Sample = z.object({
  name: requiredText(20),
  note: text(50).nullable().optional(),
  count: z.int().min(0).max(10).optional(),
  ratio: z.number().optional(),
  flag: z.boolean().optional(),
  kind: z.enum(['plain', 'fancy']).optional(),
  ids: z.array(bodyId).max(3).optional(),
  flags: z.record(z.string(), z.boolean()).optional(),
  either: z.union([z.string(), z.int()]).optional(),
  anything: z.unknown().optional(),
  due: z.iso.date().optional(),
})

const FILE_LIMIT = 2 * 1024 * 1024

/** Operations that return their input, one for each way in which a request can reach a procedure. */
export const sampleRouter = router({
  list: reading.signedIn
    .meta(createMeta('GET', '/samples'))
    .input(
      z.object({
        kind: z.enum(['plain', 'fancy']),
        page,
        per_page: perPage(100),
        ids: z.array(bodyId).optional(),
        flag: z.boolean().optional(),
        q: text(20).optional(),
      }),
    )
    .output(Echo)
    .query(({ input }) => ({ input })),
  latest: reading.signedIn
    .meta(createMeta('GET', '/samples/latest'))
    .output(Echo)
    .query(() => ({ input: 'latest' })),
  one: reading
    .project('viewer', 'id')
    .meta(createMeta('GET', '/samples/{id}'))
    .output(Echo)
    .query(({ input }) => ({ input })),
  named: reading.signedIn
    .meta(createMeta('GET', '/named/{name}'))
    .input(z.object({ name: text(20) }))
    .output(Echo)
    .query(({ input }) => ({ input })),
  create: writing.signedIn
    .meta({ ...createMeta('POST', '/samples'), status: 201 })
    .input(z.object({ sample: Sample, expected_lock_version: z.int().optional() }))
    .output(Echo)
    .mutation(({ ctx, input }) => {
      ctx.reply.headers['etag'] = '"7"'
      ctx.reply.cookies.push('first=1; Path=/', 'second=2; Path=/')
      return { input }
    }),
  change: writing
    .project('author', 'id')
    .meta({ ...createMeta('PATCH', '/samples/{id}'), also: [{ method: 'PUT', path: '/samples/{id}' }] })
    .input(z.object({ sample: Sample.partial() }))
    .output(Echo)
    .mutation(({ input }) => ({ input })),
  remove: writing
    .project('admin', 'id')
    .meta(createMeta('DELETE', '/samples/{id}'))
    .input(z.object({ audit_comment: requiredText(30), force: z.boolean().optional() }))
    .output(Echo)
    .mutation(({ input }) => ({ input })),
  erase: writing
    .project('admin', 'id')
    .meta({ ...createMeta('DELETE', '/samples/{id}/file'), status: 204 })
    .output(z.void())
    .mutation(() => undefined),
  upload: writing.signedIn
    .meta({
      ...createMeta('POST', '/uploads'),
      upload: { limitBytes: FILE_LIMIT, only: true },
      required: ['file'],
    })
    .input(z.object({ file: upload(FILE_LIMIT), tags: z.array(text(9)).optional() }))
    .output(z.object({ filename: z.string(), bytes: z.int(), tags: z.array(z.string()).nullable() }))
    .mutation(({ input: { file, tags } }) => ({
      filename: file.filename,
      bytes: file.content.byteLength,
      tags: tags ?? null,
    })),
  attach: writing.signedIn
    .meta({
      ...createMeta('POST', '/attachments'),
      upload: { limitBytes: FILE_LIMIT, only: false, field: 'sample[file]' },
    })
    .input(z.object({ sample: z.object({ name: requiredText(20), file: upload(FILE_LIMIT).optional() }) }))
    .output(Echo)
    .mutation(({ input }) => ({
      input: { name: input.sample.name, size: input.sample.file?.content.byteLength },
    })),
  signIn: anyone
    .meta(createMeta('POST', '/sign-in'))
    .input(z.object({ email: z.string().default('') }))
    .output(Echo)
    .mutation(() => {
      throw new DomainError('locked', 'account_locked', 'Locked.', { dialect: 'problem', retryAfter: 30.2 })
    }),
  refuse: writing.signedIn
    .meta({ ...createMeta('POST', '/refusals'), errorText: true })
    .output(Echo)
    .mutation(() => {
      throw new DomainError('invalid', 'state.refused', 'Not now.')
    }),
  admin: reading.systemAdmin
    .meta(createMeta('GET', '/admin/{id}'))
    .input(z.object({ id: pathId }))
    .output(Echo)
    .query(({ input }) => ({ input })),
  session: writing.session
    .meta(createMeta('POST', '/session-only'))
    .input(z.object({ sample: Sample }))
    .output(Echo)
    .mutation(({ input }) => ({ input })),
  fail: reading.signedIn
    .meta(createMeta('GET', '/failure'))
    .output(Echo)
    .query(() => {
      throw new Error('the password is hunter2')
    }),
})
