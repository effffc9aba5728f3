import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The environment variables that the tool reads. */
export const environment = {
  /** Address of the service. */
  url: readVariable('RULEWRIGHT_URL'),
  /** A token that overrides the stored ones. */
  token: readVariable('RULEWRIGHT_TOKEN'),
  /** Folder of the user configuration. */
  configFolder: toAbsolutePath(readVariable('XDG_CONFIG_HOME')) ?? join(homedir(), '.config'),
}

function readVariable(name: string): string | undefined {
  const text = process.env[name]?.trim()
  return text === '' ? undefined : text
}

function toAbsolutePath(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined
}
