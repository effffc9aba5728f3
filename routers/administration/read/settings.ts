import type { Env } from '../../../src/config/env.ts'
import { defaultSettings, isSecretSetting } from '../../../src/config/secret-settings.ts'
import type { EffectiveSetting } from './settings.schema.ts'

/** Every setting by name: as it was given, without secrets and credentials, else its default. */
export function effectiveSettings({ inForce, sources }: Env): EffectiveSetting[] {
  const defaults = defaultSettings()
  const names = [...new Set([...Object.keys(defaults), ...Object.keys(inForce)])].sort()
  return names.map((name) => ({
    name,
    value: inForce[name] ?? defaults[name] ?? null,
    source: sources[name] ?? 'default',
    secret: isSecretSetting(name),
  }))
}
