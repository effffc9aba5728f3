import { Migration } from '@mikro-orm/migrations'

/** Requirements, their parts and the links between them. */
export class Migration20261121140300_rules extends Migration {
  override name = 'Migration20261121140300_rules'

  override up(): void {
    this.addSql(`create table "rules" (
      "id" serial primary key,
      "component_id" int not null,
      "document_type" text not null,
      "rule_id" text not null,
      "title" text null,
      "version" text null,
      "rule_weight" text null,
      "ident" text null,
      "legacy_ids" text null,
      "fixtext" text null,
      "fixtext_fixref" text null,
      "fix_id" text null,
      "vuln_id" text null,
      "artifact_description" text null,
      "vendor_comments" text null,
      "status_justification" text null,
      "inspec_control_body" text null,
      "inspec_control_file" text null,
      "status" text not null default 'Not Yet Determined',
      "rule_severity" text not null default 'medium',
      "ident_system" text null default 'http://iase.disa.mil/cci',
      "inspec_control_body_lang" text null default 'ruby',
      "inspec_control_file_lang" text null default 'ruby',
      "locked" boolean not null default false,
      "locked_fields" jsonb not null default '{}',
      "review_requestor_id" int null,
      "changes_requested" boolean not null default false,
      "srg_rule_id" int null,
      "derived_from_srg_rule_id" int null,
      "minted_sequence" int null,
      "lock_version" int not null default 1,
      "section_versions" jsonb not null default '{}',
      "deleted_at" timestamptz(6) null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "rules_live_in_order" on "rules" ("component_id", "version", "rule_id", "id") where deleted_at is null`,
    )
    this.addSql(
      `create index "rules_live_status" on "rules" ("component_id", "status", "rule_severity", "locked") where deleted_at is null`,
    )
    this.addSql(
      `create index "rules_under_review" on "rules" ("component_id") where review_requestor_id is not null and deleted_at is null`,
    )
    this.addSql(`create index "rules_version" on "rules" ("version")`)
    this.addSql(`create index "rules_srg_rule_id" on "rules" ("srg_rule_id")`)
    this.addSql(`create index "rules_derived_from_srg_rule_id" on "rules" ("derived_from_srg_rule_id")`)
    this.addSql(`create index "rules_review_requestor_id" on "rules" ("review_requestor_id")`)
    this.addSql(`create index "rules_title_trigram" on "rules" using gin (lower(title) gin_trgm_ops)`)
    this.addSql(`alter table "rules" add constraint "rules_number_unique" unique ("component_id", "rule_id")`)
    this.addSql(
      `alter table "rules" add constraint "rules_minted_sequence_unique" unique ("component_id", "minted_sequence")`,
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
    this.addSql(`create table "rule_checks" (
      "id" serial primary key,
      "rule_id" int not null,
      "system" text null,
      "content_ref_name" text null,
      "content_ref_href" text null,
      "content" text null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "rule_checks_rule_id" on "rule_checks" ("rule_id", "id")`)
    this.addSql(`create table "disa_descriptions" (
      "id" serial primary key,
      "rule_id" int not null,
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
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "disa_descriptions_rule_id" on "disa_descriptions" ("rule_id", "id")`)
    this.addSql(`create table "rule_descriptions" (
      "id" serial primary key,
      "rule_id" int not null,
      "description" text null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "rule_descriptions_rule_id" on "rule_descriptions" ("rule_id", "id")`)
    this.addSql(`create table "rule_references" (
      "id" serial primary key,
      "rule_id" int not null,
      "data" jsonb not null default '{}',
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(`create index "rule_references_rule_id" on "rule_references" ("rule_id", "id")`)
    this.addSql(`create table "additional_answers" (
      "id" serial primary key,
      "rule_id" int not null,
      "additional_question_id" int not null,
      "answer" text null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "additional_answers_additional_question_id" on "additional_answers" ("additional_question_id")`,
    )
    this.addSql(
      `alter table "additional_answers" add constraint "additional_answers_unique" unique ("rule_id", "additional_question_id")`,
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
    this.addSql(
      `alter table "satisfactions" add constraint "satisfactions_of_another" check (rule_id <> satisfied_by_rule_id)`,
    )
    this.addSql(`create table "requirement_relocations" (
      "id" serial primary key,
      "component_id" int not null,
      "source_rule_id" int not null,
      "source_displayed_name" text not null,
      "target_technology_token" text not null,
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
      `create unique index "requirement_relocations_open_unique" on "requirement_relocations" ("source_rule_id") where executed_at is null and declined_at is null`,
    )
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
      `create index "requirement_relocations_requested_by_id" on "requirement_relocations" ("requested_by_id")`,
    )
    this.addSql(
      `create index "requirement_relocations_accepted_by_id" on "requirement_relocations" ("accepted_by_id")`,
    )
    this.addSql(
      `create index "requirement_relocations_declined_by_id" on "requirement_relocations" ("declined_by_id")`,
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
    this.addSql(
      `alter table "rule_checks" add constraint "rule_checks_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "disa_descriptions" add constraint "disa_descriptions_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "rule_descriptions" add constraint "rule_descriptions_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "rule_references" add constraint "rule_references_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "additional_answers" add constraint "additional_answers_rule_id_foreign" foreign key ("rule_id") references "rules" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "additional_answers" add constraint "additional_answers_additional_question_id_foreign" foreign key ("additional_question_id") references "additional_questions" ("id") on delete cascade`,
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
      `alter table "requirement_relocations" add constraint "requirement_relocations_component_id_foreign" foreign key ("component_id") references "components" ("id") on delete cascade`,
    )
    this.addSql(
      `alter table "requirement_relocations" add constraint "requirement_relocations_source_rule_id_foreign" foreign key ("source_rule_id") references "rules" ("id") on delete cascade`,
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
  }

  override down(): void {
    this.addSql(`drop table if exists "requirement_relocations" cascade`)
    this.addSql(`drop table if exists "satisfactions" cascade`)
    this.addSql(`drop table if exists "additional_answers" cascade`)
    this.addSql(`drop table if exists "rule_references" cascade`)
    this.addSql(`drop table if exists "rule_descriptions" cascade`)
    this.addSql(`drop table if exists "disa_descriptions" cascade`)
    this.addSql(`drop table if exists "rule_checks" cascade`)
    this.addSql(`drop table if exists "rules" cascade`)
  }
}
