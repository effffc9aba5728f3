import type { Json } from '../document/json.ts'

/** Example request bodies for the most important operations; they override recorded ones. */
export const REQUESTS: Record<string, Json> = {
  sessions_login: { email: 'ari@example.org', password: 'Quay-side+2026-Lantern' },
  users_adminCreate: { user: { name: 'Ari Quay', email: 'ari@example.org' } },
  users_destroy: { current_password: 'Quay-side+2026-Lantern' },
  users_generateResetLink: { current_password: 'Quay-side+2026-Lantern' },
  passwords_request: { user: { email: 'ari@example.org' } },
  tokens_create: {
    personal_access_token: {
      name: 'Nightly import',
      scopes: ['read', 'write'],
      expires_at: '2027-01-31',
      allowed_ips: ['10.1.0.0/16'],
      current_password: 'Quay-side+2026-Lantern',
    },
  },
  projects_create: { project: { name: 'Harbor Gateways', visibility: 'discoverable' } },
  memberships_create: {
    membership: { user_id: 2, role: 'author', membership_type: 'Project', membership_id: 1 },
  },
  components_create: {
    component: {
      name: 'Gateway',
      prefix: 'HGW1-01',
      title: 'Gateway STIG',
      version: 1,
      release: 1,
      security_requirements_guide_id: 1,
    },
  },
  rules_create: { rule: { duplicate: true, id: 1 } },
  rules_update: {
    rule: { status: 'Applicable - Configurable', fixtext: 'Set sessions.per_account to 3.' },
    expected_lock_version: 1,
  },
  reviews_createOnRule: { review: { action: 'comment', section: 'fixtext', comment: 'Three or ten?' } },
  reviews_triage: { triage_status: 'non_concur', response_comment: 'The guide fixes the number at three.' },
  reviews_adminRestore: { audit_comment: 'The decision was about another requirement.' },
  reviews_merge: { review_ids: [4, 7, 9], survivor_id: 4 },
}
