import type { Env } from '../../../src/config/env.ts'
import { listDefaultSettings, isSecretSetting } from '../../../src/config/secret-settings.ts'
import type { EffectiveSetting } from './settings.schema.ts'

/** Returns every setting by name: its value without secrets and credentials, or its default. */
export function listEffectiveSettings({ explicitSettings, sources }: Env): EffectiveSetting[] {
  const defaults = listDefaultSettings()
  const names = [...new Set([...Object.keys(defaults), ...Object.keys(explicitSettings)])].sort()
  return names.map((name) => ({
    name,
    value: explicitSettings[name] ?? defaults[name] ?? null,
    source: sources[name] ?? 'default',
    secret: isSecretSetting(name),
  }))
}
