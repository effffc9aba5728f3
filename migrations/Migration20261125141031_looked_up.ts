import { Migration } from '@mikro-orm/migrations'

const INDEXES = {
  users_email: '"users" ("email")',
  users_unconfirmed_email: '"users" ("unconfirmed_email") where unconfirmed_email is not null',
  users_locked: '"users" ("name", "id") where locked_at is not null',
  idempotency_keys_project_id: '"idempotency_keys" ("project_id")',
}

/** Made without holding up who signs in or writes. */
export class Migration20261125141031_looked_up extends Migration {
  override name = 'Migration20261125141031_looked_up'

  override isTransactional(): boolean {
    return false
  }

  override up(): void {
    for (const [name, place] of Object.entries(INDEXES)) {
      // What was broken off before left an index that nothing reads.
      this.addSql(`drop index concurrently if exists "${name}"`)
      this.addSql(`create index concurrently "${name}" on ${place}`)
    }
  }

  override down(): void {
    for (const name of Object.keys(INDEXES)) this.addSql(`drop index concurrently if exists "${name}"`)
  }
}
