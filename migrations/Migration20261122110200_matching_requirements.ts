import { Migration } from '@mikro-orm/migrations'

/** A requirement is of its component's kind (RW002); both ends of a satisfaction are in its component (RW003). */
export class Migration20261122110200_matching_requirements extends Migration {
  override name = 'Migration20261122110200_matching_requirements'

  override up(): void {
    this.addSql(`create function rule_is_of_its_components_kind() returns trigger language plpgsql as $$
    begin
      if new.document_type <> (select document_type from components where id = new.component_id) then
        raise exception 'requirement and component are of different kinds' using errcode = 'RW002';
      end if;
      return new;
    end $$`)
    // The same for new requirements, once per statement.
    this.addSql(`create function rules_are_of_their_components_kind() returns trigger language plpgsql as $$
      begin
        if exists (select from added a join components c on c.id = a.component_id
          where a.document_type <> c.document_type) then
          raise exception 'requirement and component are of different kinds' using errcode = 'RW002';
        end if;
        return null;
      end $$`)
    this.addSql(`create function satisfaction_is_inside_one_component() returns trigger language plpgsql as $$
    begin
      if exists (select from rules where id in (new.rule_id, new.satisfied_by_rule_id)
                 and (component_id <> new.component_id or document_type <> 'stig')) then
        raise exception 'satisfaction leaves its component' using errcode = 'RW003';
      end if;
      return new;
    end $$`)
  }

  override down(): void {
    this.addSql('drop function satisfaction_is_inside_one_component')
    this.addSql('drop function rules_are_of_their_components_kind')
    this.addSql('drop function rule_is_of_its_components_kind')
  }
}
