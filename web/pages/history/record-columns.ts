import { t } from '../../languages/t.ts'
import { formatColumn } from '../authoring/fields.ts'

/** The labels of columns that requirements do not have. */
const RECORD_COLUMNS: Readonly<Record<string, string>> = {
  assignee: t('Assignee'),
  adjudicated_by: t('Closed by'),
  client: t('Client'),
  action: t('Action'),
  reason: t('Reason'),
  scopes: t('Scopes'),
  expires_at: t('Expires'),
  allowed_ips: t('Allowed IP ranges'),
  revoked_at: t('Revoked'),
  provider: t('Sign-in'),
  slack_user_id: t('Chat user ID'),
  method: t('Method'),
  role: t('Role'),
  user: t('User'),
  membership_type: t('Membership of'),
  name: t('Name'),
  description: t('Description'),
  visibility: t('Visibility'),
  admin: t('Administrator'),
  email: t('Email'),
  metadata: t('Metadata'),
  benchmark_id: t('Benchmark ID'),
}

/** Returns the label of a changed column of any record. */
export function formatRecordColumn(column: string): string {
  return RECORD_COLUMNS[column] ?? formatColumn(column)
}
