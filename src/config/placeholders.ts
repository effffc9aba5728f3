import type { SettingProblem } from './problems.ts'
import { isKnownSetting, isSecretSetting } from './secret-settings.ts'

/** The placeholder of secrets in published examples. */
const PLACEHOLDER = /change-me/i
/** Returns the parts of a URL that may be secret: its credentials and parameters. */
const CREDENTIALS = /\/\/[^/\s]*@|\?[^,\s]*/g

/** Reports secrets that still contain the placeholder of a published example. */
export function findPlaceholderProblems(environment: NodeJS.ProcessEnv): SettingProblem[] {
  return Object.entries(environment)
    .filter(([name, value = '']) => isKnownSetting(name) && PLACEHOLDER.test(readSecretPart(name, value)))
    .map(([variable]) => ({
      variable,
      message: 'contains the placeholder change-me: replace it with a secret of your own',
    }))
}

function readSecretPart(name: string, value: string): string {
  if (isSecretSetting(name)) return value
  return value.includes('://') ? (value.match(CREDENTIALS) ?? []).join(' ') : ''
}
