import { Migration } from '@mikro-orm/migrations'

export class Migration20261122120705_last_decisions extends Migration {
  override name = 'Migration20261122120705_last_decisions'

  override up(): void | Promise<void> {
    this.addSql(`alter table "reviews" add "last_decision" jsonb null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "reviews" drop column "last_decision";`)
  }
}
