import { Migration } from '@mikro-orm/migrations'

export class Migration20261122144139_bulk_updates extends Migration {
  override name = 'Migration20261122144139_bulk_updates'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "bulk_updates" ("id" uuid not null, "component_id" int not null, "user_id" int not null, "rules" jsonb not null, "created_at" timestamptz(6) not null default clock_timestamp(), primary key ("id"));`,
    )
    this.addSql(`create index "bulk_updates_component_id" on "bulk_updates" ("component_id");`)
    this.addSql(`create index "bulk_updates_user_id" on "bulk_updates" ("user_id");`)
    this.addSql(`create index "bulk_updates_created_at" on "bulk_updates" ("created_at");`)

    this.addSql(
      `alter table "bulk_updates" add constraint "bulk_updates_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "bulk_updates" add constraint "bulk_updates_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "bulk_updates" cascade;`)
  }
}
