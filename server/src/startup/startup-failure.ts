/** What keeps the server from starting, as one line that its operator can act on. */
export class StartupFailure extends Error {}
