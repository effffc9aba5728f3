import { type EventSubscriber, type FlushEventArgs, wrap } from '@mikro-orm/core'
import { findAuditLog } from './audit-log.ts'

/** Records the changes of every ORM flush; registered once with the ORM. */
export class AuditSubscriber implements EventSubscriber {
  readonly #owners = new WeakMap<object, Record<string, unknown>>()

  /** Owners of deleted parts, which lose their reference during the flush. */
  onFlush(args: FlushEventArgs): void {
    for (const { type, entity } of args.uow.getChangeSets()) {
      if (type === 'delete') this.#owners.set(entity, { ...wrap(entity, true).__originalEntityData })
    }
  }

  afterFlush(args: FlushEventArgs): void {
    const auditLog = findAuditLog(args.em)
    if (!auditLog) return
    for (const changeSet of args.uow.getChangeSets()) {
      auditLog.observe(changeSet, (relation) => {
        const target = changeSet.meta.relations.find(({ name }) => name === relation)?.targetMeta?.class
        const id = this.#owners.get(changeSet.entity)?.[relation]
        return target && typeof id === 'number' ? args.uow.getById(target, id) : undefined
      })
    }
  }
}
