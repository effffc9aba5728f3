/** The header that names an idempotency key. */
export const toKeyHeader = (value: string) => ({ 'idempotency-key': value })
