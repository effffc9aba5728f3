import { acknowledge } from './acknowledge.ts'
import { navigation } from './navigation.ts'
import { settings } from './settings.ts'
import { version } from './version.ts'

/** Information about the service, and the caller's menu (rule A-73). */
export const system = { settings, version, navigation, acknowledgeConsent: acknowledge }
