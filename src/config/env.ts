import { findContradictions, MOST_PERMISSIVE } from './contradictions.ts'
import { readDotenvSettings } from './dotenv.ts'
import { listExplicitSettings, findSettingSources } from './explicit-settings.ts'
import { createBlocklist } from './passwords/common-passwords.ts'
import { findPlaceholderProblems } from './placeholders.ts'
import { checkFolder, readSettingFile, SettingsError, type SettingProblem } from './problems.ts'
import { readOidcProviders } from './settings/oidc.ts'
import { parseProviderKeys } from './settings/providers.ts'
import { shapeEnv, type Env } from './shape.ts'
import { variables, type Variables } from './variables.ts'

export type { OidcProvider } from './settings/oidc.ts'
export { SettingsError } from './problems.ts'
export type { Env } from './shape.ts'

/**
 * Reads the settings of the service, once at start (rules E-22 and A-72). A blank variable counts as unset; `fixed`
 * settings override the environment.
 * @throws SettingsError naming every wrong, missing or contradictory variable, one line each, never a value.
 */
export function readEnv(environment: NodeJS.ProcessEnv = process.env, fixed: NodeJS.ProcessEnv = {}): Env {
  const source = { ...environment, ...fixed }
  const nonBlank = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const problems: SettingProblem[] = []
  const parsed = parseVariables(nonBlank, problems)
  problems.push(...findPlaceholderProblems(nonBlank))
  const oidc = readOidcProviders(source, parseProviderKeys(nonBlank['OIDC_PROVIDERS']), problems)
  if (parsed.SMTP_URL === null && parsed.MAIL_DIR !== null) checkFolder('MAIL_DIR', parsed.MAIL_DIR, problems)
  const blocklist = readBlocklist(parsed.PASSWORD_BLOCKLIST_FILE, problems)
  const env = {
    ...shapeEnv(parsed, oidc, blocklist),
    explicitSettings: listExplicitSettings(nonBlank),
    sources: findSettingSources(nonBlank, readDotenvSettings()),
  }
  problems.push(...findContradictions(parsed, env, (name) => name in nonBlank))
  if (problems.length > 0) throw new SettingsError(problems)
  return env
}

/** Adds malformed variables to `problems` and continues without them, so that contradictions of others are reported too. */
function parseVariables(environment: NodeJS.ProcessEnv, problems: SettingProblem[]): Variables {
  const parsed = variables.safeParse(environment)
  if (parsed.success) return parsed.data
  const malformed = parsed.error.issues.map((issue) => ({
    variable: String(issue.path[0]),
    message: issue.message,
  }))
  problems.push(...malformed)
  const permissive = malformed.map(({ variable }) => [variable, MOST_PERMISSIVE[variable]])
  return variables.parse({ ...environment, ...Object.fromEntries(permissive) })
}

/** The unchanged environment of this process, for child processes: they need the path and their own variables. */
export function readInheritedEnvironment(): NodeJS.ProcessEnv {
  return process.env
}

/** Reads one word or password per line, in addition to the built-in list. */
function readBlocklist(path: string | null, problems: SettingProblem[]): ReadonlySet<string> {
  const text = path === null ? null : readSettingFile('PASSWORD_BLOCKLIST_FILE', path, problems)
  return createBlocklist((text ?? '').split('\n'))
}
