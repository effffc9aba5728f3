import { Migration } from '@mikro-orm/migrations'

export class Migration20261121151847_notifications extends Migration {
  override name = 'Migration20261121151847_notifications'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "event_cursors" ("name" text not null, "xid" bigint not null default '0', "event_id" bigint not null default '0', primary key ("name"));`,
    )

    this.addSql(
      `create table "digest_items" ("id" serial primary key, "user_id" int not null, "project_id" int not null, "line" text not null, "created_at" timestamptz(6) not null default clock_timestamp());`,
    )
    this.addSql(`create index "digest_items_user_id" on "digest_items" ("user_id", "id");`)
    this.addSql(`create index "digest_items_project_id" on "digest_items" ("project_id");`)
    this.addSql(`create index "digest_items_created_at" on "digest_items" ("created_at");`)

    this.addSql(
      `alter table "digest_items" add constraint "digest_items_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "digest_items" add constraint "digest_items_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "event_cursors" cascade;`)
    this.addSql(`drop table if exists "digest_items" cascade;`)
  }
}
