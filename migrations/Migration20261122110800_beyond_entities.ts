import { Migration } from '@mikro-orm/migrations'

/** What is said about tables of the baseline that entities cannot say. */
export class Migration20261122110800_beyond_entities extends Migration {
  override name = 'Migration20261122110800_beyond_entities'

  override up(): void {
    this.addSql(`create trigger audit_entries_truncate before truncate on audit_entries
      for each statement execute function refuse_change_of_audit()`)
    // Compressing costs the importer more time than the space is worth that it saves, once per guide.
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
    this.addSql('drop trigger audit_entries_truncate on audit_entries')
  }
}
