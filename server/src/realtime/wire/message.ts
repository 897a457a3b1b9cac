/** How messages are written: 1.0.0 as objects, 2.0.0 as lists, and broadcasts as bytes. */
export type Version = '1.0.0' | '2.0.0'

export interface Message {
  /** Which join of the channel it belongs to; null: whichever is the present one. */
  joinRef: string | null
  /** What it answers, or is answered by. */
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

export const versions: readonly Version[] = ['1.0.0', '2.0.0']
