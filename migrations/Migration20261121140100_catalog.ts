import { Migration } from '@mikro-orm/migrations'

/** The catalog of guides. */
export class Migration20261121140100_catalog extends Migration {
  override name = 'Migration20261121140100_catalog'

  override up(): void {
    this.addSql(`create table "srgs" (
      "id" serial primary key,
      "srg_id" text not null,
      "name" text null,
      "title" text not null,
      "version" text not null,
      "version_major" int null,
      "version_minor" int null,
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
    this.addSql(`create index "srgs_title_trigram" on "srgs" using gin (lower(title) gin_trgm_ops)`)
    this.addSql(`alter table "srgs" add constraint "srgs_srg_id_version_unique" unique ("srg_id", "version")`)
    this.addSql(`create table "srg_documents" (
      "srg_id" int not null,
      "xml" bytea not null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      primary key ("srg_id")
    )`)
    this.addSql(`create table "srg_rules" (
      "id" serial primary key,
      "srg_id" int not null,
      "rule_id" text not null,
      "status" text not null default 'Not Yet Determined',
      "rule_severity" text not null default 'medium',
      "ident_system" text null,
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
      `create index "srg_rules_derived_from_srg_rule_id" on "srg_rules" ("derived_from_srg_rule_id")`,
    )
    this.addSql(
      `create index "srg_rules_check_content_trigram" on "srg_rules" using gin (lower(check_content) gin_trgm_ops)`,
    )
    this.addSql(
      `alter table "srg_rules" add constraint "srg_rules_rule_severity_check" check ("rule_severity" in ('high', 'medium', 'low'))`,
    )
    this.addSql(`create table "stigs" (
      "id" serial primary key,
      "stig_id" text not null,
      "name" text null,
      "title" text not null,
      "version" text not null,
      "version_major" int null,
      "version_minor" int null,
      "benchmark_date" date null,
      "description" text null,
      "created_at" timestamptz(6) not null default clock_timestamp(),
      "updated_at" timestamptz(6) not null default clock_timestamp()
    )`)
    this.addSql(
      `create index "stigs_release_line" on "stigs" ("stig_id", "version_major" desc nulls last, "version_minor" desc nulls last, "id" desc)`,
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
    this.addSql(
      `create index "stig_rules_check_content_trigram" on "stig_rules" using gin (lower(check_content) gin_trgm_ops)`,
    )
    this.addSql(
      `alter table "stig_rules" add constraint "stig_rules_rule_severity_check" check ("rule_severity" in ('high', 'medium', 'low'))`,
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
      `alter table "stig_documents" add constraint "stig_documents_stig_id_foreign" foreign key ("stig_id") references "stigs" ("id") on update cascade on delete cascade`,
    )
    this.addSql(
      `alter table "stig_rules" add constraint "stig_rules_stig_id_foreign" foreign key ("stig_id") references "stigs" ("id") on delete cascade`,
    )
  }

  override down(): void {
    this.addSql(`drop table if exists "stig_rules" cascade`)
    this.addSql(`drop table if exists "stig_documents" cascade`)
    this.addSql(`drop table if exists "stigs" cascade`)
    this.addSql(`drop table if exists "srg_rules" cascade`)
    this.addSql(`drop table if exists "srg_documents" cascade`)
    this.addSql(`drop table if exists "srgs" cascade`)
  }
}
