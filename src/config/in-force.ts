import { isKnownSetting, isSecretSetting } from './secret-settings.ts'

const LONGEST = 1000

/** The settings that were given, by variable, as the audit trail stores them: secrets only as `set`. */
export function settingsInForce(given: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name]) => isKnownSetting(name))
      .map(([name, value = '']) => [name, isSecretSetting(name) ? 'set' : withoutCredentials(value)]),
  )
}

/** Where a setting that was given comes from: `.env` counts where the environment has the same value. */
export type SettingSource = 'environment' | 'env_file'

/** The source of each setting that was given. */
export function settingSources(
  given: NodeJS.ProcessEnv,
  dotenv: Record<string, string | undefined>,
): Record<string, SettingSource> {
  const names = Object.keys(given).filter(isKnownSetting)
  return Object.fromEntries(
    names.map((name) => [name, dotenv[name] === given[name] ? 'env_file' : 'environment'] as const),
  )
}

/** Addresses without the sign-in and the parameters that they may carry. */
function withoutCredentials(value: string): string {
  const plain = value.includes('://')
    ? value.replaceAll(/\/\/[^/\s]*@/g, '//').replaceAll(/\?[^,\s]*/g, '')
    : value
  return plain.slice(0, LONGEST)
}
