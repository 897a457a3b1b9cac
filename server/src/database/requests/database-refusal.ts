/** What PostgreSQL said no to, with everything that it told about it. */
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
  readonly code: string
  readonly detail: string | undefined
  readonly hint: string | undefined

  constructor(fields: Map<string, string>) {
    super(fields.get('M') ?? 'The database gave no reason.')
    this.code = fields.get('C') ?? 'XX000'
    this.detail = fields.get('D')
    this.hint = fields.get('H')
  }
}
