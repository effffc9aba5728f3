import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { createClient, type Client } from '../../../client/src/index.ts'
import { PASSWORD } from '../../support/accounts.ts'
import { startCommand, type CommandResult } from '../../support/command-line.ts'
import { createServiceHome } from '../../support/service-database.ts'
import { startService } from '../../support/service.ts'
import { expectDocumentedOutput } from './documented-output.ts'

export const EMAIL = 'admin@example.org'
export const SAMPLE = fileURLToPath(
  new URL('../../../sample/U_Harbor_Gateway_SRG_V1R2_Manual-xccdf.xml', import.meta.url),
)

/** A started service with a guide, a project and a component, and the tool as a signed-in person calls it. */
export interface CommandLineFixture {
  /** The working directory of the tool. */
  folder: string
  url: string
  env: Record<string, string>
  api: Client
  componentId: number
  projectId: number
  ruleIds: number[]
  createToken: (scope: 'read' | 'write') => Promise<string>
  /** Comments with these texts, each on a requirement of its own. */
  comments: (...texts: string[]) => Promise<number[]>
  tool: (...args: string[]) => Promise<CommandResult>
  /** Runs a command with `--json` and returns the printed values; it must succeed and print nothing else. */
  rows: (...args: string[]) => Promise<Record<string, unknown>[]>
  close: () => Promise<void>
}

export async function openCommandLineFixture(projectName: string): Promise<CommandLineFixture> {
  const home = await createServiceHome()
  const service = startService({
    cwd: home.cwd,
    env: {
      BOOTSTRAP_ADMIN_EMAIL: EMAIL,
      BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
      RATE_LIMIT_ENABLED: 'false',
      DATA_DIR: 'memory:',
      ...home.env,
    },
  })
  const close = async () => {
    await service.stop()
    await home.remove()
  }
  try {
    return { ...(await createFixtureData(await service.ready, home.cwd, projectName)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function createFixtureData(
  url: string,
  folder: string,
  projectName: string,
): Promise<Omit<CommandLineFixture, 'close'>> {
  const api = createClient({ url })
  await api.sessions.login.mutate({ email: EMAIL, password: PASSWORD })
  const createToken = async (scope: 'read' | 'write') => {
    const scopes = scope === 'read' ? (['read'] as const) : (['read', 'write'] as const)
    const token = { name: scope, scopes: [...scopes], current_password: PASSWORD }
    return (await api.tokens.create.mutate({ personal_access_token: token })).token
  }
  const env = {
    RULEWRIGHT_URL: url,
    RULEWRIGHT_TOKEN: await createToken('write'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  }
  const tool = (...args: string[]) => startCommand(args, { env, cwd: folder }).ended
  const rows = async (...args: string[]) => {
    const { out, err, code } = await tool(...args, '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expectDocumentedOutput(args, out)
    const lines = out.split('\n').filter((line) => line !== '')
    return lines.map((line): Record<string, unknown> => JSON.parse(line))
  }
  const [uploaded] = await rows('upload', SAMPLE)
  expect(uploaded).toMatchObject({ file: SAMPLE, srg: { version: 'V1R2' } })
  const { project } = await api.projects.create.mutate({ project: { name: projectName } })
  const [srg] = await api.srgs.list.query({})
  const input = { name: 'Gateway', prefix: 'HGW1-01', title: 'Gateway' }
  const { component } = await api.components.create.mutate({
    projectId: project.id,
    component: { ...input, security_requirements_guide_id: srg?.id ?? 0 },
  })
  const { rules } = await api.rules.picker.query({ componentId: component.id })
  const ruleIds = rules.map(({ id }) => id)
  const comments = async (...texts: string[]) => {
    const reviewIds: number[] = []
    for (const [index, comment] of texts.entries()) {
      const review = { action: 'comment' as const, section: 'fixtext' as const, comment }
      reviewIds.push(
        (await api.reviews.createOnRule.mutate({ ruleId: ruleIds[index] ?? 0, review })).review.id,
      )
    }
    return reviewIds
  }
  return {
    folder,
    url,
    env,
    api,
    componentId: component.id,
    projectId: project.id,
    ruleIds,
    createToken,
    comments,
    tool,
    rows,
  }
}

/** The id of a record in an answer. */
export function readId(answer: Record<string, unknown> | undefined, member: string): number {
  const id = answer?.[member]
  if (typeof id === 'object' && id !== null && 'id' in id && typeof id.id === 'number') {
    return id.id
  }
  throw new Error(`the answer has no ${member}: ${JSON.stringify(answer)}`)
}
