// Where the client keeps a session. The names are the client's.

/** Whether it is worth loading the client to see who is there. */
export function mayHaveSession(): boolean {
  return sessionEntries().some((key) => key.endsWith('-auth-token'))
}

export function sessionEntries() {
  try {
    return Object.keys(localStorage).filter((key) => /^sb-.+-auth-token/.test(key))
  } catch {
    // Storage is switched off.
    return []
  }
}

/** Also where no client could be made to do it. */
export function forgetSession() {
  for (const key of sessionEntries()) localStorage.removeItem(key)
}
