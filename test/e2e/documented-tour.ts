import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runScript } from '../support/command-line.ts'

const ROOT = new URL('../..', import.meta.url)
const PRINTED_PASSWORD = 'sme2PxeSFuSqkuh@74j8KidK7@Qg'
const PRINTED_TOKEN = /service_\w{36}/g
/** A day that lies ahead, whenever the test runs. */
const EXPIRES = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

interface Step {
  commands: string[]
  /** The combined output of the commands, without spaces. */
  printed: RegExp | null
}

/** The commands of docs/tour.md, for a service that was just started at `url`. */
export async function openTour({ folder, url, built }: { folder: string; url: string; built: string }) {
  const text = await readFile(new URL('docs/tour.md', ROOT), 'utf8')
  const tourFolder = join(folder, 'tour')
  await mkdir(tourFolder)
  await symlink(new URL('sample', ROOT), join(tourFolder, 'sample'))
  const replaceExample = (part: string) =>
    part.replaceAll('http://127.0.0.1:3000', url).replaceAll('2026-12-31', EXPIRES)
  const findSection = (from: string, to?: string) =>
    replaceExample(text.slice(text.indexOf(from), to === undefined ? undefined : text.indexOf(to)))
  const lines = findSection('## With curl', '## From TypeScript')
  const settings = [...lines.matchAll(/^(?:URL|JSON)=.*$/gm)].join('\n')
  let token = ''

  async function run(command: string, stdin = ''): Promise<string> {
    const script = `${settings}\n${command.replaceAll(PRINTED_TOKEN, token)}`
    const env = { XDG_CONFIG_HOME: join(tourFolder, 'config') }
    const { code, out, err } = await runScript(script, { env, folder: tourFolder, built, stdin })
    expect({ command, code, err: code === 0 ? '' : err }).toEqual({ command, code: 0, err: '' })
    token = /"token":"(\w+)"/.exec(out)?.[1] ?? token
    return out
  }

  return {
    folder: tourFolder,
    run,
    curl: (password: string): Step[] =>
      [...lines.matchAll(/^```\n(.*?)^```\n(?:```json\n(.*?)^```\n)?/gms)].map(
        ([, commands = '', printed]) => ({
          commands: commands.replaceAll(PRINTED_PASSWORD, password).split(/^(?=curl)/m),
          printed: printed === undefined ? null : toPattern(printed),
        }),
      ),
    tool: (): string[] => {
      const block = /^```\n(.*?)^```\n/ms.exec(findSection('## From the command line'))?.[1] ?? ''
      return block.trimEnd().split('\n')
    },
    createToken: async (scopes: string[], password: string): Promise<string> => {
      const input = { personal_access_token: { name: 'tool', scopes, current_password: password } }
      await run(`curl -s -b cookies $URL/personal_access_tokens -H "$JSON" -d '${JSON.stringify(input)}'`)
      return token
    },
  }
}

/** The output, with `…` for parts that differ from one start to the next. */
function toPattern(printed: string): RegExp {
  const exact = printed.replaceAll(/\s/g, '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(
    `^${exact
      .replaceAll('…', '.*?')
      .replaceAll(/service_\w+/g, 'service_\\w+')
      .replaceAll(/\d{4}-\d\d-\d\d\d\d:\d\d:\d\dUTC/g, '[\\d:-]+UTC')}$`,
  )
}
