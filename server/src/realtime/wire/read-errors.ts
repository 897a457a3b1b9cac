/** Nothing that a client of this protocol would send. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}
