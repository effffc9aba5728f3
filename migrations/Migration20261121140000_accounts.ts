import { Migration } from '@mikro-orm/migrations'

/** Users, their sign-ins and tokens, projects and what hangs on a project alone. */
export class Migration20261121140000_accounts extends Migration {
  override name = 'Migration20261121140000_accounts'

  override up(): void {
    this.addSql(`create extension if not exists pg_trgm`)
    this.addSql(`create table "users" (
      "id" serial primary key,
      "name" text not null,
      "email" text not null,
      "admin" boolean not null default false,
      "provider" text null,
      "uid" text null,
      "password_hash" text null,
      "password_automatically_set" boolean not null default false,
      "password_changed_at" timestamptz(6) null,
      "slack_user_id" text null,
      "confirmed_at" timestamptz(6) null,
      "confirmation_token_digest" text null,
      "confirmation_sent_at" timestamptz(6) null,
      "unconfirmed_email" text null,
      "reset_password_token_digest" text null,
      "reset_password_sent_at" timestamptz(6) null,
      "unlock_token_digest" text null,
      "unlock_sent_at" timestamptz(6) null,
      "failed_attempts" int not null default 0,
      "first_failed_at" timestamptz(6) null,
      "last_failed_at" timestamptz(6) null,
      "locked_at" timestamptz(6) null,
      "lock_reason" text null,
      "sign_in_count" int not null default 0,
      "current_sign_in_at" timestamptz(6) null,
      "last_sign_in_at" timestamptz(6) null,
      "current_sign_in_ip" text null,
      "last_sign_in_ip" text null,
      "remember_created_at" timestamptz(6) null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create unique index "users_email_unique" on "users" (lower(email))`)
    this.addSql(`create index "users_admin" on "users" ("id") where admin`)
    this.addSql(`create index "users_name_trigram" on "users" using gin (lower(name) gin_trgm_ops)`)
    this.addSql(`create index "users_email_trigram" on "users" using gin (lower(email) gin_trgm_ops)`)
    this.addSql(`alter table "users" add constraint "users_provider_uid_unique" unique ("provider", "uid")`)
    this.addSql(
      `alter table "users" add constraint "users_confirmation_token_digest_unique" unique ("confirmation_token_digest")`,
    )
    this.addSql(
      `alter table "users" add constraint "users_reset_password_token_digest_unique" unique ("reset_password_token_digest")`,
    )
    this.addSql(
      `alter table "users" add constraint "users_unlock_token_digest_unique" unique ("unlock_token_digest")`,
    )
    this.addSql(`alter table "users" add constraint "users_email_normal" check (email = lower(btrim(email)))`)
    this.addSql(
      `alter table "users" add constraint "users_provider_pair" check ((provider is null) = (uid is null))`,
    )
    this.addSql(
      `alter table "users" add constraint "users_lock_has_reason" check ((locked_at is null) = (lock_reason is null))`,
    )
    this.addSql(
      `alter table "users" add constraint "users_failed_attempts_positive" check (failed_attempts >= 0)`,
    )
    this.addSql(
      `alter table "users" add constraint "users_lock_reason_check" check ("lock_reason" in ('failed_attempts', 'admin'))`,
    )
    this.addSql(`create table "identities" (
      "id" serial primary key,
      "user_id" int not null,
      "provider" text not null,
      "uid" text not null,
      "email" text null,
      "last_sign_in_at" timestamptz(6) null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "identities_user_id" on "identities" ("user_id")`)
    this.addSql(
      `alter table "identities" add constraint "identities_provider_uid_unique" unique ("provider", "uid")`,
    )
    this.addSql(`create table "sessions" (
      "id" serial primary key,
      "digest" text not null,
      "user_id" int null,
      "auth_method" text null,
      "last_seen_at" timestamptz(6) not null default clock_timestamp(),
      "absolute_expires_at" timestamptz(6) not null,
      "ip" text null,
      "user_agent" text null,
      "consent_at" timestamptz(6) null,
      "consent_version" int null,
      "id_token" text null,
      "pending_link" jsonb null,
      "link_intent" jsonb null,
      "provider_flow" jsonb null,
      "remember" boolean not null default false,
      "remember_digest" text null,
      "remember_expires_at" timestamptz(6) null,
      "ended_at" timestamptz(6) null,
      "end_reason" text null,
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "sessions_user_id" on "sessions" ("user_id", "last_seen_at")`)
    this.addSql(
      `create index "sessions_live_by_user" on "sessions" ("user_id", "last_seen_at", "id") where ended_at is null`,
    )
    this.addSql(`alter table "sessions" add constraint "sessions_digest_unique" unique ("digest")`)
    this.addSql(
      `alter table "sessions" add constraint "sessions_remember_digest_unique" unique ("remember_digest")`,
    )
    this.addSql(
      `alter table "sessions" add constraint "sessions_end_has_reason" check ((ended_at is null) = (end_reason is null))`,
    )
    this.addSql(
      `alter table "sessions" add constraint "sessions_end_reason_check" check ("end_reason" in ('logout', 'superseded', 'idle', 'absolute', 'password_changed', 'account_locked', 'account_deleted', 'admin'))`,
    )
    this.addSql(`create table "access_tokens" (
      "id" serial primary key,
      "user_id" int not null,
      "name" text not null,
      "token_prefix" text not null,
      "token_digest" text not null,
      "scopes" text[] not null,
      "expires_at" date null,
      "last_used_at" timestamptz(6) null,
      "revoked_at" timestamptz(6) null,
      "allowed_ips" text[] null,
      "expiry_notice_sent_at" timestamptz(6) null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "access_tokens_user_id" on "access_tokens" ("user_id", "id")`)
    this.addSql(
      `alter table "access_tokens" add constraint "access_tokens_token_digest_unique" unique ("token_digest")`,
    )
    this.addSql(
      `alter table "access_tokens" add constraint "access_tokens_scopes_known" check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'admin']::text[])`,
    )
    this.addSql(`create table "projects" (
      "id" serial primary key,
      "name" text not null,
      "description" text null,
      "visibility" text not null default 'hidden',
      "admin_name" text null,
      "admin_email" text null,
      "memberships_count" int not null default 0,
      "metadata" jsonb not null default '{}',
      "lock_version" int not null default 1,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "projects_name" on "projects" ("name", "id")`)
    this.addSql(`create index "projects_name_trigram" on "projects" using gin (lower(name) gin_trgm_ops)`)
    this.addSql(
      `alter table "projects" add constraint "projects_visibility_check" check ("visibility" in ('discoverable', 'hidden'))`,
    )
    this.addSql(`create table "project_access_requests" (
      "id" serial primary key,
      "user_id" int not null,
      "project_id" int not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "project_access_requests_project_id" on "project_access_requests" ("project_id")`,
    )
    this.addSql(
      `alter table "project_access_requests" add constraint "project_access_requests_unique" unique ("user_id", "project_id")`,
    )
    this.addSql(`create table "response_templates" (
      "id" serial primary key,
      "project_id" int not null,
      "created_by_id" int null,
      "name" text not null,
      "body" text not null,
      "lock_version" int not null default 1,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create unique index "response_templates_name_unique" on "response_templates" ("project_id", lower(name))`,
    )
    this.addSql(`create index "response_templates_created_by_id" on "response_templates" ("created_by_id")`)
    this.addSql(`create table "search_abbreviations" (
      "id" serial primary key,
      "abbreviation" text not null,
      "expansion" text not null,
      "created_by_id" int null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create unique index "search_abbreviations_unique" on "search_abbreviations" (lower(abbreviation))`,
    )
    this.addSql(
      `create index "search_abbreviations_created_by_id" on "search_abbreviations" ("created_by_id")`,
    )

    this.addSql(
      `alter table "identities" add constraint "identities_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "access_tokens" add constraint "access_tokens_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "project_access_requests" add constraint "project_access_requests_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "project_access_requests" add constraint "project_access_requests_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "response_templates" add constraint "response_templates_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "response_templates" add constraint "response_templates_created_by_id_foreign" foreign key ("created_by_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "search_abbreviations" add constraint "search_abbreviations_created_by_id_foreign" foreign key ("created_by_id") references "users" ("id") on delete set null`,
    )
  }

  override down(): void {
    this.addSql(`drop table if exists "search_abbreviations" cascade`)
    this.addSql(`drop table if exists "response_templates" cascade`)
    this.addSql(`drop table if exists "project_access_requests" cascade`)
    this.addSql(`drop table if exists "projects" cascade`)
    this.addSql(`drop table if exists "access_tokens" cascade`)
    this.addSql(`drop table if exists "sessions" cascade`)
    this.addSql(`drop table if exists "identities" cascade`)
    this.addSql(`drop table if exists "users" cascade`)
  }
}
