import { Migration } from '@mikro-orm/migrations'

/** Columns that most rows leave empty, each with what follows it in its index. */
const MOSTLY_NULL: [table: string, column: string, more?: string][] = [
  ['rules', 'derived_from_srg_rule_id'],
  ['rules', 'review_requestor_id'],
  ['srg_rules', 'derived_from_srg_rule_id'],
  ['audit_entries', 'actor_id', 'id'],
  ['audit_entries', 'affected_user_id', 'id'],
]

/** What an insert of requirements paid for and nobody read; the kind of a requirement is checked per statement. */
export class Migration20261121203417_lean_inserts extends Migration {
  override name = 'Migration20261121203417_lean_inserts'

  override up(): void {
    this.addSql('drop index "rules_title_trigram"')
    this.indexes('is not null')
    this.addSql('alter table "rules" drop constraint "rules_minted_sequence_unique"')
    this.addSql(
      'create unique index "rules_minted_sequence_unique" on "rules" ("component_id", "minted_sequence") where minted_sequence is not null',
    )
    this.addSql(`create function rules_are_of_their_components_kind() returns trigger language plpgsql as $$
      begin
        if exists (select from added a join components c on c.id = a.component_id
          where a.document_type <> c.document_type) then
          raise exception 'requirement and component are of different kinds' using errcode = 'RW002';
        end if;
        return null;
      end $$`)
    this.addSql('drop trigger rules_kind on rules')
    this.addSql(`create trigger rules_kind before update of document_type, component_id on rules
      for each row execute function rule_is_of_its_components_kind()`)
    this.addSql(`create trigger rules_kind_inserts after insert on rules referencing new table as added
      for each statement execute function rules_are_of_their_components_kind()`)
  }

  indexes(condition?: string): void {
    for (const [table, column, more] of MOSTLY_NULL) {
      const columns = [column, ...(more ? [more] : [])].map((name) => `"${name}"`).join(', ')
      const where = condition ? ` where ${column} ${condition}` : ''
      this.addSql(`drop index "${table}_${column}"`)
      this.addSql(`create index "${table}_${column}" on "${table}" (${columns})${where}`)
    }
  }

  override down(): void {
    this.addSql('drop trigger rules_kind_inserts on rules')
    this.addSql('drop trigger rules_kind on rules')
    this.addSql(`create trigger rules_kind before insert or update of document_type, component_id on rules
      for each row execute function rule_is_of_its_components_kind()`)
    this.addSql('drop function rules_are_of_their_components_kind')
    this.addSql('drop index "rules_minted_sequence_unique"')
    this.addSql(
      'alter table "rules" add constraint "rules_minted_sequence_unique" unique ("component_id", "minted_sequence")',
    )
    this.indexes()
    this.addSql('create index "rules_title_trigram" on "rules" using gin (lower(title) gin_trgm_ops)')
  }
}
