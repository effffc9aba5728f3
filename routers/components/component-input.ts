import { isRecord } from '../../src/lib/json-values.ts'
import type { AccessForInput } from '../../src/procedures/access/access-for-input.ts'
import { parseTime } from '../../src/procedures/schemas/shapes.ts'
import { CHANNEL, type ComponentFields } from '../../workflows/components/component-fields.ts'
import { ComponentChanges } from './record.schema.ts'

const WINDOW = ['comment_phase', 'closed_reason', 'comment_period_starts_at', 'comment_period_ends_at']

/**
 * Release, phase, advanced fields, readiness policy and chat channel require an administrator (rule C-34).
 */
export const CHANGE_NEEDS: AccessForInput = {
  cases: [
    {
      needs: 'admin',
      when: 'given',
      members: ['released', 'advanced_fields', 'readiness_policy', ...WINDOW].map(
        (name) => `component.${name}`,
      ),
    },
    {
      needs: 'admin',
      when: 'not blank',
      members: ['component.slack_channel_id', `component.component_metadata_attributes.data.${CHANNEL}`],
    },
  ],
  otherwise: 'author',
}

/** Whether a request changes only the comment window, as a released component requires (rule C-36). */
export function isOnlyCommentWindow(raw: unknown): boolean {
  const names = Object.keys(readWrapper(raw)).filter((name) => Object.hasOwn(ComponentChanges.shape, name))
  return names.length > 0 && names.every((name) => WINDOW.includes(name))
}

function readWrapper(raw: unknown): Record<string, unknown> {
  return isRecord(raw) && isRecord(raw['component']) ? raw['component'] : {}
}

/** Converts a request to component fields; absent members stay absent. */
export function toComponentFields(input: ComponentChanges): ComponentFields {
  return {
    name: input.name,
    prefix: input.prefix,
    title: input.title,
    description: input.description,
    version: input.version,
    release: input.release,
    adminName: input.admin_name,
    adminEmail: input.admin_email,
    advancedFields: input.advanced_fields,
    commentPhase: input.comment_phase,
    closedReason: input.closed_reason,
    commentPeriodStartsAt: toInstant(input.comment_period_starts_at),
    commentPeriodEndsAt: toInstant(input.comment_period_ends_at),
    questions: input.additional_questions_attributes?.map(({ question_type, _destroy, ...question }) => ({
      ...question,
      type: question_type,
      destroy: _destroy,
    })),
    metadata: input.component_metadata_attributes?.data,
    channel: input.slack_channel_id,
  }
}

/** Parses a timestamp, or a date as 00:00 UTC; null stays null. */
function toInstant(value: string | null | undefined): Date | null | undefined {
  return value == null ? value : new Date(parseTime(value))
}
