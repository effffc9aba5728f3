import { Migration } from '@mikro-orm/migrations'

/** Components, who belongs to them and what they ask. */
export class Migration20261121140200_components extends Migration {
  override name = 'Migration20261121140200_components'

  override up(): void {
    this.addSql(`create table "components" (
      "id" serial primary key,
      "project_id" int not null,
      "component_id" int null,
      "security_requirements_guide_id" int not null,
      "name" text not null,
      "prefix" text not null,
      "title" text not null,
      "description" text null,
      "version" int null,
      "release" int null,
      "released" boolean not null default false,
      "released_at" timestamptz(6) null,
      "document_type" text not null default 'stig',
      "admin_name" text null,
      "admin_email" text null,
      "advanced_fields" boolean not null default false,
      "comment_phase" text not null default 'open',
      "closed_reason" text null,
      "comment_period_starts_at" timestamptz(6) null,
      "comment_period_ends_at" timestamptz(6) null,
      "rules_count" int not null default 0,
      "memberships_count" int not null default 0,
      "next_rule_number" int not null default 1,
      "next_minted_sequence" int not null default 1,
      "metadata" jsonb not null default '{}',
      "lock_version" int not null default 1,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "components_project_id" on "components" ("project_id", "name", "id")`)
    this.addSql(`create index "components_component_id" on "components" ("component_id")`)
    this.addSql(
      `create index "components_security_requirements_guide_id" on "components" ("security_requirements_guide_id")`,
    )
    this.addSql(
      `create index "components_released" on "components" ("name", "version", "release", "id") where released`,
    )
    this.addSql(`create index "components_name_trigram" on "components" using gin (lower(name) gin_trgm_ops)`)
    this.addSql(
      `alter table "components" add constraint "components_revision_unique" unique ("project_id", "name", "version", "release")`,
    )
    this.addSql(
      `alter table "components" add constraint "components_prefix_shape" check (prefix ~ '^[A-Z0-9_]{4}-[A-Z0-9_]{2}$')`,
    )
    this.addSql(
      `alter table "components" add constraint "components_reason_only_when_closed" check (closed_reason is null or comment_phase = 'closed')`,
    )
    this.addSql(
      `alter table "components" add constraint "components_period_in_order" check (comment_period_ends_at is null or comment_period_starts_at is null or comment_period_ends_at >= comment_period_starts_at)`,
    )
    this.addSql(
      `alter table "components" add constraint "components_overlay_of_another" check (component_id is null or component_id <> id)`,
    )
    this.addSql(
      `alter table "components" add constraint "components_rule_numbers" check (next_rule_number >= 1 and next_rule_number <= 1000000)`,
    )
    this.addSql(
      `alter table "components" add constraint "components_minted_sequences" check (next_minted_sequence >= 1 and next_minted_sequence <= 1000000)`,
    )
    this.addSql(
      `alter table "components" add constraint "components_document_type_check" check ("document_type" in ('stig', 'srg'))`,
    )
    this.addSql(
      `alter table "components" add constraint "components_comment_phase_check" check ("comment_phase" in ('open', 'closed'))`,
    )
    this.addSql(
      `alter table "components" add constraint "components_closed_reason_check" check ("closed_reason" in ('adjudicating', 'finalized'))`,
    )
    this.addSql(`create table "component_sources" (
      "component_id" int not null,
      "srg_id" int not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      primary key ("component_id", "srg_id")
    )`)
    this.addSql(`create index "component_sources_srg_id" on "component_sources" ("srg_id")`)
    this.addSql(`create table "additional_questions" (
      "id" serial primary key,
      "component_id" int not null,
      "name" text not null,
      "question_type" text not null default 'freeform',
      "options" text[] not null default '{}',
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `alter table "additional_questions" add constraint "additional_questions_name_unique" unique ("component_id", "name")`,
    )
    this.addSql(
      `alter table "additional_questions" add constraint "additional_questions_question_type_check" check ("question_type" in ('dropdown', 'freeform', 'url'))`,
    )
    this.addSql(`create table "memberships" (
      "id" serial primary key,
      "user_id" int not null,
      "role" text not null default 'viewer',
      "membership_type" text not null,
      "project_id" int null,
      "component_id" int null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "memberships_project_id" on "memberships" ("project_id", "role")`)
    this.addSql(`create index "memberships_component_id" on "memberships" ("component_id", "role")`)
    this.addSql(
      `alter table "memberships" add constraint "memberships_user_project_unique" unique ("user_id", "project_id")`,
    )
    this.addSql(
      `alter table "memberships" add constraint "memberships_user_component_unique" unique ("user_id", "component_id")`,
    )
    this.addSql(
      `alter table "memberships" add constraint "memberships_one_target" check ((membership_type = 'Project') = (project_id is not null) and (membership_type = 'Component') = (component_id is not null))`,
    )
    this.addSql(
      `alter table "memberships" add constraint "memberships_role_check" check ("role" in ('viewer', 'author', 'reviewer', 'admin'))`,
    )
    this.addSql(
      `alter table "memberships" add constraint "memberships_membership_type_check" check ("membership_type" in ('Project', 'Component'))`,
    )

    this.addSql(
      `alter table "srgs" add constraint "srgs_released_from_component_id_foreign" foreign key ("released_from_component_id") references "components" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "components" add constraint "components_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "components" add constraint "components_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "components" add constraint "components_security_requirements_guide_id_foreign" foreign key ("security_requirements_guide_id") references "srgs" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "component_sources" add constraint "component_sources_component_id_foreign" foreign key ("component_id") references "components" ("id") on update cascade on delete cascade`,
    )
    this.addSql(
      `alter table "component_sources" add constraint "component_sources_srg_id_foreign" foreign key ("srg_id") references "srgs" ("id") on update cascade on delete no action`,
    )
    this.addSql(
      `alter table "additional_questions" add constraint "additional_questions_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "memberships" add constraint "memberships_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "memberships" add constraint "memberships_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "memberships" add constraint "memberships_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
  }

  override down(): void {
    this.addSql(`drop table if exists "memberships" cascade`)
    this.addSql(`drop table if exists "additional_questions" cascade`)
    this.addSql(`drop table if exists "component_sources" cascade`)
    this.addSql(`drop table if exists "components" cascade`)
  }
}
