import { LONG_TEXT_LENGTH, TITLE_LENGTH, WIDEST_TEXT } from '../../lib/text-lengths.ts'
import { InvalidValue, count, duration, flag, text, variable } from '../values.ts'

const color = (fallback: string) =>
  variable(fallback, (value) =>
    /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value.trim())
      ? value.trim()
      : new InvalidValue('expected a color like #007a33'),
  )

/** Banner, consent, wording and text limits (rules ). */
export const presentationVariables = {
  BANNER_ENABLED: flag(false),
  BANNER_TEXT: text(''),
  BANNER_BACKGROUND_COLOR: color('#007a33'),
  BANNER_TEXT_COLOR: color('#ffffff'),
  CONSENT_ENABLED: flag(false),
  CONSENT_VERSION: count(1, 1),
  CONSENT_TITLE: text('Terms of Use'),
  CONSENT_CONTENT: text(''),
  CONSENT_TTL: duration('0', 0),
  TERM_STIG_SINGULAR: text('Rule'),
  TERM_STIG_PLURAL: text('Rules'),
  TERM_STIG_LABEL: text('Rule'),
  TERM_SRG_SINGULAR: text('Requirement'),
  TERM_SRG_PLURAL: text('Requirements'),
  TERM_SRG_LABEL: text('Req'),
}

/** A limit whose default is the maximum of the schemas, so that settings can only lower it. */
const limit = (fallback: number) => count(fallback, 1, fallback)
/** A limit that settings can lower or raise; the schemas have the maximum. */
const adjustableLimit = (fallback: number) => count(fallback, 1, WIDEST_TEXT)

/** Text limits in Unicode code points (rule A-70). */
export const limitVariables = {
  LIMIT_SHORT_STRING: limit(255),
  LIMIT_IDENT: limit(2048),
  LIMIT_TITLE: adjustableLimit(TITLE_LENGTH),
  LIMIT_MEDIUM_TEXT: limit(1000),
  LIMIT_LONG_TEXT: adjustableLimit(LONG_TEXT_LENGTH),
  LIMIT_INSPEC_CODE: limit(50_000),
  LIMIT_USER_NAME: limit(255),
  LIMIT_USER_EMAIL: limit(255),
  LIMIT_PROJECT_NAME: limit(255),
  LIMIT_PROJECT_DESCRIPTION: limit(5000),
  LIMIT_COMPONENT_NAME: limit(255),
  LIMIT_COMPONENT_PREFIX: limit(10),
  LIMIT_COMPONENT_TITLE: limit(WIDEST_TEXT),
  LIMIT_COMPONENT_DESCRIPTION: limit(WIDEST_TEXT),
  LIMIT_REVIEW_COMMENT: limit(10_000),
  LIMIT_BENCHMARK_NAME: limit(WIDEST_TEXT),
  LIMIT_BENCHMARK_TITLE: limit(WIDEST_TEXT),
  LIMIT_BENCHMARK_DESCRIPTION: limit(WIDEST_TEXT),
  LIMIT_TEMPLATE_NAME: limit(200),
  LIMIT_AUDIT_COMMENT: limit(4096),
  LIMIT_TOKEN_NAME: limit(255),
}
