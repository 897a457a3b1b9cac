/** Whether it is worth loading the client to see who is there. The name of the entry is the client's. */
export function mayHaveSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key))
  } catch {
    // Storage is switched off.
    return false
  }
}
