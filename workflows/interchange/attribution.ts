import { type RawBuilder, sql } from 'kysely'
import { verifiedEmailSql } from '../../entities/verified-email.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { canSignInSql } from '../../src/auth/accounts/can-sign-in.ts'
import type { Queries } from '../../src/database/database.ts'

/** Maps lowercase addresses to the accounts to which imported people are attributed. */
export type Accounts = ReadonlyMap<string, number>

export const NO_ACCOUNTS: Accounts = new Map()

/** Reads the accounts with one of these verified addresses (rule E-44). */
export async function listVerifiedAccounts(db: Queries, emails: (string | null)[]): Promise<Accounts> {
  const addresses = [...new Set(emails.flatMap((email) => email?.trim().toLowerCase() ?? []))]
  if (addresses.length === 0) return NO_ACCOUNTS
  const { rows } = await sql<{ id: number; email: string }>`
    select u.id, lower(u.email) as email from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) as g (email)
    join users u on lower(u.email) = g.email and ${sql.raw(verifiedEmailSql('u'))}`.execute(db)
  return new Map(rows.map(({ id, email }) => [email, id]))
}

/**
 * Reads the accounts with these addresses that can become members. Others are reported like unknown
 * addresses, so that the import does not reveal them (rule A-10).
 */
export async function listAddableAccounts(
  { db, env }: Pick<UnitOfWork, 'db' | 'env'>,
  emails: (string | null)[],
): Promise<Accounts> {
  const accounts = await listVerifiedAccounts(db, emails)
  if (accounts.size === 0) return accounts
  const rows = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', 'in', [...accounts.values()])
    .where(canSignInSql('u', env.accounts.emailConfirmation))
    .execute()
  const addable = new Set(rows.map(({ id }) => id))
  return new Map([...accounts].filter(([, id]) => addable.has(id)))
}

/** Finds the account of an address, ignoring case; null if there is none. */
export function findAccount(accounts: Accounts, email: string | null): number | null {
  return accounts.get(email?.trim().toLowerCase() ?? '') ?? null
}

/** SQL that joins the account of an address in the archive; without attribution it joins none (rule E-44). */
export function joinAccountSql(
  attribute: boolean,
  alias: string,
  email: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (!attribute) return sql`left join users ${sql.ref(alias)} on false`
  return sql`left join users ${sql.ref(alias)} on lower(${sql.ref(`${alias}.email`)}) = lower(btrim(${email}))
    and ${sql.raw(verifiedEmailSql(alias))}`
}
