import { Migration } from '@mikro-orm/migrations'

export class Migration20261127151412_component_rebases extends Migration {
  override name = 'Migration20261127151412_component_rebases'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "component_rebases" ("id" uuid not null, "component_id" int not null, "user_id" int null, "rules" jsonb not null, "added_rule_ids" jsonb not null, "removed_rule_ids" jsonb not null, "source_srg_ids" jsonb not null, "state" text not null, "created_at" timestamptz(6) not null default clock_timestamp(), primary key ("id"));`,
    )
    this.addSql(`create index "component_rebases_user_id" on "component_rebases" ("user_id");`)
    this.addSql(
      `alter table "component_rebases" add constraint "component_rebases_component_id_unique" unique ("component_id");`,
    )

    this.addSql(
      `alter table "component_rebases" add constraint "component_rebases_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "component_rebases" add constraint "component_rebases_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "component_rebases" cascade;`)
  }
}
