// How long things may last, in milliseconds.
export interface Periods {
  /** From one look at silent, unused, expired and ended sockets to the next: an ended session may stay for 15 s. */
  sweep: number
  /** From one question who may still hear on private topics to the next: nobody stays for more than 15 s. */
  hearing: number
  /** Clients send a heartbeat each 25 s. */
  silent: number
  /** Without a channel. */
  unused: number
  /** From one word of a server to the others, that those are there who were, to the next. */
  alive: number
  /** Who says nothing for so long is gone, with all who were there. */
  silentServer: number
  /** For clients that answer a close when the server stops. */
  lastGoodbyes: number
}

export const usualPeriods: Periods = {
  sweep: 5000,
  hearing: 10_000,
  silent: 75_000,
  unused: 120_000,
  alive: 2000,
  silentServer: 7000,
  lastGoodbyes: 500,
}
