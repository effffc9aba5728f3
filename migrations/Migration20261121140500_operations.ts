import { Migration } from '@mikro-orm/migrations'

/** What the service keeps about its own work. */
export class Migration20261121140500_operations extends Migration {
  override name = 'Migration20261121140500_operations'

  override up(): void {
    this.addSql(`create table "audit_entries" (
      "id" bigserial primary key,
      "action" text not null,
      "auditable_type" text not null,
      "auditable_id" int null,
      "associated_type" text null,
      "associated_id" int null,
      "project_id" int null,
      "component_id" int null,
      "rule_id" int null,
      "actor_id" int null,
      "actor_type" text null,
      "actor_name" text null,
      "affected_user_id" int null,
      "affected_name" text null,
      "changes" jsonb not null default '{}',
      "comment" text null,
      "remote_address" text null,
      "request_id" text null,
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "audit_entries_auditable" on "audit_entries" ("auditable_type", "auditable_id", "id")`,
    )
    this.addSql(
      `create index "audit_entries_associated" on "audit_entries" ("associated_type", "associated_id", "id")`,
    )
    this.addSql(`create index "audit_entries_project_id" on "audit_entries" ("project_id", "id")`)
    this.addSql(`create index "audit_entries_component_id" on "audit_entries" ("component_id", "id")`)
    this.addSql(`create index "audit_entries_rule_id" on "audit_entries" ("rule_id", "id")`)
    this.addSql(`create index "audit_entries_actor_id" on "audit_entries" ("actor_id", "id")`)
    this.addSql(`create index "audit_entries_affected_user_id" on "audit_entries" ("affected_user_id", "id")`)
    this.addSql(`create index "audit_entries_request_id" on "audit_entries" ("request_id")`)
    this.addSql(`create index "audit_entries_created_at" on "audit_entries" ("created_at", "id")`)
    this.addSql(`create table "domain_events" (
      "id" bigserial primary key,
      "project_id" int null,
      "component_id" int null,
      "kind" text not null,
      "data" jsonb not null default '{}',
      "actor_id" int null,
      "actor_name" text null,
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "domain_events_project_id" on "domain_events" ("project_id", "id")`)
    this.addSql(`create index "domain_events_component_id" on "domain_events" ("component_id", "id")`)
    this.addSql(`create index "domain_events_created_at" on "domain_events" ("created_at")`)
    this.addSql(`create table "idempotency_keys" (
      "id" serial primary key,
      "user_id" int not null,
      "method" text not null,
      "path" text not null,
      "key_digest" text not null,
      "request_digest" text not null,
      "state" text not null default 'running',
      "status" int null,
      "headers" jsonb null,
      "body" text null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "idempotency_keys_created_at" on "idempotency_keys" ("created_at")`)
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_unique" unique ("user_id", "method", "path", "key_digest")`,
    )
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_done_has_status" check ((state = 'done') = (status is not null))`,
    )
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_state_check" check ("state" in ('running', 'done'))`,
    )
    this.addSql(`create table "rate_counters" (
      "key" text not null,
      "window_start" timestamptz(6) not null,
      "count" int not null default 0,
      primary key ("key")
    )`)
    this.addSql(`create index "rate_counters_window_start" on "rate_counters" ("window_start")`)
    this.addSql(`create table "jobs" (
      "id" serial primary key,
      "user_id" int null,
      "kind" text not null,
      "input" jsonb not null default '{}',
      "input_file" bytea null,
      "state" text not null default 'queued',
      "done" int not null default 0,
      "total" int null,
      "attempts" int not null default 0,
      "error" text null,
      "result_content_type" text null,
      "result_filename" text null,
      "result_body" bytea null,
      "heartbeat_at" timestamptz(6) null,
      "started_at" timestamptz(6) null,
      "finished_at" timestamptz(6) null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "jobs_waiting" on "jobs" ("id") where state in ('queued', 'running')`)
    this.addSql(`create index "jobs_user_id" on "jobs" ("user_id", "id")`)
    this.addSql(`create index "jobs_created_at" on "jobs" ("created_at")`)
    this.addSql(
      `alter table "jobs" add constraint "jobs_state_check" check ("state" in ('queued', 'running', 'done', 'failed'))`,
    )
    this.addSql(`create table "outbox_messages" (
      "id" serial primary key,
      "kind" text not null,
      "payload" jsonb not null default '{}',
      "attempts" int not null default 0,
      "next_attempt_at" timestamptz(6) not null default clock_timestamp(),
      "delivered_at" timestamptz(6) null,
      "abandoned_at" timestamptz(6) null,
      "last_error" text null,
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "outbox_messages_due" on "outbox_messages" ("next_attempt_at", "id") where delivered_at is null and abandoned_at is null`,
    )
    this.addSql(`create index "outbox_messages_created_at" on "outbox_messages" ("created_at")`)
    this.addSql(
      `alter table "outbox_messages" add constraint "outbox_messages_kind_check" check ("kind" in ('mail', 'chat'))`,
    )
    this.addSql(`create table "notification_preferences" (
      "id" serial primary key,
      "user_id" int not null,
      "project_id" int null,
      "event" text not null,
      "delivery" text not null default 'daily',
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create unique index "notification_preferences_unique" on "notification_preferences" ("user_id", coalesce(project_id, 0), "event")`,
    )
    this.addSql(
      `create index "notification_preferences_project_id" on "notification_preferences" ("project_id")`,
    )
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_delivery_check" check ("delivery" in ('now', 'daily', 'never'))`,
    )

    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "jobs" add constraint "jobs_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )
  }

  override down(): void {
    this.addSql(`drop table if exists "notification_preferences" cascade`)
    this.addSql(`drop table if exists "outbox_messages" cascade`)
    this.addSql(`drop table if exists "jobs" cascade`)
    this.addSql(`drop table if exists "rate_counters" cascade`)
    this.addSql(`drop table if exists "idempotency_keys" cascade`)
    this.addSql(`drop table if exists "domain_events" cascade`)
    this.addSql(`drop table if exists "audit_entries" cascade`)
  }
}
