import { Migration } from '@mikro-orm/migrations'

export class Migration20261121164022_section_times extends Migration {
  override name = 'Migration20261121164022_section_times'

  override up(): void {
    this.addSql(`alter table "rules" add "section_times" jsonb not null default '{}';`)
  }

  override down(): void {
    this.addSql(`alter table "rules" drop column "section_times";`)
  }
}
