/** What PostgreSQL said no to, with everything that it told about it. */
export class DatabaseRefusal extends Error {
  override name = 'DatabaseRefusal'
  readonly code: string
  readonly detail: string | undefined
  readonly hint: string | undefined
  /** A plan that was kept no longer fits, or is not there: it is not the fault of what was asked. */
  readonly isOutdatedPlan: boolean

  constructor(fields: Map<string, string>) {
    super(fields.get('M') ?? 'The database gave no reason.')
    this.code = fields.get('C') ?? 'XX000'
    this.detail = fields.get('D')
    this.hint = fields.get('H')
    this.isOutdatedPlan =
      this.code === '26000' || this.code === '42P05' || fields.get('R') === 'RevalidateCachedQuery'
  }
}
