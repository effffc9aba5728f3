import { contradictions } from './env/contradictions.ts'
import { settingsInForce } from './env/in-force.ts'
import { readOidcProviders } from './env/oidc.ts'
import { readSettingFile, SettingsError, type SettingProblem } from './env/problems.ts'
import { shapeEnv, type Env } from './env/shape.ts'
import { variables } from './env/variables.ts'

export type { OidcProvider } from './env/oidc.ts'
export { SettingsError, type SettingProblem } from './env/problems.ts'
export type { Env } from './env/shape.ts'

/**
 * The settings of the service, read once at start (rules E-22 and A-72). A blank variable counts as
 * unset; `fixed` ones stand above the environment.
 * @throws SettingsError naming every wrong, missing or contradictory variable, one line each, never a value.
 */
export function readEnv(environment: NodeJS.ProcessEnv = process.env, fixed: NodeJS.ProcessEnv = {}): Env {
  const source = { ...environment, ...fixed }
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const problems: SettingProblem[] = []
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    problems.push(
      ...parsed.error.issues.map((issue) => ({ variable: String(issue.path[0]), message: issue.message })),
    )
    const registry = variables.shape.OIDC_PROVIDERS.safeParse(given['OIDC_PROVIDERS'])
    if (registry.success) readOidcProviders(source, registry.data, problems)
    throw new SettingsError(problems)
  }
  const oidc = readOidcProviders(source, parsed.data.OIDC_PROVIDERS, problems)
  const blocklist = readBlocklist(parsed.data.PASSWORD_BLOCKLIST_FILE, problems)
  const env = { ...shapeEnv(parsed.data, oidc, blocklist), inForce: settingsInForce(given) }
  problems.push(...contradictions(parsed.data, env))
  if (problems.length > 0) throw new SettingsError(problems)
  return env
}

/** The environment of this process as it is, for programs that it starts: they need the path and variables of their own. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return process.env
}

/** One word per line; they add to the built-in list. */
function readBlocklist(path: string | null, problems: SettingProblem[]): string[] {
  const text = path === null ? null : readSettingFile('PASSWORD_BLOCKLIST_FILE', path, problems)
  return (text ?? '').split(/\r?\n/).filter((line) => line.trim() !== '')
}
