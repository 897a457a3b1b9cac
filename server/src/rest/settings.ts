export interface RestSettings {
  /** Exposed to requests; the first is meant where none is named. */
  schemas: string[]
  /** Where functions find what they name without a schema. */
  searchPath: string[]
  maxRows: number
  /** Whether requests may sum up many rows: of a great table that takes long. */
  allowsAggregates: boolean
  /** How PostgreSQL would do what is asked may be asked, too. */
  showsPlans: boolean
  /** A function that looks at each request first, and may refuse it. */
  preRequest: string[] | undefined
  /** Who is told at the root what there is. */
  openApi: 'follow-privileges' | 'ignore-privileges' | 'disabled'
  /** A function that answers there instead. */
  rootFunction: string | undefined
  /** Answers say how long each step took. */
  tellsTimes: boolean
  /** How transactions end, and whether a request may choose otherwise. */
  rollsBack: boolean
  mayChooseEnd: boolean
  /** As whom those come who bring no token. */
  anonymousRole: string | undefined
}
