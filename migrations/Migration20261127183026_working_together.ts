import { Migration } from '@mikro-orm/migrations'

export class Migration20261127183026_working_together extends Migration {
  override name = 'Migration20261127183026_working_together'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "presences" ("user_id" int not null, "component_id" int not null, "rule_id" int null, "review_id" int null, "seen_at" timestamptz(6) not null, primary key ("user_id", "component_id"));`,
    )
    this.addSql(`create index "presences_component_id" on "presences" ("component_id", "seen_at");`)
    this.addSql(`create index "presences_seen_at" on "presences" ("seen_at");`)

    this.addSql(
      `create table "watches" ("id" serial primary key, "user_id" int not null, "project_id" int null, "component_id" int null, "rule_id" int null, "review_id" int null, "created_at" timestamptz(6) not null default clock_timestamp());`,
    )
    this.addSql(`create index "watches_user_id" on "watches" ("user_id");`)
    this.addSql(
      `alter table "watches" add constraint "watches_project_unique" unique ("project_id", "user_id");`,
    )
    this.addSql(
      `alter table "watches" add constraint "watches_component_unique" unique ("component_id", "user_id");`,
    )
    this.addSql(`alter table "watches" add constraint "watches_rule_unique" unique ("rule_id", "user_id");`)
    this.addSql(
      `alter table "watches" add constraint "watches_review_unique" unique ("review_id", "user_id");`,
    )

    this.addSql(
      `alter table "watches" add constraint "watches_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "watches" add constraint "watches_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "watches" add constraint "watches_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "watches" add constraint "watches_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "watches" add constraint "watches_review_id_foreign" foreign key ("review_id") references "reviews" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "watches" add constraint "watches_one_record" check (num_nonnulls(project_id, component_id, rule_id, review_id) = 1);`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "presences" cascade;`)
    this.addSql(`drop table if exists "watches" cascade;`)
  }
}
