/** The server passes this to a function. */
export interface Context {
  /** Sends a request to the server that runs the function. */
  api: (path: string, init?: RequestInit) => Promise<Response>
  /** The server's own key. It may do everything, so check the caller first. It never appears in a response. */
  serviceRoleKey: string
}
