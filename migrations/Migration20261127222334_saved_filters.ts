import { Migration } from '@mikro-orm/migrations'

export class Migration20261127222334_saved_filters extends Migration {
  override name = 'Migration20261127222334_saved_filters'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "saved_filters" ("id" serial primary key, "user_id" int not null, "project_id" int null, "component_id" int null, "list" text not null, "name" text not null, "query" text not null, "shared" boolean not null, "lock_version" int not null default 1, "created_at" timestamptz(6) not null default clock_timestamp(), "updated_at" timestamptz(6) not null default clock_timestamp());`,
    )
    this.addSql(
      `create unique index "saved_filters_project_name_unique" on "saved_filters" ("project_id", "user_id", "list", lower(name)) where project_id is not null;`,
    )
    this.addSql(
      `create unique index "saved_filters_component_name_unique" on "saved_filters" ("component_id", "user_id", "list", lower(name)) where component_id is not null;`,
    )
    this.addSql(`create index "saved_filters_user_id" on "saved_filters" ("user_id");`)

    this.addSql(
      `alter table "saved_filters" add constraint "saved_filters_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "saved_filters" add constraint "saved_filters_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "saved_filters" add constraint "saved_filters_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "saved_filters" add constraint "saved_filters_one_place" check (num_nonnulls(project_id, component_id) = 1);`,
    )
    this.addSql(
      `alter table "saved_filters" add constraint "saved_filters_list_check" check ("list" in ('requirements', 'triage'));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "saved_filters" cascade;`)
  }
}
