export interface RestSettings {
  /** The exposed schemas. The first is the default. */
  schemas: string[]
  /** The schemas in which functions find unqualified names. */
  searchPath: string[]
  maxRows: number
  /** Whether requests may use aggregates, which are slow on large tables. */
  allowsAggregates: boolean
  /** Whether clients may ask for the query plan instead of the result. */
  allowsExplain: boolean
  /** A function that runs before each request and may refuse it. */
  preRequest: string[] | undefined
  /** The OpenAPI description at the root lists only things that the role may use, or everything. */
  openApi: 'follow-privileges' | 'ignore-privileges' | 'disabled'
  /** A function whose result replaces the OpenAPI description at the root. */
  rootFunction: string | undefined
  /** Whether responses have a Server-Timing header. */
  sendsServerTiming: boolean
  /** Whether transactions are rolled back unless the request prefers otherwise. */
  rollsBackByDefault: boolean
  /** Whether a request may choose how its transaction ends (`Prefer: tx=`). */
  allowsTransactionEnd: boolean
  /** The role of requests without a token. */
  anonymousRole: string | undefined
}
