export interface RestSettings {
  /** Exposed to requests; the first is meant where none is named. */
  schemas: string[]
  /** Where functions find what they name without a schema. */
  searchPath: string[]
  maxRows: number
  /** A function that looks at each request first, and may refuse it. */
  preRequest: string[] | undefined
  /** As whom those come who bring no token. */
  anonymousRole: string | undefined
}
