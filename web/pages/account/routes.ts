import { appearanceRoute } from './appearance.route.ts'
import { confirmationRoute } from './confirmation.route.ts'
import { consentRoute } from './consent.route.ts'
import { forgottenRoute } from './forgotten.route.ts'
import { identitiesRoute } from './identities.route.ts'
import { notificationsRoute } from './notifications.route.ts'
import { passwordRoute } from './password.route.ts'
import { profileRoute } from './profile.route.ts'
import { registerRoute } from './register.route.ts'
import { resetRoute } from './reset.route.ts'
import { sessionsRoute } from './sessions.route.ts'
import { signInRoute } from './sign-in.route.ts'
import { tokensRoute } from './tokens.route.ts'
import { unlockRoute } from './unlock.route.ts'

/** Pages about the user's account; those for signed-out users come first. */
export const accountRoutes = {
  open: [
    signInRoute,
    consentRoute,
    registerRoute,
    forgottenRoute,
    resetRoute,
    confirmationRoute,
    unlockRoute,
  ],
  signedIn: [
    profileRoute,
    passwordRoute,
    tokensRoute,
    sessionsRoute,
    identitiesRoute,
    appearanceRoute,
    notificationsRoute,
  ],
} as const
