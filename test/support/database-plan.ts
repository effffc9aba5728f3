/** How the workers of a test run get their databases; provided by the global set-up of the configuration. */
export type DatabasePlan =
  | { engine: 'embedded'; dump: string }
  | { engine: 'postgresql'; server: string; template: string }

declare module 'vitest' {
  export interface ProvidedContext {
    databasePlan: DatabasePlan
  }
}
