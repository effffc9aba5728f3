import { isKnownSetting, isSecretSetting } from './secret-settings.ts'

const MAX_VALUE_LENGTH = 1000

/** Returns the explicit settings by variable for the audit log, with secrets as `set`. */
export function listExplicitSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment)
      .filter(([name]) => isKnownSetting(name))
      .map(([name, value = '']) => [name, isSecretSetting(name) ? 'set' : removeCredentials(value)]),
  )
}

/** The source of an explicit setting: `.env` if the environment has the same value. */
export type SettingSource = 'environment' | 'env_file'

/** Returns the source of each explicit setting. */
export function findSettingSources(
  environment: NodeJS.ProcessEnv,
  dotenv: Record<string, string | undefined>,
): Record<string, SettingSource> {
  const names = Object.keys(environment).filter(isKnownSetting)
  return Object.fromEntries(
    names.map((name) => [name, dotenv[name] === environment[name] ? 'env_file' : 'environment'] as const),
  )
}

/** Removes credentials and parameters from URLs. */
function removeCredentials(value: string): string {
  const plain = value.includes('://')
    ? value.replaceAll(/\/\/[^/\s]*@/g, '//').replaceAll(/\?[^,\s]*/g, '')
    : value
  return plain.slice(0, MAX_VALUE_LENGTH)
}
