/** The server passes this context to each server function. */
export interface Context {
  /** Sends a request to the server that runs the function. */
  api: (path: string, init?: RequestInit) => Promise<Response>
  /** This key bypasses row security, so check the caller first. The key must never appear in a response. */
  serviceRoleKey: string
}
