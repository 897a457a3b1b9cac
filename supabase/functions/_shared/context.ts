/** The server passes this context to each server function. */
export interface Context {
  /** Sends a request to the server that runs the function. */
  api: (path: string, init?: RequestInit) => Promise<Response>
  /** The server's own key. It bypasses row security, so check the caller first. It must never appear in a response. */
  serviceRoleKey: string
}
