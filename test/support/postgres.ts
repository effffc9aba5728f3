export const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres'

/** The address of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
