/** What a screen says of a field that is empty, and of one that holds something else than it is for. */
export interface AmountWords {
  missing: string
  wrong: string
}
