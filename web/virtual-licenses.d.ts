declare module 'virtual:licenses' {
  /** Name, version and license of each library. */
  export const LICENSES: readonly (readonly [string, string, string])[]
}
