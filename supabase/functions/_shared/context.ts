/** What the server hands to a function. */
export interface Context {
  /** Asks the server whose function this is. */
  api: (path: string, init?: RequestInit) => Promise<Response>
  /** The server's own key: it may do everything, so a function asks first who calls. It belongs in no answer. */
  serviceRoleKey: string
}
