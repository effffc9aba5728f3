import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** What the environment says; nothing else of the tool reads it. */
export const environment = {
  /** Address of the service. */
  url: given('RULEWRIGHT_URL'),
  /** A token that overrides the stored ones. */
  token: given('RULEWRIGHT_TOKEN'),
  /** Where programs keep what someone configured. */
  configFolder: absolute(given('XDG_CONFIG_HOME')) ?? join(homedir(), '.config'),
}

function given(name: string): string | undefined {
  const text = process.env[name]?.trim()
  return text === '' ? undefined : text
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined
}
