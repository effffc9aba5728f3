import { Migration } from '@mikro-orm/migrations'

/** Tables of rebases, presence, watching, saved filters and named reviewers. */
export class Migration20261127230400_collaboration extends Migration {
  override name = 'Migration20261127230400_collaboration'

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

    this.addSql(
      `create table "requested_reviewers" ("rule_id" int not null, "user_id" int not null, primary key ("rule_id", "user_id"));`,
    )
    this.addSql(`create index "requested_reviewers_user_id" on "requested_reviewers" ("user_id");`)

    this.addSql(
      `alter table "requested_reviewers" add constraint "requested_reviewers_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on update cascade on delete cascade;`,
    )
    this.addSql(
      `alter table "requested_reviewers" add constraint "requested_reviewers_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "requested_reviewers" cascade;`)
    this.addSql(`drop table if exists "saved_filters" cascade;`)
    this.addSql(`drop table if exists "presences" cascade;`)
    this.addSql(`drop table if exists "watches" cascade;`)
    this.addSql(`drop table if exists "component_rebases" cascade;`)
  }
}
