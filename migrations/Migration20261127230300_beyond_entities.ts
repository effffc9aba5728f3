import { Migration } from '@mikro-orm/migrations'

/** Properties of tables of the baseline that entities can't express. */
export class Migration20261127230300_beyond_entities extends Migration {
  override name = 'Migration20261127230300_beyond_entities'

  override up(): void {
    this.addSql(
      `create trigger "audit_entries_truncate" before truncate on "audit_entries" for each statement execute function prevent_truncate_of_audit_entries()`,
    )
    // Compressing these columns would slow down imports more than the saved space is worth.
    for (const kind of ['srg', 'stig']) {
      this.addSql(`alter table "${kind}_documents" alter column "xml" set storage external`)
      this.addSql(`alter table "${kind}_rules" set (toast_tuple_target = 8160)`)
    }
  }

  override down(): void {
    for (const kind of ['srg', 'stig']) {
      this.addSql(`alter table "${kind}_rules" reset (toast_tuple_target)`)
      this.addSql(`alter table "${kind}_documents" alter column "xml" set storage extended`)
    }
    this.addSql('drop trigger "audit_entries_truncate" on "audit_entries"')
  }
}
