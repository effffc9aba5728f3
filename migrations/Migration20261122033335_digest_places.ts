import { Migration } from '@mikro-orm/migrations'

/** Lines of daily mails tell where what happened, so that they are left out for those who may not look there any more. */
export class Migration20261122033335_digest_places extends Migration {
  override name = 'Migration20261122033335_digest_places'

  override up(): void {
    this.addSql(`alter table "digest_items" add "component_id" int null, add "event" text null;`)
  }

  override down(): void {
    this.addSql(`alter table "digest_items" drop column "component_id", drop column "event";`)
  }
}
