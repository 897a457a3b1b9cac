export interface RestSettings {
  /** The exposed schemas, with the default first. */
  schemas: string[]
  /** More schemas in which PostgreSQL looks up unqualified names. */
  searchPath: string[]
  maxRows: number
  /** True if requests may use aggregates, which are slow on large tables. */
  allowsAggregates: boolean
  /** True if clients may ask for the query plan instead of the result. */
  allowsExplain: boolean
  /** A function that runs before each request and may refuse it. */
  preRequest: string[] | undefined
  /** With 'follow-privileges', the OpenAPI description at the root contains only objects that the role may use. */
  openApi: 'follow-privileges' | 'ignore-privileges' | 'disabled'
  /** A function whose result replaces the OpenAPI description at the root. */
  rootFunction: string | undefined
  /** True if responses have a Server-Timing header. */
  sendsServerTiming: boolean
  /** True if transactions are rolled back unless the request prefers a commit. */
  rollsBackByDefault: boolean
  /** True if a request may choose how its transaction ends (`Prefer: tx=`). */
  allowsTransactionEnd: boolean
  /** The role of requests without a token. */
  anonymousRole: string | undefined
  /** Values that SQL reads as `current_setting('app.settings.…')`. */
  appSettings: Readonly<Record<string, string>>
}
