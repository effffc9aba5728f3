/** The addresses of the databases of test workers; provided by the global setup. */
export interface DatabasePlan {
  /** The address of a server on which databases may be created. */
  server: string
  /** A migrated database there, which is copied for each test file. */
  template: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    databasePlan: DatabasePlan
  }
}
