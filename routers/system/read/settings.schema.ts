import { z } from 'zod'

const Wording = z.object({ singular: z.string(), plural: z.string(), label: z.string() })

const Switch = z.object({ enabled: z.boolean() })

const Titled = Switch.extend({ title: z.string().optional() })

/** Settings for the sign-in page and clients; no secrets, no internal hosts (rule A-73). */
export const Settings = z
  .object({
    banner: z.object({
      enabled: z.boolean(),
      text: z.string(),
      background_color: z.string(),
      text_color: z.string(),
    }),
    consent: z.object({
      enabled: z.boolean(),
      required: z
        .boolean()
        .meta({ description: 'Whether the terms must still be acknowledged in this browser.' }),
      version: z.int(),
      title: z.string(),
      content: z.string(),
      ttl: z.int().meta({ description: 'Seconds; 0 for the length of the session.' }),
    }),
    local_login: Switch,
    user_registration: Switch,
    ldap: Titled,
    oidc: Titled,
    smtp: Switch,
    password: z.object({
      min_length: z.int(),
      min_uppercase: z.int(),
      min_lowercase: z.int(),
      min_number: z.int(),
      min_special: z.int(),
    }),
    lockout: z.object({
      enabled: z.boolean(),
      maximum_attempts: z.int(),
      last_attempt_warning: z.boolean(),
    }),
    providers: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        kind: z.enum(['oidc', 'ldap', 'github']),
        start_path: z.string(),
      }),
    ),
    terms: z
      .object({ stig: Wording, srg: Wording })
      .meta({ description: 'What requirements of either kind are called on screen.' }),
    text_limits: z
      .object({
        title: z.int(),
        long_text: z.int().meta({ description: 'Characters of check, fix, discussion and the like.' }),
      })
      .meta({ description: 'The longest texts of a requirement, in characters.' }),
    welcome_text: z.string().nullable(),
    contact_email: z.string().nullable(),
  })
  .meta({ id: 'Settings' })
