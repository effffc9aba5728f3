import { Migration } from '@mikro-orm/migrations'

/** Tables, indexes, constraints and triggers, as `mikro-orm migration:create` generates them from the entities. */
export class Migration20261127230200_baseline extends Migration {
  override name = 'Migration20261127230200_baseline'

  override up(): void {
    this.addSql(`create table "failed_sign_ins" (
      "digest" text not null,
      "failed_attempts" int not null default 0,
      "first_failed_at" timestamptz(6) null,
      "last_failed_at" timestamptz(6) not null,
      "locked_at" timestamptz(6) null,
      primary key ("digest")
    )`)
    this.addSql(`create index "failed_sign_ins_last_failed_at" on "failed_sign_ins" ("last_failed_at")`)

    this.addSql(`create table "audit_entries" (
      "id" bigserial primary key,
      "kind" text not null default 'content',
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
      "occurrences" int not null default 1,
      "last_occurred_at" timestamptz(6) null,
      "merge_key" text null,
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
    this.addSql(
      `create index "audit_entries_actor_id" on "audit_entries" ("actor_id", "id") where actor_id is not null`,
    )
    this.addSql(
      `create index "audit_entries_affected_user_id" on "audit_entries" ("affected_user_id", "id") where affected_user_id is not null`,
    )
    this.addSql(`create index "audit_entries_request_id" on "audit_entries" ("request_id")`)
    this.addSql(`create index "audit_entries_created_at" on "audit_entries" ("created_at", "id")`)
    this.addSql(
      `create index "audit_entries_security" on "audit_entries" ("created_at", "id") where kind = 'security'`,
    )
    this.addSql(
      `create unique index "audit_entries_merge_key" on "audit_entries" ("merge_key") where merge_key is not null`,
    )

    this.addSql(`create table "background_leases" (
      "id" int not null,
      "expires_at" timestamptz(6) not null default clock_timestamp(),
      "paused_until" timestamptz(6) not null default clock_timestamp(),
      "last_served_at" timestamptz(6) not null default clock_timestamp(),
      primary key ("id")
    )`)

    this.addSql(`create table "comment_count_deltas" (
      "id" bigserial primary key,
      "project_id" int not null,
      "component_id" int not null,
      "on_rule" boolean not null,
      "rule_id" int null,
      "triage_status" text null,
      "closed" boolean not null,
      "count" int not null,
      "compacted" boolean not null default false
    )`)
    this.addSql(`create index "comment_count_deltas_project_id" on "comment_count_deltas" ("project_id")`)
    this.addSql(`create index "comment_count_deltas_component_id" on "comment_count_deltas" ("component_id")`)
    this.addSql(
      `create index "comment_count_deltas_uncompacted" on "comment_count_deltas" ("component_id") where not compacted`,
    )

    this.addSql(`create table "deleted_rule_counts" (
      "id" bigserial primary key,
      "project_id" int not null,
      "component_id" int not null,
      "rule_id" int not null,
      "triage_status" text null,
      "closed" boolean not null,
      "count" int not null
    )`)
    this.addSql(`create index "deleted_rule_counts_rule_id" on "deleted_rule_counts" ("rule_id")`)

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
    this.addSql(`create index "domain_events_project_order" on "domain_events" ("project_id", "id")`)
    this.addSql(`create index "domain_events_component_order" on "domain_events" ("component_id", "id")`)
    this.addSql(`create index "domain_events_created_at" on "domain_events" ("created_at")`)
    this.addSql(
      `create index "domain_events_mentioned" on "domain_events" using gin ((data -> 'mentioned') jsonb_path_ops) where (data -> 'mentioned') is not null`,
    )

    this.addSql(`create table "event_cursors" (
      "name" text not null,
      "event_id" bigint not null default '0',
      primary key ("name")
    )`)

    this.addSql(`create table "outbox_messages" (
      "id" serial primary key,
      "kind" text not null,
      "payload" jsonb not null default '{}',
      "attempts" int not null default 0,
      "next_attempt_at" timestamptz(6) not null default clock_timestamp(),
      "delivered_at" timestamptz(6) null,
      "abandoned_at" timestamptz(6) null,
      "last_error" text null,
      "merge_key" text null,
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "outbox_messages_due" on "outbox_messages" ("next_attempt_at", "id") where delivered_at is null and abandoned_at is null`,
    )
    this.addSql(`create index "outbox_messages_created_at" on "outbox_messages" ("created_at")`)
    this.addSql(
      `create unique index "outbox_messages_merge_key" on "outbox_messages" ("merge_key") where merge_key is not null`,
    )

    this.addSql(`create table "projects" (
      "id" serial primary key,
      "name" text not null,
      "description" text null,
      "visibility" text not null default 'hidden',
      "admin_name" text null,
      "admin_email" text null,
      "metadata" jsonb not null default '{}',
      "lock_version" int not null default 1,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "projects_name" on "projects" ("name", "id")`)
    this.addSql(`create index "projects_discoverable" on "projects" ("id") where visibility = 'discoverable'`)
    this.addSql(`create index "projects_name_trigram" on "projects" using gin (lower(name) gin_trgm_ops)`)

    this.addSql(`create table "rate_limit_counters" (
      "key" text not null,
      "window_start" timestamptz(6) not null,
      "count" int not null default 0,
      primary key ("key")
    )`)
    this.addSql(`create index "rate_limit_counters_window_start" on "rate_limit_counters" ("window_start")`)

    this.addSql(`create table "rule_count_deltas" (
      "id" bigserial primary key,
      "component_id" int not null,
      "base" boolean not null default false,
      "total" int not null,
      "locked" int not null,
      "under_review" int not null,
      "high" int not null,
      "medium" int not null,
      "low" int not null,
      "not_yet_determined" int not null,
      "applicable_configurable" int not null,
      "applicable_inherently_meets" int not null,
      "applicable_does_not_meet" int not null,
      "not_applicable" int not null,
      "applicable" int not null
    )`)
    this.addSql(`create index "rule_count_deltas_component_id" on "rule_count_deltas" ("component_id")`)
    this.addSql(
      `create index "rule_count_deltas_uncompacted" on "rule_count_deltas" ("component_id") where not base`,
    )
    this.addSql(
      `create unique index "rule_count_deltas_base" on "rule_count_deltas" ("component_id") where base`,
    )

    this.addSql(`create table "rule_search_index" (
      "rule_id" int not null,
      "vector" tsvector not null,
      "identifiers" text not null,
      primary key ("rule_id")
    )`)
    this.addSql(
      `create index "rule_search_index_terms" on "rule_search_index" using gin ("vector", "identifiers" gin_trgm_ops)`,
    )

    this.addSql(`create table "search_reindex_queue" (
      "kind" text not null,
      "record_id" int not null,
      "transaction_id" bigint not null,
      primary key ("kind", "record_id", "transaction_id")
    )`)

    this.addSql(`create table "srgs" (
      "id" serial primary key,
      "srg_id" text not null,
      "name" text null,
      "title" text not null,
      "version" text not null,
      "version_major" int null,
      "version_minor" int null,
      "version_decimals" int not null default 0,
      "draft" boolean not null default false,
      "line" text null,
      "replaced_at" timestamptz(6) null,
      "release_date" date null,
      "core" boolean not null default false,
      "released_from_component_id" int null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "srgs_release_line" on "srgs" ("srg_id", "version_major" desc nulls last, "version_minor" desc nulls last, "id" desc)`,
    )
    this.addSql(`create index "srgs_released_from_component_id" on "srgs" ("released_from_component_id")`)
    this.addSql(
      `create index "srgs_line" on "srgs" ((coalesce(line, srg_id)), "draft", "version_major" desc nulls last, "version_minor" desc nulls last, "version_decimals" desc, "id" desc)`,
    )
    this.addSql(`create index "srgs_title_trigram" on "srgs" using gin (lower(title) gin_trgm_ops)`)
    this.addSql(`alter table "srgs" add constraint "srgs_srg_id_version_unique" unique ("srg_id", "version")`)

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
      "comment_phase_set_at" timestamptz(6) not null default now(),
      "comment_period_announced_at" timestamptz(6) null,
      "next_rule_number" int not null default 1,
      "next_minted_sequence" int not null default 1,
      "metadata" jsonb not null default '{}',
      "readiness_policy" jsonb null,
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
    this.addSql(`create index "components_srg" on "components" ("id") where document_type = 'srg'`)
    this.addSql(`create index "components_name_trigram" on "components" using gin (lower(name) gin_trgm_ops)`)
    this.addSql(
      `alter table "components" add constraint "components_revision_unique" unique ("project_id", "name", "version", "release")`,
    )

    this.addSql(`create table "inspec_profile_files" (
      "id" serial primary key,
      "component_id" int not null,
      "path" text not null,
      "content" bytea null,
      "parts" jsonb null,
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `alter table "inspec_profile_files" add constraint "inspec_profile_files_unique" unique ("component_id", "path")`,
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

    this.addSql(`create table "srg_documents" (
      "srg_id" int not null,
      "xml" bytea not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      primary key ("srg_id")
    )`)

    this.addSql(`create table "srg_rules" (
      "id" serial primary key,
      "srg_id" int null,
      "rule_id" text not null,
      "status" text not null default 'Not Yet Determined',
      "rule_severity" text not null default 'medium',
      "ident_system" text null,
      "title" text null,
      "fixtext" text null,
      "vendor_comments" text null,
      "status_justification" text null,
      "artifact_description" text null,
      "ident" text null,
      "version" text null,
      "rule_weight" text null,
      "fix_id" text null,
      "fixtext_fixref" text null,
      "inspec_control_body" text null,
      "inspec_control_file" text null,
      "legacy_ids" text null,
      "vuln_id" text null,
      "inspec_control_body_lang" text null,
      "inspec_control_file_lang" text null,
      "vuln_discussion" text null,
      "false_positives" text null,
      "false_negatives" text null,
      "documentable" boolean null,
      "mitigations_available" boolean null,
      "mitigations" text null,
      "poam_available" boolean null,
      "poam" text null,
      "severity_override_guidance" text null,
      "potential_impacts" text null,
      "third_party_tools" text null,
      "mitigation_control" text null,
      "responsibility" text null,
      "ia_controls" text null,
      "check_system" text null,
      "check_content_ref_name" text null,
      "check_content_ref_href" text null,
      "check_content" text null,
      "further_checks" jsonb null,
      "fixes" jsonb null,
      "further_idents" jsonb null,
      "reference" jsonb not null default '{}',
      "rule_descriptions" text[] not null default '{}',
      "derived_from_srg_rule_id" int null,
      "minted_sequence" int null,
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "srg_rules_srg_id_version" on "srg_rules" ("srg_id", "version", "rule_id", "id")`,
    )
    this.addSql(`create index "srg_rules_srg_id_severity" on "srg_rules" ("srg_id", "rule_severity")`)
    this.addSql(`create index "srg_rules_version" on "srg_rules" ("version")`)
    this.addSql(`create index "srg_rules_rule_id" on "srg_rules" ("rule_id")`)
    this.addSql(
      `create index "srg_rules_derived_from_srg_rule_id" on "srg_rules" ("derived_from_srg_rule_id") where derived_from_srg_rule_id is not null`,
    )

    this.addSql(`create table "srg_rule_search_index" (
      "srg_rule_id" int not null,
      "vector" tsvector not null,
      "identifiers" text not null,
      "check_text" text not null,
      primary key ("srg_rule_id")
    )`)
    this.addSql(
      `create index "srg_rule_search_index_terms" on "srg_rule_search_index" using gin ("vector", "identifiers" gin_trgm_ops, "check_text" gin_trgm_ops)`,
    )

    this.addSql(`create table "stigs" (
      "id" serial primary key,
      "stig_id" text not null,
      "name" text null,
      "title" text not null,
      "version" text not null,
      "version_major" int null,
      "version_minor" int null,
      "version_decimals" int not null default 0,
      "draft" boolean not null default false,
      "line" text null,
      "replaced_at" timestamptz(6) null,
      "benchmark_date" date null,
      "description" text null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "stigs_release_line" on "stigs" ("stig_id", "version_major" desc nulls last, "version_minor" desc nulls last, "id" desc)`,
    )
    this.addSql(
      `create index "stigs_line" on "stigs" ((coalesce(line, stig_id)), "draft", "version_major" desc nulls last, "version_minor" desc nulls last, "version_decimals" desc, "id" desc)`,
    )
    this.addSql(`create index "stigs_title_trigram" on "stigs" using gin (lower(title) gin_trgm_ops)`)
    this.addSql(
      `alter table "stigs" add constraint "stigs_stig_id_version_unique" unique ("stig_id", "version")`,
    )

    this.addSql(`create table "stig_documents" (
      "stig_id" int not null,
      "xml" bytea not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      primary key ("stig_id")
    )`)

    this.addSql(`create table "stig_rules" (
      "id" serial primary key,
      "stig_id" int not null,
      "rule_id" text not null,
      "srg_id" text null,
      "status" text not null default 'Not Yet Determined',
      "rule_severity" text not null default 'medium',
      "ident_system" text null,
      "title" text null,
      "fixtext" text null,
      "vendor_comments" text null,
      "status_justification" text null,
      "artifact_description" text null,
      "ident" text null,
      "version" text null,
      "rule_weight" text null,
      "fix_id" text null,
      "fixtext_fixref" text null,
      "inspec_control_body" text null,
      "inspec_control_file" text null,
      "legacy_ids" text null,
      "vuln_id" text null,
      "vuln_discussion" text null,
      "false_positives" text null,
      "false_negatives" text null,
      "documentable" boolean null,
      "mitigations_available" boolean null,
      "mitigations" text null,
      "poam_available" boolean null,
      "poam" text null,
      "severity_override_guidance" text null,
      "potential_impacts" text null,
      "third_party_tools" text null,
      "mitigation_control" text null,
      "responsibility" text null,
      "ia_controls" text null,
      "check_system" text null,
      "check_content_ref_name" text null,
      "check_content_ref_href" text null,
      "check_content" text null,
      "further_checks" jsonb null,
      "fixes" jsonb null,
      "further_idents" jsonb null,
      "reference" jsonb not null default '{}',
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "stig_rules_stig_id_version" on "stig_rules" ("stig_id", "version", "rule_id", "id")`,
    )
    this.addSql(`create index "stig_rules_stig_id_severity" on "stig_rules" ("stig_id", "rule_severity")`)
    this.addSql(`create index "stig_rules_srg_id" on "stig_rules" ("srg_id")`)
    this.addSql(`create index "stig_rules_rule_id" on "stig_rules" ("rule_id")`)
    this.addSql(`create index "stig_rules_vuln_id" on "stig_rules" ("vuln_id")`)

    this.addSql(`create table "stig_rule_search_index" (
      "stig_rule_id" int not null,
      "vector" tsvector not null,
      "identifiers" text not null,
      "check_text" text not null,
      primary key ("stig_rule_id")
    )`)
    this.addSql(
      `create index "stig_rule_search_index_terms" on "stig_rule_search_index" using gin ("vector", "identifiers" gin_trgm_ops, "check_text" gin_trgm_ops)`,
    )

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
      "email_verified_at" timestamptz(6) null,
      "reset_password_token_digest" text null,
      "reset_password_sent_at" timestamptz(6) null,
      "reset_password_mailed" boolean not null default false,
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
    this.addSql(`create index "users_email" on "users" ("email")`)
    this.addSql(
      `create index "users_unconfirmed_email" on "users" ("unconfirmed_email") where unconfirmed_email is not null`,
    )
    this.addSql(`create index "users_locked" on "users" ("name", "id") where locked_at is not null`)
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
      "failed_attempts" int not null default 0,
      "first_failed_at" timestamptz(6) null,
      "last_failed_at" timestamptz(6) null,
      "locked_at" timestamptz(6) null,
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

    this.addSql(`create table "rules" (
      "id" serial primary key,
      "component_id" int not null,
      "document_type" text not null,
      "rule_id" text not null,
      "title" text null,
      "fixtext" text null,
      "vendor_comments" text null,
      "status_justification" text null,
      "artifact_description" text null,
      "ident" text null,
      "version" text null,
      "rule_weight" text null,
      "fix_id" text null,
      "fixtext_fixref" text null,
      "inspec_control_body" text null,
      "inspec_control_file" text null,
      "legacy_ids" text null,
      "vuln_id" text null,
      "ident_system" text null default 'http://iase.disa.mil/cci',
      "inspec_control_body_lang" text null default 'ruby',
      "inspec_control_file_lang" text null default 'ruby',
      "status" text not null default 'Not Yet Determined',
      "rule_severity" text not null default 'medium',
      "locked" boolean not null default false,
      "locked_fields" jsonb not null default '{}',
      "review_requestor_id" int null,
      "changes_requested" boolean not null default false,
      "srg_rule_id" int null,
      "derived_from_srg_rule_id" int null,
      "minted_sequence" int null,
      "lock_version" int not null default 1,
      "section_versions" jsonb not null default '{}',
      "section_times" jsonb not null default '{}',
      "deleted_at" timestamptz(6) null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "rules_live_sorted" on "rules" ("component_id", "version", "rule_id", "id") where deleted_at is null`,
    )
    this.addSql(
      `create index "rules_live_status" on "rules" ("component_id", "status", "rule_severity", "locked") where deleted_at is null`,
    )
    this.addSql(
      `create index "rules_under_review" on "rules" ("component_id") where review_requestor_id is not null and deleted_at is null`,
    )
    this.addSql(
      `create index "rules_changes_requested" on "rules" ("component_id") where changes_requested and deleted_at is null`,
    )
    this.addSql(`create index "rules_deleted" on "rules" ("component_id", "id") where deleted_at is not null`)
    this.addSql(`create index "rules_version" on "rules" ("version")`)
    this.addSql(`create index "rules_srg_rule_id" on "rules" ("srg_rule_id")`)
    this.addSql(
      `create index "rules_derived_from_srg_rule_id" on "rules" ("derived_from_srg_rule_id") where derived_from_srg_rule_id is not null`,
    )
    this.addSql(
      `create index "rules_review_requestor_id" on "rules" ("review_requestor_id") where review_requestor_id is not null`,
    )
    this.addSql(`alter table "rules" add constraint "rules_number_unique" unique ("component_id", "rule_id")`)
    this.addSql(
      `create unique index "rules_minted_sequence_unique" on "rules" ("component_id", "minted_sequence") where minted_sequence is not null`,
    )

    this.addSql(`create table "satisfactions" (
      "id" serial primary key,
      "rule_id" int not null,
      "satisfied_by_rule_id" int not null,
      "component_id" int not null,
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "satisfactions_satisfied_by_rule_id" on "satisfactions" ("satisfied_by_rule_id", "rule_id")`,
    )
    this.addSql(`create index "satisfactions_component_id" on "satisfactions" ("component_id")`)
    this.addSql(
      `alter table "satisfactions" add constraint "satisfactions_unique" unique ("rule_id", "satisfied_by_rule_id")`,
    )

    this.addSql(`create table "rule_references" (
      "id" serial primary key,
      "rule_id" int not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp(),
      "data" jsonb not null default '{}'
    )`)
    this.addSql(`create index "rule_references_rule_id" on "rule_references" ("rule_id", "id")`)

    this.addSql(`create table "rule_descriptions" (
      "id" serial primary key,
      "rule_id" int not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp(),
      "description" text null
    )`)
    this.addSql(`create index "rule_descriptions_rule_id" on "rule_descriptions" ("rule_id", "id")`)

    this.addSql(`create table "rule_checks" (
      "id" serial primary key,
      "rule_id" int not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp(),
      "system" text null,
      "content_ref_name" text null,
      "content_ref_href" text null,
      "content" text null
    )`)
    this.addSql(`create index "rule_checks_rule_id" on "rule_checks" ("rule_id", "id")`)

    this.addSql(`create table "disa_descriptions" (
      "id" serial primary key,
      "rule_id" int not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp(),
      "vuln_discussion" text null,
      "false_positives" text null,
      "false_negatives" text null,
      "documentable" boolean null,
      "mitigations_available" boolean null,
      "mitigations" text null,
      "poam_available" boolean null,
      "poam" text null,
      "severity_override_guidance" text null,
      "potential_impacts" text null,
      "third_party_tools" text null,
      "mitigation_control" text null,
      "responsibility" text null,
      "ia_controls" text null
    )`)
    this.addSql(`create index "disa_descriptions_rule_id" on "disa_descriptions" ("rule_id", "id")`)

    this.addSql(`create table "additional_answers" (
      "id" serial primary key,
      "rule_id" int not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp(),
      "additional_question_id" int not null,
      "answer" text null
    )`)
    this.addSql(
      `create index "additional_answers_additional_question_id" on "additional_answers" ("additional_question_id")`,
    )
    this.addSql(
      `alter table "additional_answers" add constraint "additional_answers_unique" unique ("rule_id", "additional_question_id")`,
    )

    this.addSql(`create table "reviews" (
      "id" serial primary key,
      "project_id" int not null,
      "component_id" int not null,
      "rule_id" int null,
      "commentable_type" text not null,
      "original_commentable_id" int null,
      "user_id" int null,
      "action" text not null,
      "comment" text not null,
      "markers" jsonb not null default '[]',
      "section" text null,
      "responding_to_review_id" int null,
      "triage_status" text null,
      "triage_set_by_id" int null,
      "triage_set_at" timestamptz(6) null,
      "adjudicated_by_id" int null,
      "adjudicated_at" timestamptz(6) null,
      "duplicate_of_review_id" int null,
      "addressed_by_rule_id" int null,
      "commenter_imported_name" text null,
      "commenter_imported_email" text null,
      "triage_set_by_imported_name" text null,
      "triage_set_by_imported_email" text null,
      "adjudicated_by_imported_name" text null,
      "adjudicated_by_imported_email" text null,
      "withdrawn_at" timestamptz(6) null,
      "edited_at" timestamptz(6) null,
      "assignee_id" int null,
      "due_on" date null,
      "last_decision" jsonb null,
      "lock_version" int not null default 1,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "reviews_project_status_page" on "reviews" ("project_id", "triage_status", "created_at" desc, "id" desc) where action = 'comment' and responding_to_review_id is null`,
    )
    this.addSql(
      `create index "reviews_component_status_page" on "reviews" ("component_id", "triage_status", "created_at" desc, "id" desc) where action = 'comment' and responding_to_review_id is null`,
    )
    this.addSql(`create index "reviews_component_id" on "reviews" ("component_id", "id")`)
    this.addSql(`create index "reviews_rule_id" on "reviews" ("rule_id", "created_at", "id")`)
    this.addSql(
      `create index "reviews_responding_to_review_id" on "reviews" ("responding_to_review_id", "created_at", "id")`,
    )
    this.addSql(`create index "reviews_duplicate_of_review_id" on "reviews" ("duplicate_of_review_id")`)
    this.addSql(`create index "reviews_addressed_by_rule_id" on "reviews" ("addressed_by_rule_id")`)
    this.addSql(`create index "reviews_original_commentable_id" on "reviews" ("original_commentable_id")`)
    this.addSql(`create index "reviews_user_id" on "reviews" ("user_id", "created_at", "id")`)
    this.addSql(`create index "reviews_triage_set_by_id" on "reviews" ("triage_set_by_id")`)
    this.addSql(`create index "reviews_adjudicated_by_id" on "reviews" ("adjudicated_by_id")`)
    this.addSql(
      `create index "reviews_comment_trigram" on "reviews" using gin (project_id, component_id, comment gin_trgm_ops)`,
    )
    this.addSql(
      `create index "reviews_project_page" on "reviews" ("project_id", "created_at" desc, "id" desc) include ("triage_status", "section", "user_id", "assignee_id", "due_on", "adjudicated_at", "rule_id") where action = 'comment' and responding_to_review_id is null`,
    )
    this.addSql(
      `create index "reviews_component_page" on "reviews" ("component_id", "created_at" desc, "id" desc) include ("triage_status", "section", "user_id", "assignee_id", "due_on", "adjudicated_at", "rule_id") where action = 'comment' and responding_to_review_id is null`,
    )
    this.addSql(
      `create index "reviews_author_page" on "reviews" ("user_id", "project_id", "created_at" desc, "id" desc) include ("triage_status", "adjudicated_at", "rule_id", "component_id") where action = 'comment' and responding_to_review_id is null`,
    )
    this.addSql(
      `create index "reviews_component_decided" on "reviews" ("component_id", "triage_set_at") include ("project_id", "rule_id") where action = 'comment' and responding_to_review_id is null and triage_set_at is not null`,
    )
    this.addSql(
      `create index "reviews_component_closed" on "reviews" ("component_id", "adjudicated_at") include ("project_id", "rule_id") where action = 'comment' and responding_to_review_id is null and adjudicated_at is not null`,
    )
    this.addSql(
      `create index "reviews_component_replies" on "reviews" ("component_id", "rule_id") where responding_to_review_id is not null`,
    )
    this.addSql(
      `create index "reviews_component_assigned" on "reviews" ("component_id", "assignee_id", "due_on") include ("project_id", "rule_id") where action = 'comment' and responding_to_review_id is null and adjudicated_at is null and assignee_id is not null`,
    )
    this.addSql(
      `create index "reviews_assignee_id" on "reviews" ("assignee_id", "project_id", "created_at" desc, "id" desc) include ("triage_status", "adjudicated_at", "rule_id", "component_id", "action", "responding_to_review_id") where assignee_id is not null`,
    )

    this.addSql(`create table "comment_signatures" (
      "review_id" int not null,
      "component_id" int not null,
      "bands" int[] not null,
      primary key ("review_id")
    )`)
    this.addSql(`create index "comment_signatures_component_id" on "comment_signatures" ("component_id")`)
    this.addSql(
      `create index "comment_signatures_bands" on "comment_signatures" using gin ("bands") with (fastupdate = off)`,
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

    this.addSql(`create table "requirement_relocations" (
      "id" serial primary key,
      "component_id" int not null,
      "source_rule_id" int not null,
      "source_displayed_name" text not null,
      "target_technology_token" text not null,
      "named_target" text null,
      "target_project_id" int null,
      "target_component_id" int null,
      "target_rule_id" int null,
      "destination_abbreviation" text null,
      "requested_by_id" int null,
      "requested_by_name" text null,
      "accepted_by_id" int null,
      "accepted_by_name" text null,
      "accepted_at" timestamptz(6) null,
      "executed_at" timestamptz(6) null,
      "declined_by_id" int null,
      "declined_by_name" text null,
      "declined_at" timestamptz(6) null,
      "adjudication_rationale" text null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "requirement_relocations_source_rule_id" on "requirement_relocations" ("source_rule_id")`,
    )
    this.addSql(
      `create index "requirement_relocations_component_id" on "requirement_relocations" ("component_id", "executed_at")`,
    )
    this.addSql(
      `create index "requirement_relocations_target_rule_id" on "requirement_relocations" ("target_rule_id")`,
    )
    this.addSql(
      `create index "requirement_relocations_target_component_id" on "requirement_relocations" ("target_component_id")`,
    )
    this.addSql(
      `create index "requirement_relocations_target_project_id" on "requirement_relocations" ("target_project_id")`,
    )
    this.addSql(
      `create index "requirement_relocations_requested_by_id" on "requirement_relocations" ("requested_by_id")`,
    )
    this.addSql(
      `create index "requirement_relocations_accepted_by_id" on "requirement_relocations" ("accepted_by_id")`,
    )
    this.addSql(
      `create index "requirement_relocations_declined_by_id" on "requirement_relocations" ("declined_by_id")`,
    )
    this.addSql(
      `create unique index "requirement_relocations_open_unique" on "requirement_relocations" ("source_rule_id") where executed_at is null and declined_at is null`,
    )

    this.addSql(`create table "reactions" (
      "id" serial primary key,
      "review_id" int not null,
      "user_id" int not null,
      "kind" text not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "reactions_user_id" on "reactions" ("user_id")`)
    this.addSql(`alter table "reactions" add constraint "reactions_unique" unique ("review_id", "user_id")`)

    this.addSql(`create table "project_invitations" (
      "id" serial primary key,
      "project_id" int not null,
      "email" text not null,
      "name" text null,
      "role" text not null,
      "invited_by_id" int null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "project_invitations_invited_by_id" on "project_invitations" ("invited_by_id")`)
    this.addSql(
      `alter table "project_invitations" add constraint "project_invitations_unique" unique ("project_id", "email")`,
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

    this.addSql(`create table "jobs" (
      "id" serial primary key,
      "user_id" int not null,
      "operation" text not null,
      "request" jsonb not null,
      "input" jsonb not null default '{}',
      "state" text not null default 'queued',
      "done" int not null default 0,
      "total" int null,
      "attempts" int not null default 0,
      "worker" uuid null,
      "error" text null,
      "refusal" jsonb null,
      "answer" jsonb null,
      "heartbeat_at" timestamptz(6) null,
      "started_at" timestamptz(6) null,
      "finished_at" timestamptz(6) null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "jobs_unfinished" on "jobs" ("id") where state in ('queued', 'running')`)
    this.addSql(`create index "jobs_user_id" on "jobs" ("user_id", "id")`)
    this.addSql(`create index "jobs_created_at" on "jobs" ("created_at")`)

    this.addSql(`create table "job_chunks" (
      "id" serial primary key,
      "job_id" int not null,
      "part" text not null,
      "position" int not null,
      "bytes" bytea not null
    )`)
    this.addSql(
      `alter table "job_chunks" add constraint "job_chunks_unique" unique ("job_id", "part", "position")`,
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

    this.addSql(`create table "idempotency_keys" (
      "id" serial primary key,
      "user_id" int not null,
      "method" text not null,
      "path" text not null,
      "key_digest" text not null,
      "request_digest" text not null,
      "status" int not null,
      "headers" jsonb not null,
      "body" text null,
      "reference" jsonb not null,
      "project_id" int null,
      "component_id" int null,
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "idempotency_keys_created_at" on "idempotency_keys" ("created_at")`)
    this.addSql(`create index "idempotency_keys_component_id" on "idempotency_keys" ("component_id")`)
    this.addSql(`create index "idempotency_keys_project_id" on "idempotency_keys" ("project_id")`)
    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_unique" unique ("user_id", "method", "path", "key_digest")`,
    )

    this.addSql(`create table "digest_items" (
      "id" serial primary key,
      "user_id" int not null,
      "project_id" int not null,
      "component_id" int null,
      "event" text null,
      "line" text not null,
      "created_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "digest_items_line" on "digest_items" ("user_id", md5(line))`)
    this.addSql(`create index "digest_items_user_id" on "digest_items" ("user_id", "id")`)
    this.addSql(`create index "digest_items_project_id" on "digest_items" ("project_id")`)
    this.addSql(`create index "digest_items_created_at" on "digest_items" ("created_at")`)

    this.addSql(`create table "bulk_updates" (
      "id" uuid not null,
      "component_id" int not null,
      "user_id" int not null,
      "rules" jsonb not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      primary key ("id")
    )`)
    this.addSql(`create index "bulk_updates_component_id" on "bulk_updates" ("component_id")`)
    this.addSql(`create index "bulk_updates_user_id" on "bulk_updates" ("user_id")`)
    this.addSql(`create index "bulk_updates_created_at" on "bulk_updates" ("created_at")`)

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
      `alter table "audit_entries" add constraint "audit_entries_merged" check (merge_key is null or kind = 'security' or action = 'audit_pruned')`,
    )
    this.addSql(
      `alter table "audit_entries" add constraint "audit_entries_kind_check" check ("kind" in ('content', 'security'))`,
    )
    this.addSql(
      `create trigger "audit_entries_update" before update on "audit_entries" for each row execute function restrict_update_of_audit_entry()`,
    )
    this.addSql(
      `create trigger "audit_entries_delete" before delete on "audit_entries" for each row execute function restrict_delete_of_audit_entry()`,
    )

    this.addSql(
      `alter table "comment_count_deltas" add constraint "comment_count_deltas_triage_status_check" check ("triage_status" in ('pending', 'concur', 'concur_with_comment', 'non_concur', 'duplicate', 'informational', 'needs_clarification', 'withdrawn', 'addressed_by'))`,
    )
    this.addSql(
      `create trigger "comment_count_deltas_compacted" after delete on "comment_count_deltas" referencing old table as old_rows for each statement execute function add_compacted_to_deleted_rule_counts()`,
    )

    this.addSql(
      `alter table "deleted_rule_counts" add constraint "deleted_rule_counts_triage_status_check" check ("triage_status" in ('pending', 'concur', 'concur_with_comment', 'non_concur', 'duplicate', 'informational', 'needs_clarification', 'withdrawn', 'addressed_by'))`,
    )

    this.addSql(
      `create trigger "domain_events_order" before insert on "domain_events" for each statement execute function lock_event_order()`,
    )

    this.addSql(
      `alter table "outbox_messages" add constraint "outbox_messages_kind_check" check ("kind" in ('mail', 'chat', 'account'))`,
    )

    this.addSql(
      `alter table "projects" add constraint "projects_visibility_check" check ("visibility" in ('discoverable', 'hidden'))`,
    )

    this.addSql(
      `alter table "search_reindex_queue" add constraint "search_reindex_queue_kind_check" check ("kind" in ('rule', 'srg', 'stig'))`,
    )

    this.addSql(
      `alter table "srgs" add constraint "srgs_released_from_component_id_foreign" foreign key ("released_from_component_id") references "components" ("id") on delete set null`,
    )
    this.addSql(
      `create trigger "srgs_reindex_inserted" after insert on "srgs" for each row execute function enqueue_search_reindex('srg')`,
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
      `alter table "components" add constraint "components_prefix_shape" check (prefix ~ '^[A-Z0-9_]{4}-[A-Z0-9_]{2}$')`,
    )
    this.addSql(
      `alter table "components" add constraint "components_closed_reason_only_when_closed" check (closed_reason is null or comment_phase = 'closed')`,
    )
    this.addSql(
      `alter table "components" add constraint "components_period_in_order" check (comment_period_ends_at is null or comment_period_starts_at is null or comment_period_ends_at >= comment_period_starts_at)`,
    )
    this.addSql(
      `alter table "components" add constraint "components_overlay_not_self" check (component_id is null or component_id <> id)`,
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
    this.addSql(
      `create trigger "components_released" before update on "components" for each row when (old.released) execute function prevent_change_of_released_component('comment_phase', 'closed_reason', 'comment_period_starts_at', 'comment_period_ends_at', 'comment_phase_set_at', 'comment_period_announced_at', 'admin_name', 'admin_email', 'next_rule_number', 'next_minted_sequence', 'lock_version', 'updated_at')`,
    )

    this.addSql(
      `alter table "inspec_profile_files" add constraint "inspec_profile_files_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
    this.addSql(
      `create trigger "inspec_profile_files_released" before update or delete on "inspec_profile_files" for each row execute function prevent_change_of_released_content('component_id')`,
    )
    this.addSql(
      `create trigger "inspec_profile_files_released_inserts" after insert on "inspec_profile_files" referencing new table as new_rows for each statement execute function prevent_insert_into_released_content('component_id')`,
    )

    this.addSql(
      `alter table "component_sources" add constraint "component_sources_component_id_foreign" foreign key ("component_id") references "components" ("id") on update cascade on delete cascade`,
    )
    this.addSql(
      `alter table "component_sources" add constraint "component_sources_srg_id_foreign" foreign key ("srg_id") references "srgs" ("id") on update cascade on delete no action`,
    )
    this.addSql(
      `create trigger "component_sources_released" before update or delete on "component_sources" for each row execute function prevent_change_of_released_content('component_id')`,
    )
    this.addSql(
      `create trigger "component_sources_released_inserts" after insert on "component_sources" referencing new table as new_rows for each statement execute function prevent_insert_into_released_content('component_id')`,
    )

    this.addSql(
      `alter table "additional_questions" add constraint "additional_questions_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "additional_questions" add constraint "additional_questions_question_type_check" check ("question_type" in ('dropdown', 'freeform', 'url'))`,
    )
    this.addSql(
      `create trigger "additional_questions_released" before update or delete on "additional_questions" for each row execute function prevent_change_of_released_content('component_id')`,
    )
    this.addSql(
      `create trigger "additional_questions_released_inserts" after insert on "additional_questions" referencing new table as new_rows for each statement execute function prevent_insert_into_released_content('component_id')`,
    )

    this.addSql(
      `alter table "srg_documents" add constraint "srg_documents_srg_id_foreign" foreign key ("srg_id") references "srgs" ("id") on update cascade on delete cascade`,
    )

    this.addSql(
      `alter table "srg_rules" add constraint "srg_rules_srg_id_foreign" foreign key ("srg_id") references "srgs" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "srg_rules" add constraint "srg_rules_derived_from_srg_rule_id_foreign" foreign key ("derived_from_srg_rule_id") references "srg_rules" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "srg_rules" add constraint "srg_rules_rule_severity_check" check ("rule_severity" in ('high', 'medium', 'low'))`,
    )

    this.addSql(
      `alter table "srg_rule_search_index" add constraint "srg_rule_search_index_srg_rule_id_foreign" foreign key ("srg_rule_id") references "srg_rules" ("id") on update cascade on delete cascade`,
    )

    this.addSql(
      `create trigger "stigs_reindex_inserted" after insert on "stigs" for each row execute function enqueue_search_reindex('stig')`,
    )

    this.addSql(
      `alter table "stig_documents" add constraint "stig_documents_stig_id_foreign" foreign key ("stig_id") references "stigs" ("id") on update cascade on delete cascade`,
    )

    this.addSql(
      `alter table "stig_rules" add constraint "stig_rules_stig_id_foreign" foreign key ("stig_id") references "stigs" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "stig_rules" add constraint "stig_rules_rule_severity_check" check ("rule_severity" in ('high', 'medium', 'low'))`,
    )

    this.addSql(
      `alter table "stig_rule_search_index" add constraint "stig_rule_search_index_stig_rule_id_foreign" foreign key ("stig_rule_id") references "stig_rules" ("id") on update cascade on delete cascade`,
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

    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "sessions" add constraint "sessions_end_has_reason" check ((ended_at is null) = (end_reason is null))`,
    )
    this.addSql(
      `alter table "sessions" add constraint "sessions_end_reason_check" check ("end_reason" in ('logout', 'superseded', 'idle', 'absolute', 'password_changed', 'account_locked', 'account_deleted', 'admin'))`,
    )

    this.addSql(
      `alter table "search_abbreviations" add constraint "search_abbreviations_created_by_id_foreign" foreign key ("created_by_id") references "users" ("id") on delete set null`,
    )

    this.addSql(
      `alter table "rules" add constraint "rules_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "rules" add constraint "rules_review_requestor_id_foreign" foreign key ("review_requestor_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "rules" add constraint "rules_srg_rule_id_foreign" foreign key ("srg_rule_id") references "srg_rules" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "rules" add constraint "rules_derived_from_srg_rule_id_foreign" foreign key ("derived_from_srg_rule_id") references "srg_rules" ("id") on delete no action`,
    )
    this.addSql(`alter table "rules" add constraint "rules_six_digits" check (rule_id ~ '^[0-9]{6}$')`)
    this.addSql(
      `alter table "rules" add constraint "rules_status_of_type" check (case document_type when 'stig' then status in ('Not Yet Determined', 'Applicable - Configurable', 'Applicable - Inherently Meets', 'Applicable - Does Not Meet', 'Not Applicable') else status in ('Not Yet Determined', 'Applicable', 'Not Applicable') end)`,
    )
    this.addSql(
      `alter table "rules" add constraint "rules_not_applicable_justified" check (document_type <> 'srg' or status <> 'Not Applicable' or coalesce(status_justification, '') ~ '[^[:space:]]')`,
    )
    this.addSql(
      `alter table "rules" add constraint "rules_source_of_type" check (case document_type when 'stig' then srg_rule_id is not null and derived_from_srg_rule_id is null and minted_sequence is null else srg_rule_id is null end)`,
    )
    this.addSql(
      `alter table "rules" add constraint "rules_locked_or_under_review" check (not (locked and review_requestor_id is not null))`,
    )
    this.addSql(
      `alter table "rules" add constraint "rules_minted_sequence_positive" check (minted_sequence is null or minted_sequence > 0)`,
    )
    this.addSql(
      `alter table "rules" add constraint "rules_document_type_check" check ("document_type" in ('stig', 'srg'))`,
    )
    this.addSql(
      `alter table "rules" add constraint "rules_status_check" check ("status" in ('Not Yet Determined', 'Applicable - Configurable', 'Applicable - Inherently Meets', 'Applicable - Does Not Meet', 'Not Applicable', 'Applicable'))`,
    )
    this.addSql(
      `alter table "rules" add constraint "rules_rule_severity_check" check ("rule_severity" in ('high', 'medium', 'low'))`,
    )
    this.addSql(
      `create trigger "rules_document_type" before update of document_type, component_id on "rules" for each row execute function assert_rule_document_type()`,
    )
    this.addSql(
      `create trigger "rules_document_type_inserts" after insert on "rules" referencing new table as new_rows for each statement execute function assert_inserted_rule_document_types()`,
    )
    this.addSql(
      `create trigger "rules_counted_insert" after insert on "rules" referencing new table as new_rows for each statement execute function append_rule_count_deltas()`,
    )
    this.addSql(
      `create trigger "rules_counted_update" after update on "rules" referencing old table as old_rows new table as new_rows for each statement execute function append_rule_count_deltas()`,
    )
    this.addSql(
      `create trigger "rules_counted_delete" after delete on "rules" referencing old table as old_rows for each statement execute function append_rule_count_deltas()`,
    )
    this.addSql(
      `create trigger "rules_released" before update or delete on "rules" for each row execute function prevent_change_of_released_content('component_id')`,
    )
    this.addSql(
      `create trigger "rules_released_inserts" after insert on "rules" referencing new table as new_rows for each statement execute function prevent_insert_into_released_content('component_id')`,
    )
    this.addSql(
      `create trigger "rules_reindex_inserted" after insert on "rules" referencing new table as changed_rows for each statement execute function enqueue_search_reindex_of_rows()`,
    )
    this.addSql(
      `create trigger "rules_reindex_updated" after update of title, fixtext, vendor_comments, status_justification, artifact_description, ident, version on "rules" for each row when ((old.title, old.fixtext, old.vendor_comments, old.status_justification, old.artifact_description, old.ident, old.version) is distinct from (new.title, new.fixtext, new.vendor_comments, new.status_justification, new.artifact_description, new.ident, new.version)) execute function enqueue_search_reindex('rule')`,
    )
    this.addSql(
      `create trigger "rules_reindex_deleted" after delete on "rules" referencing old table as changed_rows for each statement execute function enqueue_search_reindex_of_rows()`,
    )

    this.addSql(
      `alter table "satisfactions" add constraint "satisfactions_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "satisfactions" add constraint "satisfactions_satisfied_by_rule_id_foreign" foreign key ("satisfied_by_rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "satisfactions" add constraint "satisfactions_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "satisfactions" add constraint "satisfactions_not_self" check (rule_id <> satisfied_by_rule_id)`,
    )
    this.addSql(
      `create trigger "satisfactions_released" before update or delete on "satisfactions" for each row execute function prevent_change_of_released_content('component_id')`,
    )
    this.addSql(
      `create trigger "satisfactions_released_inserts" after insert on "satisfactions" referencing new table as new_rows for each statement execute function prevent_insert_into_released_content('component_id')`,
    )
    this.addSql(
      `create trigger "satisfactions_component" before insert or update on "satisfactions" for each row execute function assert_satisfaction_within_component()`,
    )

    this.addSql(
      `alter table "rule_references" add constraint "rule_references_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `create trigger "rule_references_released" before update or delete on "rule_references" for each row execute function prevent_change_of_released_content('rule_id')`,
    )
    this.addSql(
      `create trigger "rule_references_released_inserts" after insert on "rule_references" referencing new table as new_rows for each statement execute function prevent_insert_into_released_content('rule_id')`,
    )

    this.addSql(
      `alter table "rule_descriptions" add constraint "rule_descriptions_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `create trigger "rule_descriptions_released" before update or delete on "rule_descriptions" for each row execute function prevent_change_of_released_content('rule_id')`,
    )
    this.addSql(
      `create trigger "rule_descriptions_released_inserts" after insert on "rule_descriptions" referencing new table as new_rows for each statement execute function prevent_insert_into_released_content('rule_id')`,
    )

    this.addSql(
      `alter table "rule_checks" add constraint "rule_checks_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `create trigger "rule_checks_released" before update or delete on "rule_checks" for each row execute function prevent_change_of_released_content('rule_id')`,
    )
    this.addSql(
      `create trigger "rule_checks_released_inserts" after insert on "rule_checks" referencing new table as new_rows for each statement execute function prevent_insert_into_released_content('rule_id')`,
    )
    this.addSql(
      `create trigger "rule_checks_reindex_inserted" after insert on "rule_checks" referencing new table as changed_rows for each statement execute function enqueue_search_reindex_of_rows()`,
    )
    this.addSql(
      `create trigger "rule_checks_reindex_updated" after update of content on "rule_checks" for each row when ((old.content) is distinct from (new.content)) execute function enqueue_search_reindex()`,
    )
    this.addSql(
      `create trigger "rule_checks_reindex_deleted" after delete on "rule_checks" for each row when (pg_trigger_depth() = 0) execute function enqueue_search_reindex()`,
    )

    this.addSql(
      `alter table "disa_descriptions" add constraint "disa_descriptions_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `create trigger "disa_descriptions_released" before update or delete on "disa_descriptions" for each row execute function prevent_change_of_released_content('rule_id')`,
    )
    this.addSql(
      `create trigger "disa_descriptions_released_inserts" after insert on "disa_descriptions" referencing new table as new_rows for each statement execute function prevent_insert_into_released_content('rule_id')`,
    )
    this.addSql(
      `create trigger "disa_descriptions_reindex_inserted" after insert on "disa_descriptions" referencing new table as changed_rows for each statement execute function enqueue_search_reindex_of_rows()`,
    )
    this.addSql(
      `create trigger "disa_descriptions_reindex_updated" after update of vuln_discussion, mitigations on "disa_descriptions" for each row when ((old.vuln_discussion, old.mitigations) is distinct from (new.vuln_discussion, new.mitigations)) execute function enqueue_search_reindex()`,
    )
    this.addSql(
      `create trigger "disa_descriptions_reindex_deleted" after delete on "disa_descriptions" for each row when (pg_trigger_depth() = 0) execute function enqueue_search_reindex()`,
    )

    this.addSql(
      `alter table "additional_answers" add constraint "additional_answers_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "additional_answers" add constraint "additional_answers_additional_question_id_foreign" foreign key ("additional_question_id") references "additional_questions" ("id") on delete cascade`,
    )
    this.addSql(
      `create trigger "additional_answers_released" before update or delete on "additional_answers" for each row execute function prevent_change_of_released_content('rule_id')`,
    )
    this.addSql(
      `create trigger "additional_answers_released_inserts" after insert on "additional_answers" referencing new table as new_rows for each statement execute function prevent_insert_into_released_content('rule_id')`,
    )

    this.addSql(
      `alter table "reviews" add constraint "reviews_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_original_commentable_id_foreign" foreign key ("original_commentable_id") references "rules" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_responding_to_review_id_foreign" foreign key ("responding_to_review_id") references "reviews" ("id") on delete no action`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_triage_set_by_id_foreign" foreign key ("triage_set_by_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_adjudicated_by_id_foreign" foreign key ("adjudicated_by_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_duplicate_of_review_id_foreign" foreign key ("duplicate_of_review_id") references "reviews" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_addressed_by_rule_id_foreign" foreign key ("addressed_by_rule_id") references "rules" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_assignee_id_foreign" foreign key ("assignee_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_triage_only_on_comments" check (triage_status is null or (action = 'comment' and responding_to_review_id is null))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_duplicate_of_only_duplicates" check (duplicate_of_review_id is null or (triage_status is not null and triage_status = 'duplicate'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_duplicate_not_self" check (duplicate_of_review_id is null or duplicate_of_review_id <> id)`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_addressed_by_only_addressed" check (addressed_by_rule_id is null or (triage_status is not null and triage_status = 'addressed_by'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_replies_are_comments" check (responding_to_review_id is null or (action = 'comment' and responding_to_review_id <> id))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_rule_of_type" check ((commentable_type = 'BaseRule') = (rule_id is not null))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_component_comments_have_no_section" check (commentable_type = 'BaseRule' or section is null)`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_actions_are_on_rules" check (action = 'comment' or rule_id is not null)`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_only_decided_comments_close" check (adjudicated_at is null or (action = 'comment' and responding_to_review_id is null and coalesce(triage_status, '') <> 'pending'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_adjudicator_of_closed" check (adjudicated_by_id is null or adjudicated_at is not null)`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_commentable_type_check" check ("commentable_type" in ('BaseRule', 'Component'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_action_check" check ("action" in ('comment', 'request_review', 'revoke_review_request', 'request_changes', 'approve', 'lock_control', 'unlock_control'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_section_check" check ("section" in ('title', 'severity', 'status', 'fixtext', 'check_content', 'vuln_discussion', 'disa_metadata', 'vendor_comments', 'artifact_description', 'xccdf_metadata'))`,
    )
    this.addSql(
      `alter table "reviews" add constraint "reviews_triage_status_check" check ("triage_status" in ('pending', 'concur', 'concur_with_comment', 'non_concur', 'duplicate', 'informational', 'needs_clarification', 'withdrawn', 'addressed_by'))`,
    )
    this.addSql(
      `create trigger "reviews_counted_insert" after insert on "reviews" referencing new table as new_rows for each statement execute function append_comment_count_deltas()`,
    )
    this.addSql(
      `create trigger "reviews_counted_update" after update on "reviews" referencing old table as old_rows new table as new_rows for each statement execute function append_comment_count_deltas()`,
    )
    this.addSql(
      `create trigger "reviews_counted_delete" after delete on "reviews" referencing old table as old_rows for each statement execute function append_comment_count_deltas()`,
    )

    this.addSql(
      `alter table "comment_signatures" add constraint "comment_signatures_review_id_foreign" foreign key ("review_id") references "reviews" ("id") on update cascade on delete cascade`,
    )
    this.addSql(
      `alter table "comment_signatures" add constraint "comment_signatures_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )

    this.addSql(
      `alter table "response_templates" add constraint "response_templates_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "response_templates" add constraint "response_templates_created_by_id_foreign" foreign key ("created_by_id") references "users" ("id") on delete set null`,
    )

    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_source_rule_id_foreign" foreign key ("source_rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_target_project_id_foreign" foreign key ("target_project_id") references "projects" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_target_component_id_foreign" foreign key ("target_component_id") references "components" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_target_rule_id_foreign" foreign key ("target_rule_id") references "rules" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_requested_by_id_foreign" foreign key ("requested_by_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_accepted_by_id_foreign" foreign key ("accepted_by_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_declined_by_id_foreign" foreign key ("declined_by_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_one_end" check (executed_at is null or declined_at is null)`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_decline_has_rationale" check (declined_at is null or adjudication_rationale is not null)`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_executed_is_accepted" check ((executed_at is null) = (accepted_at is null))`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_named_target_check" check ("named_target" in ('Project', 'Component'))`,
    )

    this.addSql(
      `alter table "reactions" add constraint "reactions_review_id_foreign" foreign key ("review_id") references "reviews" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "reactions" add constraint "reactions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "reactions" add constraint "reactions_kind_check" check ("kind" in ('up', 'down'))`,
    )

    this.addSql(
      `alter table "project_invitations" add constraint "project_invitations_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "project_invitations" add constraint "project_invitations_invited_by_id_foreign" foreign key ("invited_by_id") references "users" ("id") on delete set null`,
    )
    this.addSql(
      `alter table "project_invitations" add constraint "project_invitations_email_normal" check (email = lower(btrim(email)))`,
    )
    this.addSql(
      `alter table "project_invitations" add constraint "project_invitations_role_check" check ("role" in ('viewer', 'author', 'reviewer', 'admin'))`,
    )

    this.addSql(
      `alter table "project_access_requests" add constraint "project_access_requests_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "project_access_requests" add constraint "project_access_requests_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )

    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_delivery_check" check ("delivery" in ('now', 'daily', 'never'))`,
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
      `alter table "jobs" add constraint "jobs_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "jobs" add constraint "jobs_state_check" check ("state" in ('queued', 'running', 'done', 'failed', 'cancelled'))`,
    )

    this.addSql(
      `alter table "job_chunks" add constraint "job_chunks_job_id_foreign" foreign key ("job_id") references "jobs" ("id") on delete cascade`,
    )

    this.addSql(
      `alter table "identities" add constraint "identities_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )

    this.addSql(
      `alter table "idempotency_keys" add constraint "idempotency_keys_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )

    this.addSql(
      `alter table "digest_items" add constraint "digest_items_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "digest_items" add constraint "digest_items_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
    )

    this.addSql(
      `alter table "bulk_updates" add constraint "bulk_updates_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "bulk_updates" add constraint "bulk_updates_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )

    this.addSql(
      `alter table "access_tokens" add constraint "access_tokens_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "access_tokens" add constraint "access_tokens_scopes_known" check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'admin']::text[])`,
    )

    this.addSql(`create table "reference_documents" (
      "id" serial primary key,
      "kind" text not null,
      "title" text null,
      "version" text null,
      "published" text null,
      "filename" text not null,
      "entries_count" int not null,
      "uploaded_by_id" int null,
      "uploaded_at" timestamptz(6) not null
    );`)
    this.addSql(
      `alter table "reference_documents" add constraint "reference_documents_kind_unique" unique ("kind");`,
    )
    this.addSql(
      `create index "reference_documents_uploaded_by_id" on "reference_documents" ("uploaded_by_id");`,
    )
    this.addSql(
      `alter table "reference_documents" add constraint "reference_documents_uploaded_by_id_foreign" foreign key ("uploaded_by_id") references "users" ("id") on delete set null;`,
    )
    this.addSql(
      `alter table "reference_documents" add constraint "reference_documents_kind_check" check ("kind" in ('cci_list', 'control_catalog'));`,
    )

    this.addSql(`create table "control_texts" (
      "control" text not null,
      "document_id" int not null,
      "family" text null,
      "title" text not null,
      "withdrawn" boolean not null,
      "successors" text[] not null,
      "statement" jsonb not null,
      "guidance" text null,
      primary key ("control")
    );`)
    this.addSql(`create index "control_texts_document_id" on "control_texts" ("document_id");`)
    this.addSql(
      `alter table "control_texts" add constraint "control_texts_document_id_foreign" foreign key ("document_id") references "reference_documents" ("id") on delete cascade;`,
    )

    this.addSql(`create table "cci_definitions" (
      "cci" text not null,
      "document_id" int not null,
      "status" text null,
      "published" text null,
      "contributor" text null,
      "definition" text null,
      "types" text[] not null,
      "parameter" text null,
      "note" text null,
      "references" jsonb not null,
      "base_control" text null,
      "control" text null,
      "revision" text null,
      primary key ("cci")
    );`)
    this.addSql(`create index "cci_definitions_document_id" on "cci_definitions" ("document_id");`)
    this.addSql(`create index "cci_definitions_base_control" on "cci_definitions" ("base_control");`)
    this.addSql(
      `alter table "cci_definitions" add constraint "cci_definitions_document_id_foreign" foreign key ("document_id") references "reference_documents" ("id") on delete cascade;`,
    )
  }

  override down(): void {
    const tables = [
      'failed_sign_ins',
      'audit_entries',
      'background_leases',
      'comment_count_deltas',
      'deleted_rule_counts',
      'domain_events',
      'event_cursors',
      'outbox_messages',
      'projects',
      'rate_limit_counters',
      'rule_count_deltas',
      'rule_search_index',
      'search_reindex_queue',
      'srgs',
      'components',
      'inspec_profile_files',
      'component_sources',
      'additional_questions',
      'srg_documents',
      'srg_rules',
      'srg_rule_search_index',
      'stigs',
      'stig_documents',
      'stig_rules',
      'stig_rule_search_index',
      'users',
      'sessions',
      'search_abbreviations',
      'rules',
      'satisfactions',
      'rule_references',
      'rule_descriptions',
      'rule_checks',
      'disa_descriptions',
      'additional_answers',
      'reviews',
      'comment_signatures',
      'response_templates',
      'requirement_relocations',
      'reactions',
      'project_invitations',
      'project_access_requests',
      'notification_preferences',
      'memberships',
      'jobs',
      'job_chunks',
      'identities',
      'idempotency_keys',
      'digest_items',
      'bulk_updates',
      'access_tokens',
      'reference_documents',
      'control_texts',
      'cci_definitions',
    ]
    for (const table of tables) this.addSql(`drop table if exists "${table}" cascade`)
  }
}
